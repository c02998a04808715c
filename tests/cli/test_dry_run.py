"""`ludarena run --dry-run`: the size of a schedule and its cost, by hand-worked numbers."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from ludarena.arena.forecast import Terms, forecast, typical
from ludarena.arena.store import read_store
from ludarena.arena.usage import Total
from ludarena.models.limits import Limits
from ludarena.models.prices import Prices, built_in_prices
from tests.cli.run import run as ludarena

FILE = """\
seed = 3
[[games]]
id = "azul"
seats = [2, 3]
options = { round_limit = 1 }
[[participants]]
type = "random"
[[participants]]
type = "llm"
name = "first"
model = "scripted:first"
[[participants]]
type = "llm"
name = "asked"
model = "openai:gpt-5"
max_money = 0.5
[design]
kind = "panel"
appearances = 6
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "e.toml"
    path.write_text(FILE)
    return path


def dry(capsys, file, *more):
    ran = ludarena(capsys, "run", file, "--dry-run", "--json", *more)
    assert ran.code == 0, ran.err
    return ran.json


def test_size_of_a_schedule_by_stratum_seat_and_participant(capsys, file):
    told = dry(capsys, file)
    # 3 * 6 / 2 = 9 matches of two seats: each pair 3 times; 6 of three: each pair in all of them
    assert (told["matches"], told["left"]) == (15, 15)
    assert [(one["stratum"], one["matches"]) for one in told["strata"]] == [
        ("azul/2", 9), ("azul/3", 6),
    ]  # fmt: skip
    assert told["strata"][0]["pairs_meet"] == {"least": 3, "most": 3, "bound": 0}
    for one in told["participants"]:
        assert (one["appearances"], one["by_seat"]) == (12, [3 + 2, 3 + 2, 2])


def test_cost_is_unknown_where_nothing_is_known_and_bounded_by_limits(capsys, file):
    told = dry(capsys, file)
    random, first, asked = told["participants"]
    assert (random["asks_models"], random["expected_cost"], random["worst_cost"]) == (
        False,
        "0",
        "0",
    )
    assert (first["expected_tokens"], first["expected_cost"]) == (None, "0")  # it runs here
    assert (asked["expected_tokens"], asked["expected_cost"]) == (None, None)
    # twelve appearances of at most 0.50, each in at most three attempts
    assert asked["worst_cost"] == told["worst_cost"] == "18.0"
    assert told["expected_cost"] is None


def test_the_budget_bounds_the_worst_cost(capsys, file):
    file.write_text(FILE + "[budget]\nmoney = 4\n[budget.participants.asked]\nmoney = 7.5\n")
    told = dry(capsys, file)
    assert told["participants"][2]["worst_cost"] == "7.5"
    assert told["worst_cost"] == "4"


def test_nothing_bounds_the_cost_of_a_participant_without_limits(capsys, file):
    file.write_text(FILE.replace("max_money = 0.5\n", ""))
    ran = ludarena(capsys, "run", file, "--dry-run")
    assert "the run: expected unknown tokens, cost unknown; at most unknown" in ran.out
    assert "known from runs that were played: name some with --like RUN" in ran.err
    assert "nothing bounds the cost: give [budget] money" in ran.err


def test_a_dry_run_plays_and_writes_nothing(capsys, file, tmp_path):
    ran = ludarena(capsys, "run", file, "--dry-run", "--out", tmp_path / "run")
    assert ran.code == 0
    assert not (tmp_path / "run").exists()
    assert "15 matches\n" in ran.out


def test_what_was_played_is_not_left_and_tells_what_is_used(capsys, file, tmp_path):
    file.write_text(
        FILE.replace('model = "openai:gpt-5"\nmax_money = 0.5', 'model = "scripted:last"')
    )
    out = tmp_path / "run"
    assert ludarena(capsys, "run", file, "--out", out).code == 0
    again = dry(capsys, file, "--out", out)
    assert (again["matches"], again["left"]) == (15, 0)
    assert all(one["left"] == one["expected_tokens"] == 0 for one in again["participants"])
    told = dry(capsys, file, "--like", out)
    with read_store(out) as reader:
        used = dict.fromkeys(("random", "first", "asked"), 0)
        for call in reader.calls():
            tokens = int(str(call["input_tokens"])) + int(str(call["output_tokens"]))
            used[str(call["participant"])] += tokens
    for one in told["participants"]:
        # a mean of twelve appearances, rounded, times twelve
        assert abs(one["expected_tokens"] - used[one["participant"]]) <= 12
    assert told["expected_cost"] == "0"


def test_another_experiment_in_the_folder_is_told(capsys, file, tmp_path):
    assert ludarena(capsys, "run", file, "--out", tmp_path / "run", "--dry-run").code == 0
    small = FILE.partition('[[participants]]\ntype = "llm"\nname = "asked"')[0]
    file.write_text(small + '[design]\nkind = "round-robin"\n')
    file.write_text(file.read_text().replace("[2, 3]", "2"))
    assert ludarena(capsys, "run", file, "--out", tmp_path / "run").code == 0
    file.write_text(file.read_text().replace("seed = 3", "seed = 4"))
    ran = ludarena(capsys, "run", file, "--out", tmp_path / "run", "--dry-run")
    assert (ran.code, "seed was 3, is 4" in ran.err) == (2, True)


def test_run_without_a_folder_or_with_a_useless_like_is_told(capsys, file, tmp_path):
    ran = ludarena(capsys, "run", file)
    assert (ran.code, "--out: is missing: name a folder" in ran.err) == (2, True)
    ran = ludarena(capsys, "run", file, "--out", tmp_path / "run", "--like", tmp_path)
    assert (ran.code, "--like: only tells a --dry-run" in ran.err) == (2, True)


def test_expected_cost_is_the_mean_of_appearances_times_those_that_are_left(file):
    from ludarena.arena.experiment import read_experiment

    plan = read_experiment(file).plan()
    asked = plan.participants[2]
    known = {(asked.digest, "azul"): Total(input=900, output=100, cost=Decimal("0.02"))}
    found = forecast(plan, Terms(known=known), finished=[
        cell.index for cell in plan.cells if cell.setup.seats == 3
    ])  # fmt: skip
    one = found.people[2]
    # six appearances at tables of two are left
    assert (one.left, one.tokens, one.cost) == (6, 6_000, Decimal("0.12"))
    assert found.cost == Decimal("0.12")
    assert found.tokens is None  # those of the scripted model are not known


def test_a_limit_in_tokens_is_priced_at_the_dearest(file):
    from ludarena.arena.experiment import experiment_from
    from ludarena.arena.toml_table import parse_toml

    prices = Prices([built_in_prices()])
    model, price = next(iter(prices.tables[0].models.items()))
    text = FILE.replace("gpt-5", model).replace("max_money = 0.5", "max_tokens = 1000000")
    plan = experiment_from(parse_toml("e.toml", text), default_name="e").plan()
    dearest = max(prices.most(model, 10**6, 0), prices.most(model, 0, 10**6))
    assert dearest >= price.rates.output * prices.tables[0].rate
    found = forecast(plan, Terms(prices=prices))
    assert found.people[2].worst == dearest * 12 * 3
    assert forecast(plan, Terms()).people[2].worst is None
    limits = Limits(money=Decimal(1))
    assert forecast(plan, Terms(limits=limits)).worst == 1


def test_typical_use_counts_attempts_that_were_set_aside(tmp_path):
    from ludarena.agents import build_agent
    from ludarena.arena.protocol import Protocol
    from tests.arena.helpers import HEURISTIC, RANDOM, plan, run
    from tests.arena.test_amounts import Asking

    extra = {"usage_known": True, "cost": "0.5", "currency": "USD"}
    players: list[Asking] = []

    def build(kind, settings):
        if kind != "random":
            return build_agent(kind, settings)
        players.append(Asking(extra, fails_at=0 if players else 2))
        return players[-1]

    strict = Protocol(rethinks=0)
    of = plan([[RANDOM, HEURISTIC]], game="azul", protocol=strict, options={"round_limit": 1})
    assert run(tmp_path, of, build=build).complete
    with read_store(tmp_path) as reader:
        known = typical([reader])
    first, second = players
    assert first.asked == 2
    asked = first.asked + second.asked
    used = known[RANDOM.digest, "azul"]
    assert (used.input, used.output, used.cost) == (100 * asked, 7 * asked, Decimal(asked) / 2)
    assert known[HEURISTIC.digest, "azul"].input == 0
