"""Briefings: cheaper models condense the position for the model that decides."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ludarena.agents.controller import Request
from ludarena.agents.llm.access import Line
from ludarena.agents.llm.memory import as_data
from ludarena.agents.llm.prompts import Prompts
from ludarena.models.errors import BudgetExhausted, ModelError
from ludarena.models.provider import Message, Settings

_WORDS = 180
_MOST_TOKENS = 600


async def briefings(
    lines: Sequence[Line],
    request: Request,
    prompts: Prompts,
    *,
    question: str,
    focus: str,
    deadline: float | None,
) -> list[str]:
    """Return the briefings that came, in the order of the lines; none when all failed.

    `focus` is what the deciding model asked for. Raises `BudgetExhausted`.
    """
    told = await asyncio.gather(
        *(
            _brief(
                line,
                request,
                _prompt(request, prompts, question, focus, place, len(lines)),
                deadline,
            )
            for place, line in enumerate(lines, 1)
        )
    )
    return [text for text in told if text]


def _prompt(
    request: Request, prompts: Prompts, question: str, focus: str, number: int, count: int
) -> Message:
    asked = prompts.fill("brief_focus", text=as_data(focus)) if focus else ""
    text = prompts.fill(
        "brief",
        title=request.game.title,
        seat=request.seat,
        seats=request.position.seats,
        words=_WORDS,
        number=number,
        count=count,
        focus=asked,
        question=question,
        position=as_data(request.sight.text).strip(),
    )
    return Message("user", text)


async def _brief(line: Line, request: Request, prompt: Message, deadline: float | None) -> str:
    try:
        reply = await line.ask(
            request.record,
            [prompt],
            settings=Settings(max_output=_MOST_TOKENS),
            deadline=deadline,
        )
    except BudgetExhausted:
        raise
    except ModelError:
        return ""
    return reply.text.strip()
