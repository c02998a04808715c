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
    StopParticipant,
    StopRun,
)
from ludarena.agents.registry import AgentType, agent_type, agent_types, build_agent
from ludarena.agents.settings import Setting

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
    "StopParticipant",
    "StopRun",
    "agent_type",
    "agent_types",
    "build_agent",
]
