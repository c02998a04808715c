"""A stored match as one HTML page that needs nothing but itself.

The page's data is JSON in which every line of text stands once; its script builds what is looked
at, from text nodes alone, so nothing that a player wrote is ever read as HTML.
"""

from __future__ import annotations

import html
import json
from collections.abc import Sequence

from ludarena.arena.participant import Participant
from ludarena.arena.record import (
    Answer,
    Event,
    FailedTry,
    SeatResult,
    StoredAttempt,
    StoredExperiment,
    StoredMatch,
)
from ludarena.arena.store import Reader
from ludarena.core.game import Game
from ludarena.core.sight import Choice, Sight
from ludarena.core.view import Json, Viewpoint
from ludarena.report.filling import filled, part
from ludarena.report.frames import Film, Frame, film, stored_play


def match_page(reader: Reader, match: StoredMatch, game: Game, at: Viewpoint = "all") -> str:
    """Return the page of a match as the viewpoint may know it.

    Raises `NothingPlayed` before the first event.
    """
    attempt, play = stored_play(reader, match)
    taken = film(game, match.id, match.cell.setup, play, at)
    experiment = reader.experiment()
    results = reader.seat_results(attempt.key)
    data = page_data(game, match, attempt, experiment, results, taken, at)
    return fill_page(f"{game.title}, match {match.id[:12]}", data)


def fill_page(title: str, data: Json) -> str:
    """Return the page with its data in place."""
    # "<" never stands in the data, so that no text can close the element that holds it.
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    safe = text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return filled(
        "page.html",
        (
            ("{{title}}", html.escape(title)),
            ("{{style}}", part("page.css")),
            ("{{data}}", safe),
            ("{{script}}", part("page.js")),
        ),
    )


class Pool:
    """Lines of text and choices, each kept once and known by its place."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.choices: list[list[int]] = []
        self._line: dict[str, int] = {}
        self._choice: dict[tuple[int, int], int] = {}

    def line(self, text: str) -> int:
        """Return the place of a line."""
        if text not in self._line:
            self._line[text] = len(self.lines)
            self.lines.append(text)
        return self._line[text]

    def text(self, text: str) -> list[Json]:
        """Return the places of all lines of a text."""
        return [self.line(line) for line in text.split("\n")]

    def choice(self, choice: Choice) -> int:
        """Return the place of an action that was offered."""
        pair = (self.line(choice.id), self.line(choice.description))
        if pair not in self._choice:
            self._choice[pair] = len(self.choices)
            self.choices.append([*pair])
        return self._choice[pair]


def page_data(
    game: Game,
    match: StoredMatch,
    attempt: StoredAttempt,
    experiment: StoredExperiment | None,
    results: Sequence[SeatResult],
    taken: Film,
    at: Viewpoint,
) -> dict[str, Json]:
    """Return everything that the page shows, lines and choices by their places."""
    pool = Pool()
    setup = match.cell.setup
    facts: dict[str, Json] = {
        "match": match.id,
        "game": f"{game.title} ({game.edition})",
        "rules version": setup.rules_version,
        "options": ", ".join(f"{name} {value}" for name, value in setup.options.items()) or "none",
        "status": match.status.replace("_", " "),
    }
    if at == "all":
        facts["seed"] = str(setup.seed)
        facts["attempt"] = str(attempt.number)
        facts["experiment"] = experiment.name if experiment else ""
    if attempt.ended_by:
        facts["ended by"] = attempt.ended_by
        facts["turns"] = str(attempt.turns)
    frames: list[Json] = [
        _frame(pool, frame, place, at) for place, frame in enumerate(taken.frames)
    ]
    if taken.end is not None:
        frames.append({"a": "end", "v": pool.text(taken.end.text), "k": len(taken.frames)})
    people = {one.name: one for one in experiment.participants} if experiment else {}
    return {
        "title": game.title,
        "viewpoint": at,
        "facts": facts,
        "trouble": taken.trouble,
        "seats": [
            _seat(seat, name, people.get(name)) for seat, name in enumerate(match.cell.roster)
        ],
        "results": [_result(one) for one in results],
        "measures": _measures(taken.frames),
        "frames": frames,
        "lines": list(pool.lines),
        "choices": [list(pair) for pair in pool.choices],
    }


def _seat(seat: int, name: str, participant: Participant | None) -> dict[str, Json]:
    told: dict[str, Json] = {"seat": seat, "name": name}
    if participant is not None:
        record = participant.as_json()
        told["type"] = participant.type
        told["settings"] = {
            key: value
            for key, value in {**participant.settings, **_beside(record)}.items()
            if value not in (None, "", [], {})
        }
        told["digest"] = participant.digest
    return told


def _beside(record: dict[str, Json]) -> dict[str, Json]:
    """Return what makes a participant beside its settings."""
    left_out = ("name", "type", "settings", "harness_version", "prompts")
    defaults = {"harness": "built-in", "memory": "none"}
    return {
        name: value
        for name, value in record.items()
        if name not in left_out and value != defaults.get(name)
    }


def _result(one: SeatResult) -> dict[str, Json]:
    return {
        "seat": one.seat,
        "rank": one.rank,
        "score": one.score,
        "tie_breaks": list(one.tie_breaks),
        "routes": dict(one.routes),
        "forfeited": one.forfeited,
        "decisions": one.controller_decisions,
        "stand_ins": one.stand_in_decisions,
        "failed_tries": one.failed_tries,
        "responses": one.model_responses,
        "seconds": round(one.seconds, 3),
    }


def _measures(frames: Sequence[Frame]) -> dict[str, Json]:
    """Return, by name, one list a seat of the values after each frame; None where unknown."""
    known = next((frame.measures for frame in frames if frame.measures), ())
    return {
        name: [
            [round(f.measures[seat][name], 3) if f.measures else None for f in frames]
            for seat in range(len(known))
        ]
        for name in (known[0] if known else ())
    }


def _frame(pool: Pool, frame: Frame, place: int, at: Viewpoint) -> dict[str, Json]:
    """Return a frame under short names; `k` is what its link is called."""
    event = frame.event
    data: dict[str, Json] = {
        "k": event.number if at == "all" else place,
        "a": event.act,
        "s": None if event.seat < 0 else event.seat,
        "t": frame.turn,
        "y": [pool.line(sentence) for sentence in frame.after],
    }
    if event.reason:
        data["w"] = pool.line(event.reason)
    if frame.sight is not None:
        data["v"] = pool.text(frame.sight.text)
    if event.act == "action" and frame.own:
        data |= _decision(pool, frame, event)
    if frame.failures:
        data["f"] = [_failure(pool, failed) for failed in frame.failures]
    if frame.responses:
        data["m"] = [_response(pool, response) for response in frame.responses]
    return data


def _decision(pool: Pool, frame: Frame, event: Event) -> dict[str, Json]:
    data: dict[str, Json] = {
        "c": pool.line(event.action_id or ""),
        "b": [pool.line(sentence) for sentence in frame.before],
    }
    if event.stand_in:
        data["stand_in"] = True
    if frame.sight is not None:
        data |= _asked(pool, frame.sight)
    if frame.answer is not None:
        data |= _answered(pool, frame.answer)
    return data


def _asked(pool: Pool, seen: Sight) -> dict[str, Json]:
    data: dict[str, Json] = {"o": [pool.choice(choice) for choice in seen.choices]}
    if seen.decision is not None:
        data["q"] = pool.line(seen.decision.question)
        if seen.decision.cause:
            data["because"] = pool.line(seen.decision.cause)
        if seen.decision.steps:
            data["steps"] = [pool.line(step) for step in seen.decision.steps]
    return data


def _answered(pool: Pool, answer: Answer) -> dict[str, Json]:
    data: dict[str, Json] = {}
    if answer.reasoning:
        data["r"] = pool.text(answer.reasoning)
    if answer.text:
        data["e"] = pool.text(answer.text)
    if answer.rationale is not None:
        data["x"] = answer.rationale
    if answer.repairs:
        data["repairs"] = list(answer.repairs)
    if answer.tool_calls:
        data["calls"] = dict(answer.tool_calls)
    if answer.seconds >= 0.001:
        data["seconds"] = round(answer.seconds, 3)
    return data


def _failure(pool: Pool, failed: FailedTry) -> dict[str, Json]:
    return {
        "class": failed.kind,
        "detail": failed.detail,
        "text": pool.text(failed.text) if failed.text else None,
        "reasoning": pool.text(failed.reasoning) if failed.reasoning else None,
        "seconds": round(failed.seconds, 3),
    }


def _response(pool: Pool, response: dict[str, Json]) -> dict[str, Json]:
    shown = (
        *("model", "provider", "status", "tries", "input_tokens", "cached_tokens"),
        *("output_tokens", "reasoning_tokens", "seconds"),
    )
    return {
        **{name: response[name] for name in shown},
        "prompt": pool.text(str(response["prompt"])) if response["prompt"] else None,
        "reply": pool.text(str(response["reply"])) if response["reply"] else None,
    }
