"""The native loop: one prompt a try, one reply, one action that the model plainly chose."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from decimal import Decimal

from ludarena.agents.controller import (
    Failure,
    FailureClass,
    Reply,
    Request,
    StopParticipant,
    StopRun,
)
from ludarena.agents.errors import InvalidSetting
from ludarena.agents.llm.access import (
    Direct,
    Line,
    ModelSpec,
    Place,
    default_prompts,
    model_spec,
    spoken,
)
from ludarena.agents.llm.briefing import briefings
from ludarena.agents.llm.memory import Memory, Scope
from ludarena.agents.llm.prompting import Prompter
from ludarena.agents.llm.prompts import load_prompts
from ludarena.agents.llm.reading import TOOL, Mode, Said, next_briefing, read_reply
from ludarena.models.errors import (
    BudgetExhausted,
    EmptyReply,
    FailedReply,
    ModelError,
    ProviderRejected,
    RefusedReply,
    ReplyTimeout,
    TruncatedReply,
)
from ludarena.models.limits import Limits
from ludarena.models.provider import Effort, Message, ModelReply, Settings

_CLASSES: tuple[tuple[type[ModelError], FailureClass], ...] = (
    (RefusedReply, "refused"),
    (TruncatedReply, "truncated"),
    (EmptyReply, "empty"),
    (ReplyTimeout, "timeout"),
    (BudgetExhausted, "budget_exhausted"),
)
_HOPELESS = frozenset({401, 403, 404})
"""Statuses of a wrong key or a wrong name: every other match would fail alike."""

_EMBEDDED_PROMPT = 400
"""Tokens of a prompt with which the embedded model decides within seconds on one core."""

WHOLE_RUN = "the whole run"
"""The name of the budget that all matches share."""

OF_PARTICIPANT = "participant "
"""With what the name of the budget begins that all matches of a participant share."""

_PARTICIPANT_SPENT = re.compile(rf"budget of {OF_PARTICIPANT}(\S+) is used up")


def stop_if_shared(message: str) -> None:
    """Raise `StopRun` or `StopParticipant` where a message says that a shared budget is used up."""
    if f"budget of {WHOLE_RUN} " in message:
        raise StopRun(message) from None
    spent = _PARTICIPANT_SPENT.search(message)
    if spent is not None:
        raise StopParticipant(spent[1], message) from None


class LlmAgent:
    """Asks a language model for each decision.

    Settings are described in the registry. It keeps the last failed reply, its notes and what its
    briefings should look at; a match that is continued begins without these.
    """

    immediate = False

    def __init__(
        self,
        model: str,
        base_url: str = "",
        key_env: str | None = None,
        snapshot: str | None = None,
        reply: Mode = "final_answer",
        effort: Effort | None = None,
        temperature: float | None = None,
        max_output: int | None = None,
        memory: Scope = "own",
        memory_tokens: int = 1_000,
        prompts: str | None = None,
        prompt_tokens: int | None = None,
        reasoning_words: int = 16,
        briefers: Sequence[str] = (),
        seconds: float = 1_200.0,
        max_requests: int | None = None,
        max_tokens: int | None = None,
        max_money: float | None = None,
    ) -> None:
        if not model:
            raise InvalidSetting("llm", "model", model, "a model such as openai:NAME")
        self.spec = model_spec(model, base_url, key_env, snapshot)
        self.briefing_specs = [self._briefer(one, base_url, key_env) for one in briefers]
        texts = load_prompts(prompts or default_prompts(self.spec))
        if prompt_tokens is None and self.spec.choice.is_embedded:
            prompt_tokens = _EMBEDDED_PROMPT
        self._prompts = texts
        self._mode: Mode = reply
        self._prompter = Prompter(texts, reply, prompt_tokens, steers=bool(briefers))
        self._memory = Memory(memory, memory_tokens, texts)
        self._settings = Settings(
            max_output=max_output,
            temperature=temperature,
            effort=effort,
            must_call=reply == "tool",
            reasoning_words=reasoning_words,
        )
        self._seconds = seconds
        self._limits = Limits(
            requests=max_requests,
            tokens=max_tokens,
            money=None if max_money is None else Decimal(str(max_money)),
        )
        self._place = Place("", 0, "", Direct())
        self._lines: dict[str, Line] = {}
        self._failed = ""
        self._focus = ""

    def join(self, place: Place) -> None:
        """Take a place in a run: models are then reached as its venue says."""
        self._place = place

    def models(self) -> Sequence[ModelSpec]:
        """Return the deciding model and those that brief it."""
        return [self.spec, *self.briefing_specs]

    def limits(self) -> Limits:
        """Return what a seat may use in one match."""
        return self._limits

    async def close(self) -> None:
        """Close the lines to the models."""
        lines, self._lines = self._lines, {}
        for line in lines.values():
            await line.close()

    async def decide(self, request: Request) -> Reply:
        """Return the action that the model chose, or the class of its failure.

        Raises `StopRun` where every further call would fail alike.
        """
        deadline = self._deadline(request)
        if not request.tries:
            self._failed = ""
        try:
            messages = await self._messages(request, deadline)
            reply = await self._line(self.spec, "player").ask(
                request.record,
                messages,
                tools=self._prompter.tools(),
                shape=self._prompter.shape(),
                settings=self._asked(request),
                deadline=deadline,
            )
        except ModelError as error:
            return self._failure(error)
        return self._read(reply)

    # --- asking -----------------------------------------------------------------------------

    async def _messages(self, request: Request, deadline: float) -> list[Message]:
        memory = await self._memory.recall(request, self._summarise)
        told: list[str] = []
        if self.briefing_specs:
            told = await briefings(
                [
                    self._line(spec, f"briefer-{number}")
                    for number, spec in enumerate(self.briefing_specs, 1)
                ],
                request,
                self._prompts,
                question=self._prompter.question(request),
                focus=self._focus,
                deadline=deadline,
            )
        return self._prompter.messages(request, memory, told, self._failed)

    async def _summarise(self, request: Request, prompt: str, most: int) -> str:
        """Return new notes, also those that were cut off; empty where none came.

        A model at a provider may reason as long as for a decision: reasoning is output too.
        """
        line = self._line(self.spec, "memory")
        mine = self._settings
        try:
            reply = await line.ask(
                request.record,
                [Message("user", prompt)],
                settings=Settings(
                    max_output=most if self.spec.here else mine.max_output, effort=mine.effort
                ),
                deadline=self._deadline(request),
            )
        except BudgetExhausted:
            raise
        except TruncatedReply as cut:
            return cut.reply.text.strip()
        except ModelError:
            return ""
        return reply.text.strip()

    def _asked(self, request: Request) -> Settings:
        """Return the settings of a call; models of this process are held to the listed actions."""
        mine = self._settings
        choices: tuple[str, ...] = ()
        if self.spec.here and request.show_listing:
            choices = tuple(one.id for one in request.sight.choices)
        return Settings(
            max_output=mine.max_output,
            temperature=mine.temperature,
            effort=mine.effort,
            must_call=mine.must_call,
            seed=(request.seed + request.tries) % 2**31 if self.spec.here else None,
            choices=choices,
            reasoning_words=mine.reasoning_words,
        )

    def _deadline(self, request: Request) -> float:
        left = self._seconds
        if request.seconds_left is not None:
            left = min(left, request.seconds_left)
        return time.monotonic() + left

    def _line(self, spec: ModelSpec, role: str) -> Line:
        if role not in self._lines:
            self._lines[role] = self._place.venue.line(spec, self._place, role)
        return self._lines[role]

    def _briefer(self, registered: str, base_url: str, key_env: str | None) -> ModelSpec:
        """Return a briefing model; one of the same provider has the same address and key."""
        same = registered.partition(":")[0] == self.spec.registered.partition(":")[0]
        return model_spec(registered, base_url, key_env) if same else model_spec(registered)

    # --- reading ----------------------------------------------------------------------------

    def _read(self, reply: ModelReply) -> Reply:
        said = read_reply(reply, self._mode)
        self._failed = spoken(reply)
        calls: dict[str, int] = {}
        for call in reply.calls:
            name = TOOL if call.name == TOOL else "other"
            calls[name] = calls.get(name, 0) + 1
        if not isinstance(said, Said):
            return Reply(
                failure=said, text=self._failed, reasoning=reply.reasoning, tool_calls=calls
            )
        if self.briefing_specs:
            self._focus = next_briefing(reply, self._mode)
        return Reply(
            text=said.action, reasoning=said.reasoning, repairs=said.repairs, tool_calls=calls
        )

    def _failure(self, error: ModelError) -> Reply:
        if isinstance(error, ProviderRejected) and error.status in _HOPELESS:
            raise StopRun(str(error)) from None
        if isinstance(error, BudgetExhausted):
            stop_if_shared(str(error))
        kind: FailureClass = "provider_error"
        for of, name in _CLASSES:
            if isinstance(error, of):
                kind = name
        text, reasoning = None, ""
        if isinstance(error, FailedReply):
            text, reasoning = spoken(error.reply), error.reply.reasoning
            self._failed = text
        return Reply(failure=Failure(kind, str(error)), text=text, reasoning=reasoning)
