"""Language models as players: prompts, memory, reading of replies, access to models."""

from ludarena.agents.llm.agent import LlmAgent

__all__ = ["LlmAgent"]
