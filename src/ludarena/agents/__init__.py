"""Built-in players and the contract that every player keeps."""

from __future__ import annotations

from ludarena.agents.controller import (
    Controller,
    Failure,
    FailureClass,
    ModelResponse,
    Reply,
    Request,
    StopMatch,
    StopRun,
)
from ludarena.agents.registry import AgentType, Setting, agent_type, agent_types, build_agent

__all__ = [
    "AgentType",
    "Controller",
    "Failure",
    "FailureClass",
    "ModelResponse",
    "Reply",
    "Request",
    "Setting",
    "StopMatch",
    "StopRun",
    "agent_type",
    "agent_types",
    "build_agent",
]
