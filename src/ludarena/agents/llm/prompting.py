"""The prompt of one decision: sections, the way to answer, and what is left out when it is long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ludarena.agents.controller import Request
from ludarena.agents.llm.memory import as_data, data_line, data_lines
from ludarena.agents.llm.prompts import Prompts
from ludarena.agents.llm.reading import TOOL, Mode
from ludarena.core.actions import form
from ludarena.core.game import Game
from ludarena.models.provider import Message, Shape, Tool

_LABELS = 24
_QUOTED = 4_000
_NEWS = 3
_CHARACTERS = 3
"""Characters that are taken for a token where a prompt has to fit: less than there are."""


@dataclass(slots=True)
class Parts:
    """The sections of a prompt, made before they are put together."""

    rules: str = ""
    memory: str = ""
    story: str = ""
    position: str = ""
    briefings: str = ""
    question: str = ""
    actions: str = ""
    again: str = ""


class Prompter:
    """Makes prompts from requests.

    `budget` is the most tokens of a prompt, None for no bound. A prompt that is too long loses,
    in this order, the rules, the descriptions of the actions, its memory, the older news, the end
    of the position and the last of the listed actions; it says what is cut.
    """

    def __init__(self, prompts: Prompts, mode: Mode, budget: int | None, *, steers: bool) -> None:
        self._prompts = prompts
        self._mode = mode
        self._budget = budget
        self._steers = steers

    def messages(
        self, request: Request, memory: str, briefings: Sequence[str], failed: str
    ) -> list[Message]:
        """Return the messages of a decision; `failed` is the last reply that was not accepted."""
        parts = self._parts(request, memory, briefings, failed)
        written = self._written(request, parts)
        for shorten in (
            _no_rules,
            self._ids_only,
            _no_memory,
            self._short_story,
            self._short_position,
        ):
            if self._fits(written):
                break
            shorten(request, parts, self._excess(written))
            written = self._written(request, parts)
        if not self._fits(written):
            self._fewer_actions(request, parts, self._excess(written))
            written = self._written(request, parts)
        return written

    def tools(self) -> tuple[Tool, ...]:
        """Return the tools to offer, none unless the mode acts by tool."""
        if self._mode != "tool":
            return ()
        schema = self._schema(reasoning=self._prompts.texts["tool_reasoning"])
        return (Tool(TOOL, self._prompts.texts["tool_act"], schema),)

    def shape(self) -> Shape | None:
        """Return the form of a reply in JSON, None in other modes."""
        return Shape("decision", self._schema(reasoning="")) if self._mode == "json" else None

    def question(self, request: Request) -> str:
        """Return the decision in words."""
        decision = request.sight.decision
        if decision is None:
            return "Choose one action."
        text = as_data(decision.question)
        if decision.cause:
            text = self._prompts.fill("cause", text=as_data(decision.cause)) + text
        if decision.steps:
            text += (
                "\n"
                + self._prompts.fill("steps", text=data_line(", ".join(decision.steps))).rstrip()
            )
        return text

    # --- parts ------------------------------------------------------------------------------

    def _parts(self, request: Request, memory: str, briefings: Sequence[str], failed: str) -> Parts:
        fill = self._prompts.fill
        parts = Parts(memory=memory, question=self.question(request))
        if request.show_rules:
            parts.rules = fill("rules", text=_rules_of(request.game))
        if request.story:
            parts.story = fill("story", text="\n".join(data_lines(request.story)))
        if briefings:
            told = "\n\n".join(as_data(text) for text in briefings)
            parts.briefings = fill("briefings", text=told)
        else:
            parts.position = fill("position", text=as_data(request.sight.text).strip())
        if request.show_listing:
            lines = [f"- {one.id}: {data_line(one.description)}" for one in request.sight.choices]
            parts.actions = fill("listed", text="\n".join(lines))
        else:
            parts.actions = fill("hidden", text=id_forms(request.game))
        if request.tries:
            quoted = fill("failed_reply", text=as_data(failed[-_QUOTED:])) if failed else ""
            told = request.feedback or "Answer this decision again."
            parts.again = fill("again", feedback=told, reply=quoted if request.feedback else "")
        return parts

    def _written(self, request: Request, parts: Parts) -> list[Message]:
        fill, mode = self._prompts.fill, self._mode
        system = fill(
            "system",
            seat=request.seat,
            seats=request.position.seats,
            title=request.game.title,
            rules=parts.rules,
            answer=fill(f"answer_{mode}"),
        )
        decision = fill(
            "decision",
            memory=parts.memory,
            story=parts.story,
            position=parts.position,
            briefings=parts.briefings,
            question=parts.question,
            actions=parts.actions,
            focus=fill(f"focus_{mode}") if self._steers else "",
            again=f"\n{parts.again}" if parts.again else "",
        )
        return [Message("system", system.strip()), Message("user", decision.strip())]

    def _schema(self, *, reasoning: str) -> dict[str, object]:
        texts = self._prompts.texts
        properties: dict[str, object] = {
            "reasoning": {"type": "string", "description": reasoning or texts["tool_reasoning"]},
            "action": {"type": "string", "description": texts["tool_action"]},
        }
        if self._steers:
            about = texts["tool_next_briefing"]
            properties["next_briefing"] = {"type": "string", "description": about}
        required = ["action"] if reasoning else list(properties)
        return {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

    # --- shortening -------------------------------------------------------------------------

    def _excess(self, written: Sequence[Message]) -> int:
        """Return how many characters are too many."""
        size = sum(len(message.text) for message in written)
        return size - (self._budget or size) * _CHARACTERS

    def _fits(self, written: Sequence[Message]) -> bool:
        return self._budget is None or self._excess(written) <= 0

    def _ids_only(self, request: Request, parts: Parts, excess: int) -> None:
        if request.show_listing:
            lines = [f"- {one.id}" for one in request.sight.choices]
            parts.actions = self._prompts.fill("listed", text="\n".join(lines))

    def _short_story(self, request: Request, parts: Parts, excess: int) -> None:
        lines = data_lines(request.story)
        missing = len(lines) - _NEWS
        if missing > 0:
            told = [f"- ({missing} earlier entries are left out)", *lines[missing:]]
            parts.story = self._prompts.fill("story", text="\n".join(told))

    def _short_position(self, request: Request, parts: Parts, excess: int) -> None:
        if parts.position:
            text = as_data(request.sight.text).strip()
            kept = text[: max(300, len(text) - excess - 40)]
            told = kept if len(kept) == len(text) else f"{kept}\n(the rest is cut)"
            parts.position = self._prompts.fill("position", text=told)

    def _fewer_actions(self, request: Request, parts: Parts, excess: int) -> None:
        if request.show_listing:
            ids = [f"- {one.id}" for one in request.sight.choices]
            total = len(ids)
            while excess > 0 and len(ids) > 4:
                excess -= len(ids.pop()) + 1
            parts.actions = self._prompts.fill("cut", count=total, text="\n".join(ids))


@cache
def _rules_of(game: Game) -> str:
    return game.rules_text()


def _no_rules(request: Request, parts: Parts, excess: int) -> None:
    parts.rules = ""


def _no_memory(request: Request, parts: Parts, excess: int) -> None:
    parts.memory = ""


def id_forms(game: Game) -> str:
    """Return the forms of all action ids of a game and what stands in them."""
    lines: list[str] = []
    for kind in game.actions.kinds:
        lines.append(f"- {form(kind)}")
        for argument in kind.arguments:
            labels = argument.labels[:_LABELS]
            rest = len(argument.labels) - len(labels)
            more = f", and {rest} more" if rest else ""
            lines.append(f"  - {argument.name}: {', '.join(labels)}{more}")
    return "\n".join(lines)
