"""The experiment file: what it means, and every way in which it can be wrong."""

from collections import Counter

import pytest

from ludarena.arena.design import match_seed
from ludarena.arena.design_kinds import RoundRobin
from ludarena.arena.experiment import Experiment, experiment_from, read_experiment
from ludarena.arena.toml_table import InvalidExperiment, parse_toml
from ludarena.core.registry import load_game
from ludarena.core.view import canonical_json

GOOD = """\
name = "first"
seed = 12

[[games]]
id = "azul"
seats = [2, 3]

[games.options]
round_limit = 30

[[participants]]
name = "careful"
type = "heuristic"
epsilon = 0.0

[[participants]]
type = "random"

[design]
kind = "round-robin"
rounds = 2

[protocol]
rethinks = 0
"""


def read(text) -> Experiment:
    return experiment_from(parse_toml("e.toml", text), default_name="e")


def complaint(text):
    with pytest.raises(InvalidExperiment) as caught:
        read(text)
    return str(caught.value)


def changed(old, new):
    assert old in GOOD
    return GOOD.replace(old, new)


def test_good_file_says_games_participants_protocol_and_rounds():
    experiment = read(GOOD)
    (entry,) = experiment.games
    careful, chance = experiment.participants
    assert (experiment.name, experiment.seed, experiment.design) == ("first", 12, RoundRobin(2))
    assert (entry.game, entry.seats) == ("azul", (2, 3))
    assert entry.options["round_limit"] == 30
    assert set(entry.options) == {option.name for option in load_game("azul").options}
    assert (careful.name, careful.type, dict(careful.settings)) == (
        "careful",
        "heuristic",
        {"epsilon": 0.0},
    )
    assert (chance.name, chance.type) == ("random", "random")
    assert experiment.protocol.rethinks == 0


def test_name_defaults_to_that_of_the_file_and_rounds_to_one(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(changed('name = "first"\n', "").replace("rounds = 2\n", ""))
    experiment = read_experiment(path)
    assert (experiment.name, experiment.design) == ("mine", RoundRobin(1))


def test_name_of_the_file_is_made_visible(tmp_path):
    path = tmp_path / ("first\u202e" + "x" * 200 + ".toml")
    path.write_text(changed('name = "first"\n', ""))
    assert read_experiment(path).name.startswith("first?xxx")


def test_seats_may_be_one_number():
    assert read(changed("[2, 3]", "4")).games[0].seats == (4,)


def test_plan_has_every_match_of_every_seat_count_round_by_round():
    # two participants: 1 line-up of 2 in 2 seats, 2 line-ups of 3 in 3 seats, twice
    experiment = read(GOOD)
    cells = experiment.plan().cells
    assert experiment.matches == len(cells) == 2 * (2 + 6)
    assert [cell.index for cell in cells] == list(range(16))
    assert [cell.setup.seats for cell in cells] == [2, 2, 3, 3, 3, 3, 3, 3] * 2
    assert Counter(cell.stratum for cell in cells) == {"azul/2": 4, "azul/3": 12}
    assert {name for cell in cells for name in cell.roster} == {"careful", "random"}


def test_plan_is_a_function_of_the_file():
    first, again = read(GOOD).plan(), read(GOOD).plan()
    assert (first.digest, first.schedule_digest) == (again.digest, again.schedule_digest)
    assert read(changed("seed = 12", "seed = 13")).plan().digest != first.digest


def test_seeds_of_matches_are_distinct_and_derived_from_seed_game_options_seats_and_place():
    experiment = read(GOOD)
    seeds = [cell.setup.seed for cell in experiment.plan().cells]
    assert len(set(seeds)) == 16
    options = canonical_json(dict(experiment.games[0].options))
    assert seeds[1] == match_seed(12, "azul", options, 2, 1)


def test_more_rounds_keep_the_seeds_and_rosters_of_the_first():
    few = [(cell.setup.seed, cell.roster) for cell in read(GOOD).plan().cells]
    more = [
        (cell.setup.seed, cell.roster)
        for cell in read(changed("rounds = 2", "rounds = 3")).plan().cells
    ]
    assert more[: len(few)] == few


BAD = {
    "unknown game": (
        changed('"azul"', '"azull"'),
        "e.toml:5: games[0].id: no game is called 'azull' (did you mean 'azul'?); installed: ",
    ),
    "seat count": (
        changed("[2, 3]", "[2, 5]"),
        "e.toml:6: games[0].seats: must be a number from 2 to 4, or a list of such numbers "
        "for azul, not [2, 5]",
    ),
    "seat count twice": (
        changed("[2, 3]", "[2, 2]"),
        "e.toml:6: games[0].seats: names a number twice: [2, 2]",
    ),
    "no seats": (
        changed("seats = [2, 3]\n", ""),
        "e.toml:4: games[0]: lacks 'seats': give a number from 2 to 4, or a list of such numbers",
    ),
    "unknown option": (
        changed("round_limit", "round_limits"),
        "e.toml:9: games[0].options.round_limits: azul has no option 'round_limits' "
        "(did you mean 'round_limit'?); it has: ",
    ),
    "option value": (
        changed("round_limit = 30", "round_limit = 0"),
        "e.toml:9: games[0].options.round_limit: azul: option 'round_limit' cannot be 0; "
        "it takes an integer from 1 to 100",
    ),
    "option type": (
        changed("round_limit = 30", "round_limit = 1.5"),
        "e.toml:9: games[0].options.round_limit: must be a text, an integer or a boolean, not 1.5",
    ),
    "key of a game": (
        changed("[games.options]\n", "colour = 1\n[games.options]\n"),
        "e.toml:8: games[0].colour: is not known here; known: id, seats, options",
    ),
    "same game twice": (
        GOOD + '[[games]]\nid = "azul"\nseats = 3\noptions = { round_limit = 30 }\n',
        "e.toml:26: games[1].id: azul with 3 seats and these options is listed twice",
    ),
    "no games": (
        'seed = 1\n[[participants]]\ntype = "random"\n',
        "e.toml: lacks 'games': give at least one table [[games]]",
    ),
    "agent type": (
        changed('"heuristic"', '"heuristics"'),
        "e.toml:13: participants[0].type: no agent type is called 'heuristics' "
        "(did you mean 'heuristic'?); installed: ",
    ),
    "setting": (
        changed("epsilon", "epsilom"),
        "e.toml:14: participants[0].epsilom: agent type 'heuristic' has no setting 'epsilom' "
        "(did you mean 'epsilon'?); it has: epsilon",
    ),
    "setting of another type": (
        changed('type = "random"', 'type = "random"\nepsilon = 0.5'),
        "e.toml:18: participants[1].epsilon: agent type 'random' has no setting 'epsilon'; "
        "it has: none",
    ),
    "setting that is named like an argument": (
        changed("epsilon = 0.0", "type_name = 0"),
        "e.toml:14: participants[0].type_name: agent type 'heuristic' has no setting 'type_name'",
    ),
    "setting value": (
        changed("epsilon = 0.0", "epsilon = 2"),
        "e.toml:14: participants[0].epsilon: agent type 'heuristic': setting 'epsilon' "
        "cannot be 2; it takes a number from 0 to 1",
    ),
    "participant name": (
        changed('"careful"', '"very careful"'),
        "e.toml:12: participants[0].name: must be 1 to 40 letters, digits and any of . _ + -, "
        "and begin with a letter or digit",
    ),
    "name twice": (
        changed('"careful"', '"random"'),
        "e.toml:16: participants[1].name: 'random' is the name of another participant too",
    ),
    "participant twice": (
        GOOD + '[[participants]]\nname = "dice"\ntype = "random"\n',
        "e.toml:25: participants[2]: 'dice' is the same configuration as 'random': remove one",
    ),
    "one participant": (
        changed('[[participants]]\ntype = "random"\n', ""),
        "e.toml:11: participants: a design needs at least two participants",
    ),
    "person": (
        changed('type = "random"', 'type = "human"'),
        "e.toml:17: participants[1].type: 'human' needs a terminal and cannot be part of a run: "
        "use ludarena play",
    ),
    "design": (
        changed('"round-robin"', '"ladder"'),
        "e.toml:20: design.kind: cannot be 'ladder'; one of 'round-robin', 'panel'",
    ),
    "rounds": (
        changed("rounds = 2", "rounds = 0"),
        "e.toml:21: design.rounds: must be an integer from 1 to 10000, not 0",
    ),
    "key of the design": (
        changed("rounds = 2", "round = 2"),
        "e.toml:21: design.round: is not known here (did you mean 'rounds'?); known: kind, rounds",
    ),
    "too many matches": (
        changed("rounds = 2", "rounds = 10000").replace("[2, 3]", "[2, 3, 4]"),
        "e.toml:19: design: plans 120000 matches, at most 100000 are allowed: "
        "take fewer rounds, seats or participants",
    ),
    "key of the protocol": (
        changed("rethinks", "rethink"),
        "e.toml:24: protocol.rethink: is not known here (did you mean 'rethinks'?); known: rules, ",
    ),
    "protocol value": (
        changed("rethinks = 0", "rethinks = -1"),
        "e.toml:24: protocol.rethinks: protocol: 'rethinks' cannot be -1; "
        "it takes an integer from 0 to 1000",
    ),
    "feedback without rethinks": (
        changed("rethinks = 0", 'rethinks = 0\nfeedback = "reason"'),
        "e.toml:25: protocol.feedback: contradicts rethinks = 0: there is no next try to be told",
    ),
    "stand-in of nobody": (
        changed("rethinks = 0", 'stand_in = "random"'),
        "e.toml:24: protocol.stand_in: contradicts on_failure = 'void', "
        "under which nobody stands in",
    ),
    "unknown stand-in": (
        changed("rethinks = 0", 'on_failure = "forfeit"\nstand_in = "randon"'),
        "e.toml:25: protocol.stand_in: no agent type is called 'randon' (did you mean 'random'?)",
    ),
    "attempts without void": (
        changed("rethinks = 0", 'on_failure = "forfeit"\nattempts = 2'),
        "e.toml:25: protocol.attempts: contradicts on_failure = 'forfeit', "
        "under which no match is repeated",
    ),
    "no seed": (
        changed("seed = 12\n", ""),
        "e.toml: lacks 'seed': give an integer from 0 to 9223372036854775807",
    ),
    "negative seed": (
        changed("seed = 12", "seed = -1"),
        "e.toml:2: seed: must be an integer from 0 to 9223372036854775807, not -1",
    ),
    "prices": (
        GOOD + '[prices]\ntables = "example"\n',
        'e.toml:26: prices.tables: must be a list of price tables, such as ["prices.toml"], '
        "not 'example'",
    ),
    "unknown table": (
        GOOD + "[desing]\n",
        "e.toml:25: desing: is not known here (did you mean 'design'?); known: ",
    ),
    "key given twice": (
        changed("seed = 12", "seed = 12\nseed = 13"),
        "e.toml:3: no valid TOML: Cannot overwrite a value",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_wrong_file_names_file_line_key_and_remedy(case):
    text, message = BAD[case]
    assert complaint(text).startswith(message)


@pytest.mark.parametrize("name", [r"\u001b[31mred", r"two\nlines", r"\u202eleft", "x" * 101])
def test_a_name_that_would_disturb_a_terminal_is_refused(name):
    assert "e.toml:1: name: must be one line" in complaint(changed('"first"', f'"{name}"'))


@pytest.mark.parametrize("value", ["inf", "nan", "1e300", "0", "-1"])
def test_limits_of_time_are_finite_and_above_zero(value):
    text = complaint(GOOD + f"decision_seconds = {value}\n")
    assert "a number of seconds above 0, at most 10000000" in text


@pytest.mark.parametrize("value", ["1001", "-1", "10000000000000000000000"])
def test_rethinks_have_an_upper_limit(value):
    text = complaint(changed("rethinks = 0", f"rethinks = {value}"))
    assert "an integer from 0 to 1000" in text


@pytest.mark.parametrize("value", ["1979-05-27", "nan", "[inf]"])
def test_settings_that_no_json_can_hold_are_refused(value):
    one = f'[[participants]]\ntype = "python"\npath = "a.py:A"\nsettings = {{ x = {value} }}\n'
    text = complaint(changed("[design]", f"{one}[design]"))
    assert "it takes a table of keyword arguments: texts, finite numbers" in text
