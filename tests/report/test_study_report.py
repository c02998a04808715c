"""The report of real runs: every file is there, every number is that of the analysis."""

import csv
import html.parser
import io
import json
import re
from dataclasses import replace

import pyarrow.parquet
import pytest

from ludarena.analysis.draws import joint_draws
from ludarena.analysis.frontier import frontier
from ludarena.analysis.leaderboard import leaderboard
from ludarena.analysis.rating_board import rating_boards
from ludarena.analysis.results import stored_results
from ludarena.arena.participant import built_in
from ludarena.arena.protocol import Protocol
from ludarena.arena.store import open_store, read_store
from ludarena.core.registry import load_game
from ludarena.models.prices import Prices, built_in_prices
from ludarena.report.figures.style import Pictures
from ludarena.report.study.contrast import Asked
from ludarena.report.study.errors import (
    DuplicateOutcome,
    ForeignFolder,
    MixedCohorts,
    NothingToReport,
    UnlikeParticipants,
)
from ludarena.report.study.report import MANIFEST, PAGE, write_report
from ludarena.testing.provider import ScriptedProvider
from tests.agents.llm.table import first_listed, model_at, services
from tests.arena.helpers import HEURISTIC, RANDOM, plan, run, scripted
from tests.report.pictures import drawn, faults
from tests.report.studies import WRONG, joined, report_of, table


@pytest.fixture(scope="module")
def written(made, tmp_path_factory):
    return write_report(made, tmp_path_factory.mktemp("report"))


# --- files ------------------------------------------------------------------------------------


def test_every_table_and_figure_is_written_in_every_form(made, written):
    folder = written.folder
    drawings = [one.id for section in made.sections for one in section.drawings]
    assert {"placement-matrix", "ratings", "contrasts", "frontier-cost", "tokens"} < set(drawings)
    assert {"decisions", "mechanisms", "failures", "dominance"} < set(drawings)
    assert len(set(drawings)) == len(drawings)
    for drawing in drawings:
        for ending in (".svg", "-narrow.svg", ".png"):
            assert (folder / "figures" / f"{drawing}{ending}").stat().st_size > 1000
    for one in made.tables:
        for ending in (".csv", ".parquet"):
            assert (folder / "tables" / f"{one.id}{ending}").is_file()
        assert (folder / "tables" / f"{one.id}.tex").is_file() == one.main
    listed = json.loads((folder / MANIFEST).read_text())["files"]
    there = [str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()]
    assert sorted([*listed, MANIFEST]) == sorted(there)


def test_csv_and_parquet_hold_what_the_table_holds(made, written):
    for one in made.tables:
        names = [column.name for column in one.columns]
        text = (written.folder / "tables" / f"{one.id}.csv").read_text()
        header, *rows = csv.reader(io.StringIO(text))
        assert header == names
        assert len(rows) == len(one.rows)
        stored = pyarrow.parquet.read_table(written.folder / "tables" / f"{one.id}.parquet")
        assert stored.column_names == names
        for place, row in enumerate(one.rows):
            for name, cell, word in zip(names, row, rows[place]):
                value = stored[name][place].as_py()
                known = cell is not None and cell == cell
                assert value == (cell if known else None)
                assert (float(word) == cell) if isinstance(cell, float) and known else True
                assert word == (str(cell) if known else "")


def test_no_figure_of_the_report_is_cut_covered_or_empty(made):
    for section in made.sections:
        for drawing in section.drawings:
            if not drawing.id.startswith(("frontier-tokens", "frontier-seconds")):  # as of costs
                assert faults(drawn(drawing.draw, 3.75)) == [], drawing.id


def test_same_runs_give_the_same_page(metered, written, made):
    again = report_of(metered, asked=Asked(groups=("SP=2",)))
    assert list(map(repr, again.tables)) == list(map(repr, made.tables))
    assert again.head == made.head


# --- the page ---------------------------------------------------------------------------------


class Page(html.parser.HTMLParser):
    """Collects elements; every one that is opened must be closed in its order."""

    EMPTY = ("meta", "link", "img", "source")

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.open = []
        self.words = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)


@pytest.fixture(scope="module")
def page(written):
    return Page(written.page.read_text("utf-8"))


def test_page_is_whole_and_has_every_section_figure_and_table(made, page):
    assert page.open == []
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(set(ids)) == len(ids)
    for section in made.sections:
        assert section.id in ids
        assert {f"figure-{one.id}" for one in section.drawings} <= set(ids)
        assert {f"table-{one.id}" for one in section.tables} <= set(ids)
    rows = sum(tag == "tr" for tag, _ in page.elements)
    assert rows == sum(len(one.rows) + 1 for one in made.tables)


def test_page_asks_no_other_address_for_anything(page):
    for tag, attributes in page.elements:
        for name in ("src", "srcset", "href"):
            address = attributes.get(name, "")
            assert not address or address.startswith(("data:", "#")), (tag, address)
    (policy,) = [a["content"] for _, a in page.elements if "http-equiv" in a]
    assert policy.startswith("default-src 'none'")


def test_pictures_have_words_and_one_for_a_phone(made, page):
    images = [attributes for tag, attributes in page.elements if tag == "img"]
    sources = [attributes for tag, attributes in page.elements if tag == "source"]
    assert len(images) == len(sources) == sum(len(one.drawings) for one in made.sections)
    assert all(len(one["alt"]) > 20 for one in images)


def test_what_a_participant_is_called_stays_text(tmp_path):
    hostile = scripted("<script>alert(1)</script>", "!first")
    run(tmp_path, plan([[hostile, RANDOM]] * 2))
    made = report_of(tmp_path)
    from ludarena.report.study.page import study_page

    pictures = {
        one.id: Pictures(svg="<svg/>", narrow="<svg/>", png=b"")
        for part in made.sections
        for one in part.drawings
    }
    text = study_page(made.title, made.head, made.gaps, made.sections, pictures)
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)" in text


def test_script_never_reads_text_as_html():
    from ludarena.report.filling import part

    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
        assert word not in part("study.js")


# --- numbers ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def results(metered):
    with read_store(metered) as reader:
        return stored_results(reader)


def test_placements_are_those_of_the_leaderboard(made, results):
    overall, *games = leaderboard(results, seed=3, resamples=200)
    expected = [(one.participant, one.score, one.low, one.high) for one in overall.standings]
    told = table(made, "placements")
    keys = ("participant", "placement", "low", "high")
    assert [tuple(row[key] for key in keys) for row in told] == expected
    by_game = {(row["game"], row["participant"]): row for row in table(made, "placements-by-game")}
    for board in games:
        for one in board.standings:
            assert by_game[board.game, one.participant]["placement"] == one.score
            assert by_game[board.game, one.participant]["matches"] == one.matches


def test_ratings_are_those_of_the_rating_boards(made, results):
    pooled, *_ = rating_boards(results, seed=3, draws=100)
    told = table(made, "ratings")
    assert [(row["participant"], row["elo"], row["low"], row["high"]) for row in told] == [
        (one.participant, one.elo, one.low, one.high) for one in pooled.rated
    ]


def test_frontier_of_costs_is_that_of_the_joint_draws(made, metered, results):
    from ludarena.arena.amounts import appearance_amounts

    with read_store(metered) as reader:
        amounts = appearance_amounts(reader)
    draws = joint_draws(results, seed=3, draws=100, amounts=amounts)
    cost, drawn_cost = draws.mean_amount("cost")
    found = frontier(draws.participants, draws.pooled, cost, drawn=(draws.drawn_pooled, drawn_cost))
    told = [row for row in table(made, "frontier-cost") if row["game"] == "*"]
    assert [(row["participant"], row["cost"], row["membership"]) for row in told] == [
        (one.participant, one.cost, one.membership) for one in found.points
    ]
    assert any(row["cost"] > 0 for row in told)


def test_failures_are_counted_and_results_without_them_stand_beside(made, results):
    wrong = next(row for row in table(made, "failures") if row["participant"] == WRONG.name)
    assert wrong["unreadable"] == wrong["stood_in"] == 6
    kept = [one for one in results if not one.failed]
    overall, *_ = leaderboard(kept, seed=3, resamples=200)
    without = {one.participant: one.score for one in overall.standings}
    for row in table(made, "placements-without-failures"):
        assert row["without"] == without.get(row["participant"])


def test_appearances_have_medians_of_their_decisions(made, metered):
    with read_store(metered) as reader:
        match = reader.matches()[0]
        seats = reader.seat_results(match.finished or 0)
    assert seats[0].controller_decisions > 0
    told = {(row["game"], row["participant"]): row for row in table(made, "appearances")}
    assert told["azul", "model"]["tokens_median"] > 0
    assert told["azul", "heur"]["tokens_median"] == 0
    assert told["azul", "model"]["appearances"] == 6


def test_methods_say_what_ran(made, metered):
    (methods,) = [one for one in made.sections if one.id == "methods"]
    words = " ".join(methods.paragraphs)
    with read_store(metered) as reader:
        experiment = reader.experiment()
    assert experiment is not None
    assert experiment.protocol.id[:12] in words
    assert experiment.digest[:12] in words
    assert "12 are finished after 12 attempts" in words
    assert "azul with 2 seats (8 matches) and splendor with 2 seats (4 matches)" in words
    assert "100 joint draws" in words
    assert "seed 3" in words
    assert Prices([built_in_prices("example")]).digest[:12] in words


def test_contrasts_between_groups_name_their_games(made):
    rows = table(made, "group-contrasts")
    assert {(row["inside_games"], row["outside_games"]) for row in rows} == {("azul", "splendor")}


# --- LaTeX ------------------------------------------------------------------------------------


def test_latex_is_balanced_and_escaped(made, written):
    for one in made.tables:
        if not one.main:
            continue
        text = (written.folder / "tables" / f"{one.id}.tex").read_text("utf-8")
        bare = re.sub(r"\\[\\{}&%#_$]|\\text\w+\{\}", "", text.partition("\n")[2])
        assert bare.count("{") == bare.count("}")
        assert "#" not in bare
        assert "%" not in bare
        assert bare.count("$") % 2 == 0
        begun = re.findall(r"\\begin\{(\w+)\}", text)
        assert begun == re.findall(r"\\end\{(\w+)\}", text)[::-1]
        body = bare.partition("\\toprule")[2].partition("\\bottomrule")[0]
        lines = [line for line in body.splitlines() if "&" in line]
        assert len(lines) == len(one.rows) + 1
        assert {line.count("&") for line in lines} == {len(one.columns) - 1}
    assert r"wrong\_50\%\&\#\{\}" in (written.folder / "tables" / "placements.tex").read_text()


# --- what is wrong ----------------------------------------------------------------------------


@pytest.fixture
def folders(tmp_path):
    return [tmp_path / name for name in ("one", "other")]


def test_runs_of_different_protocols_are_refused_or_said(folders):
    for folder, tries in zip(folders, (1, 2)):
        run(folder, plan([[HEURISTIC, RANDOM]] * 2, protocol=Protocol(rethinks=tries)))
    with pytest.raises(MixedCohorts, match="2 protocols"):
        report_of(*folders)
    made = report_of(*folders, mix=True)
    assert "put together although they have 2 protocols" in made.head[1]


def test_runs_of_different_rules_versions_are_refused_or_said(folders, monkeypatch):
    run(folders[0], plan([[HEURISTIC, RANDOM]] * 2))
    monkeypatch.setattr(type(load_game("echoes")), "rules_version", "other")
    run(folders[1], plan([[HEURISTIC, RANDOM]] * 2, seed=20))
    with pytest.raises(MixedCohorts, match="echoes was played under the rules versions"):
        report_of(*folders)
    made = report_of(*folders, mix=True)
    assert {row["rules_version"] for row in table(made, "games")} == {"1", "other"}


def test_match_that_two_runs_hold_is_refused(folders):
    for folder in folders:
        run(folder, plan([[HEURISTIC, RANDOM]]))
    with pytest.raises(DuplicateOutcome, match="stands in one and in other"):
        report_of(*folders)


def test_name_of_two_configurations_is_refused(folders):
    run(folders[0], plan([[HEURISTIC, RANDOM]]))
    other = built_in(HEURISTIC.name, "heuristic", epsilon=0.9)
    run(folders[1], plan([[other, RANDOM]], seed=20))
    with pytest.raises(UnlikeParticipants, match="'heur' is another configuration"):
        report_of(*folders)


def test_run_without_a_finished_match_is_refused(tmp_path):
    with open_store(tmp_path / "one") as store:
        store.freeze(plan([[HEURISTIC, RANDOM]]))
    with pytest.raises(NothingToReport, match="no match is finished in one"):
        report_of(tmp_path / "one")


def test_unfinished_run_is_a_gap_on_the_page(tmp_path):
    refuses = scripted("refuser", "!refused")
    rosters = [[HEURISTIC, RANDOM], [HEURISTIC, RANDOM], [refuses, RANDOM]]
    run(tmp_path / "one", plan(rosters, protocol=Protocol(rethinks=0, attempts=1)))
    made = report_of(tmp_path / "one")
    assert made.gaps[0] == "One is not finished: 2 of 3 matches are, 1 were set aside."


def test_game_of_one_participant_is_a_gap_and_has_no_placement(tmp_path):
    run(tmp_path, plan([[HEURISTIC, HEURISTIC]] * 2))
    made = report_of(tmp_path)
    assert "Heur met nobody in echoes and has no placement there." in made.gaps
    assert table(made, "placements") == []


def test_game_that_somebody_did_not_play_is_a_gap(tmp_path):
    both = joined(
        plan([[HEURISTIC, RANDOM]] * 2), plan([[HEURISTIC, WRONG]] * 2, game="drafts", seed=30)
    )
    run(tmp_path, both)
    made = report_of(tmp_path)
    assert "Rand did not play drafts." in made.gaps
    by_name = {row["participant"]: row for row in table(made, "placement-matrix")}
    assert by_name["rand"]["drafts"] != by_name["rand"]["drafts"]


def test_missing_price_is_a_gap_and_its_participant_on_no_frontier(tmp_path):
    with ScriptedProvider(first_listed) as provider:
        from ludarena.arena.runner import run_matches

        model = model_at(provider)
        of = plan([[model, RANDOM]] * 2, game="azul", options={"round_limit": 1})
        with open_store(tmp_path) as store:
            store.freeze(of)
            assert run_matches(store, services=services()).complete
    made = report_of(tmp_path)
    assert "The cost of model is not known: a response has no price." in made.gaps
    rows = [row for row in table(made, "frontier-cost") if row["participant"] == "model"]
    assert {row["on_frontier"] for row in rows} == {"unknown"}


def test_reference_cohort_stands_beside_the_panel_and_is_not_pooled(tmp_path):
    of = plan([[HEURISTIC, RANDOM]] * 3 + [[WRONG, RANDOM]] * 2)
    cells = tuple(
        replace(cell, part="cohort", focal=0) if index > 2 else cell
        for index, cell in enumerate(of.cells)
    )
    run(tmp_path, replace(of, cells=cells))
    made = report_of(tmp_path)
    assert [row["participant"] for row in table(made, "placements")] == ["heur", "rand"]
    beside = table(made, "reference-placements")
    assert {row["participant"] for row in beside} == {"rand", WRONG.name}


def test_matched_scenarios_are_compared_within_themselves(tmp_path):
    rosters = [[one, RANDOM] for _ in range(3) for one in (HEURISTIC, WRONG)]
    of = plan(rosters)
    cells = tuple(
        replace(
            cell,
            part="matched",
            focal=0,
            scenario=f"echoes/2/matched-{index // 2 + 1}",
            setup=replace(cell.setup, seed=index // 2),
        )
        for index, cell in enumerate(of.cells)
    )
    run(tmp_path, replace(of, cells=cells))
    made = report_of(tmp_path)
    assert made.sections[0].id == "matched"
    assert "all ordered resamples (27 of echoes)" in made.sections[0].paragraphs[0]
    (row,) = table(made, "matched")
    assert row["above"] + row["equal"] + row["below"] == row["scenarios"] == 3
    scores = {one["participant"]: one["echoes"] for one in table(made, "matched-scores")}
    assert row["difference"] == pytest.approx(scores["heur"] - scores[WRONG.name])


def test_numbers_of_seats_are_compared_where_there_are_several(tmp_path):
    three = plan([[HEURISTIC, RANDOM, WRONG]] * 2, game="azul", options={"round_limit": 1})
    two = plan([[HEURISTIC, RANDOM]] * 2, game="azul", options={"round_limit": 1}, seed=40)
    run(tmp_path, joined(three, two))
    made = report_of(tmp_path)
    (row,) = table(made, "strata")
    assert (row["game"], row["seats"], row["other_seats"]) == ("azul", 2, 3)
    assert row["participants"] == 2
    by_seat = {
        (one["seats"], one["seat"], one["participant"]) for one in table(made, "placements-by-seat")
    }
    assert by_seat == {
        *((2, 0, "heur"), (2, 1, "rand")),
        *((3, 0, "heur"), (3, 1, "rand"), (3, 2, WRONG.name)),
    }


def test_folder_of_other_things_is_left_alone(made, tmp_path):
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(ForeignFolder):
        write_report(made, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]


def test_report_replaces_an_earlier_one(made, tmp_path):
    small = replace(made, sections=made.sections[-1:])
    extra = replace(made, sections=made.sections[-2:])
    write_report(extra, tmp_path)
    assert (tmp_path / "tables" / "games.csv").exists()
    write_report(small, tmp_path)
    assert not (tmp_path / "tables" / "games.csv").exists()
    assert (tmp_path / PAGE).exists()
