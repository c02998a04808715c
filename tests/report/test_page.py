"""The page of a match: complete, self-contained, and safe with whatever players write."""

import json
import re
from html.parser import HTMLParser
from importlib import resources

import pytest

from ludarena.agents import ModelResponse, Reply, build_agent
from ludarena.arena.errors import NothingPlayed
from ludarena.arena.protocol import Protocol
from ludarena.arena.store import open_store, read_store
from ludarena.core.registry import load_game
from ludarena.core.sight import sight
from ludarena.report.page import fill_page, match_page
from tests.arena.helpers import HEURISTIC, RANDOM, log_of, plan, run, scripted

HOSTILE = "</script><img src=x onerror=alert(1)>{{data}}{{script}}<!--"


def page_of(folder, at="all"):
    with read_store(folder) as reader:
        match = reader.matches()[0]
        return match_page(reader, match, load_game(match.cell.setup.game), at)


class Page(HTMLParser):
    """Collects elements with their attributes, and what scripts and styles hold."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.held = {}
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self.elements and self.elements[-1][0] in ("script", "style", "title"):
            self.held.setdefault(self.elements[-1][0], []).append(data)

    @property
    def data(self):
        return json.loads(self.held["script"][0])


@pytest.fixture(scope="module")
def splendor(tmp_path_factory):
    folder = tmp_path_factory.mktemp("splendor")
    run(folder, plan([[HEURISTIC, RANDOM]], game="splendor", options={"turn_limit": 12}))
    return folder


@pytest.fixture(scope="module")
def data(splendor):
    return Page(page_of(splendor)).data


def text(data, places):
    return "\n".join(data["lines"][place] for place in places)


# --- what the page holds ----------------------------------------------------------------------


def test_every_event_is_a_step_and_the_last_one_is_the_end(splendor, data):
    with read_store(splendor) as reader:
        events = log_of(reader)
    assert [frame["k"] for frame in data["frames"][:-1]] == [event.number for event in events]
    assert data["frames"][-1]["a"] == "end"


def test_decision_shows_what_its_seat_saw_was_asked_offered_and_chose(splendor, data):
    with read_store(splendor) as reader:
        match = reader.matches()[0]
        events = log_of(reader)
    setup = match.cell.setup
    game = load_game("splendor")
    state = game.new(seats=2, seed=setup.seed, options=setup.options)
    for event in events[1:10]:
        seen = sight(game, state, event.seat)
        frame = data["frames"][event.number]
        assert text(data, frame["v"]) == seen.text
        assert seen.decision is not None
        assert event.action is not None
        assert data["lines"][frame["q"]] == seen.decision.question
        offered = [data["choices"][one] for one in frame["o"]]
        told = [(data["lines"][one], data["lines"][other]) for one, other in offered]
        assert told == [(choice.id, choice.description) for choice in seen.choices]
        assert data["lines"][frame["c"]] == event.action_id
        state.apply(event.seat, event.action)


def test_outcome_and_points_over_the_match_agree(data):
    last = [row[-1] for row in data["measures"]["points so far"]]
    assert last == [result["score"] for result in data["results"]]
    assert all(len(row) == len(data["frames"]) - 1 for row in data["measures"]["points so far"])
    for result in data["results"]:
        assert sum(result["routes"].values()) == result["score"]


def test_lines_stand_once(data):
    assert len(set(data["lines"])) == len(data["lines"])
    assert len({tuple(pair) for pair in data["choices"]}) == len(data["choices"])


def test_failed_tries_reasons_and_acts_of_the_arena_are_shown(tmp_path):
    fails = scripted("failing", ["nonsense", "!first"], "!refused")
    policy = Protocol(on_failure="stand_in")
    run(tmp_path, plan([[fails, RANDOM]], protocol=policy, game="splendor"))
    data = Page(page_of(tmp_path)).data
    failed = [frame for frame in data["frames"] if "f" in frame]
    assert [one["class"] for one in failed[0]["f"]] == ["unreadable"]
    assert text(data, failed[0]["f"][0]["text"]) == "nonsense"
    assert failed[1]["stand_in"] is True
    stood_in = next(frame for frame in data["frames"] if frame["a"] == "stand_in")
    assert data["lines"][stood_in["w"]] == "refused"


class Model:
    """A player that answers as a model would, with a prompt, tokens and reasoning."""

    immediate = True

    async def decide(self, request):
        response = ModelResponse(
            id=f"{request.seat}-{request.number}",
            provider="somewhere",
            model="small-1",
            prompt="Play well.",
            reply="I play this.",
            input_tokens=100,
            cached_tokens=60,
            output_tokens=20,
            reasoning_tokens=5,
        )
        first = request.legal_actions[0]
        return Reply(action=first, reasoning="It is first.", responses=(response,))

    async def close(self):
        pass


def test_responses_of_a_model_are_shown_with_tokens_prompt_and_reply(tmp_path):
    def build(kind, settings):
        return Model() if kind == "random" else build_agent(kind, settings)

    run(tmp_path, plan([[RANDOM, HEURISTIC]], game="splendor"), build=build)
    data = Page(page_of(tmp_path)).data
    frame = data["frames"][1]
    (response,) = frame["m"]
    assert (response["model"], response["provider"]) == ("small-1", "somewhere")
    assert (response["input_tokens"], response["cached_tokens"]) == (100, 60)
    assert (response["output_tokens"], response["reasoning_tokens"]) == (20, 5)
    assert text(data, response["prompt"]) == "Play well."
    assert text(data, response["reply"]) == "I play this."
    assert text(data, frame["r"]) == "It is first."
    assert all("m" not in one for one in data["frames"] if one.get("s") == 1)


def test_search_is_shown_with_visits_values_and_line(tmp_path):
    from ludarena.arena.participant import built_in

    search = built_in("search", "ismcts", simulations=8, steps=4)
    run(tmp_path, plan([[search, RANDOM]], game="splendor", options={"turn_limit": 1}))
    data = Page(page_of(tmp_path)).data
    frame = next(frame for frame in data["frames"] if frame.get("s") == 0 and "x" in frame)
    assert sum(visits for _, visits, _ in frame["x"]["actions"]) == 8
    assert frame["x"]["line"][0][0] == 0


# --- viewpoints -------------------------------------------------------------------------------


def test_page_for_a_seat_holds_no_decision_of_others_and_no_seed(splendor):
    page = Page(page_of(splendor, 1)).data
    assert "seed" not in page["facts"]
    for frame in page["frames"]:
        if frame["a"] == "action" and frame["s"] == 0:
            assert not {"c", "o", "r", "x", "f", "m", "b"} & set(frame)
    own = [frame for frame in page["frames"] if frame["a"] == "action" and frame["s"] == 1]
    assert all("c" in frame and "o" in frame for frame in own)


def test_page_for_a_seat_counts_its_own_steps(splendor):
    frames = Page(page_of(splendor, 1)).data["frames"]
    assert [frame["k"] for frame in frames] == list(range(len(frames)))


def test_card_reserved_unseen_is_on_the_page_of_its_owner_alone(tmp_path):
    blind = scripted("blind", "reserve-deck:3")
    run(tmp_path, plan([[blind, RANDOM]], game="splendor", options={"turn_limit": 2}))
    whole = Page(page_of(tmp_path)).data
    frame = whole["frames"][1]
    assert whole["lines"][frame["c"]] == "reserve-deck:3"
    told = " ".join(whole["lines"][one] for one in frame["y"])
    (card, *_) = re.findall(r"l3-\w+-\d", told)
    for at, shown in ((0, True), (1, False), ("public", False)):
        page = Page(page_of(tmp_path, at)).data
        assert any(card in line for line in page["lines"]) is shown


def test_sealed_answers_are_steps_of_their_own_seat_alone(tmp_path):
    run(tmp_path, plan([[RANDOM, RANDOM]], game="bids"))
    whole = Page(page_of(tmp_path)).data["frames"]
    assert {frame["s"] for frame in whole if frame["a"] == "action"} == {0, 1}
    # answers are entered by seat, so those of seat 0 never close a block
    seen = Page(page_of(tmp_path, 1)).data["frames"]
    assert {frame["s"] for frame in seen if frame["a"] == "action"} == {1}


def test_unfinished_match_is_shown_as_far_as_it_goes(tmp_path):
    refuses = scripted("refuser", "!first", "!refused")
    run(tmp_path, plan([[refuses, RANDOM]], protocol=Protocol(rethinks=0, attempts=1)))
    data = Page(page_of(tmp_path)).data
    assert data["results"] == []
    assert [frame["a"] for frame in data["frames"][-2:]] == ["void", "end"]
    assert [one["class"] for one in data["frames"][-2]["f"]] == ["refused"]


def test_match_of_other_rules_is_shown_by_its_actions_alone(splendor, monkeypatch):
    monkeypatch.setattr(type(load_game("splendor")), "rules_version", "other")
    data = Page(page_of(splendor)).data
    assert "told by its actions alone" in data["trouble"]
    assert all("v" not in frame for frame in data["frames"])
    assert all("c" in frame for frame in data["frames"] if frame["a"] == "action")


def test_match_that_has_not_begun_has_no_page(tmp_path):
    with open_store(tmp_path) as store:
        store.freeze(plan([[RANDOM, RANDOM]]))
    with pytest.raises(NothingPlayed):
        page_of(tmp_path)


# --- safe and on its own ----------------------------------------------------------------------


def test_hostile_text_stays_text():
    page = fill_page(HOSTILE, {"lines": [HOSTILE, "\u2028"]})
    parsed = Page(page)
    assert parsed.data["lines"] == [HOSTILE, "\u2028"]
    assert [tag for tag, _ in parsed.elements].count("script") == 2
    assert not [tag for tag, _ in parsed.elements if tag == "img"]
    assert HOSTILE not in page


def test_hostile_name_and_reply_stay_text(tmp_path):
    run(tmp_path, plan([[scripted(HOSTILE, [HOSTILE, "!first"]), RANDOM]]))
    page = page_of(tmp_path)
    parsed = Page(page)
    assert HOSTILE not in page
    assert parsed.data["seats"][0]["name"] == HOSTILE
    assert "img" not in [tag for tag, _ in parsed.elements]


def test_script_never_reads_text_as_html():
    script = resources.files("ludarena.report").joinpath("page/page.js").read_text("utf-8")
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert word not in script


def test_page_asks_no_other_address_for_anything(splendor):
    page = page_of(splendor)
    parsed = Page(page)
    for _, attributes in parsed.elements:
        for name in ("src", "href", "action", "data"):
            assert attributes.get(name) in (None, "data:,")
    policy = next(a["content"] for _, a in parsed.elements if "http-equiv" in a)
    assert policy.startswith("default-src 'none'")
    style_and_script = "".join(parsed.held["style"] + parsed.held["script"][1:])
    assert "url(" not in style_and_script
    assert re.findall(r"https?://(?!www\.w3\.org/2000/svg)", style_and_script) == []
