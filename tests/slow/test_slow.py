"""The long tests can be stopped and go on, and their page tells the truth about them."""

import pytest

from tests.slow import __main__ as command
from tests.slow import document, runner, suites
from tests.slow.progress import Done, Progress, total
from tests.slow.runner import Run, run_task
from tests.slow.suites import Suite, Task


def works(number: int) -> dict[str, int]:
    return {"things": number}


def breaks(number: int) -> dict[str, int]:
    raise ValueError(f"number {number} broke")


def suite(*calls, name="trial") -> Suite:
    tasks = tuple(Task(str(row), call, {"number": row}) for row, call in enumerate(calls))
    return Suite(name, f"{len(calls)} things", "0 to 9", tasks)


@pytest.fixture
def trial(monkeypatch, tmp_path):
    """Return a function that makes the suites of the subject `trial`, and a progress for it."""

    def install(*made: Suite) -> Progress:
        for module in (document, runner):
            monkeypatch.setattr(module, "suites_of", lambda subject: list(made))
        return Progress("trial", "abc", tmp_path)

    return install


def test_finished_tasks_are_read_back_and_only_open_ones_are_left(trial):
    progress = trial(suite(works, works, works))
    progress.add(Done("trial", "1", {"things": 1}, 0.5))
    again = Progress("trial", "abc", progress.folder)
    assert again.load()
    open_tasks = [task.key for _, _, task in Run([again], 1, None).tasks()]
    assert open_tasks == ["0", "2"]


def test_failed_task_is_tried_again(trial):
    progress = trial(suite(works))
    progress.add(Done("trial", "0", {}, 0.5, "ValueError: no"))
    assert [task.key for _, _, task in Run([progress], 1, None).tasks()] == ["0"]


def test_line_that_was_cut_off_is_dropped(trial):
    progress = trial(suite(works, works))
    progress.add(Done("trial", "0", {"things": 1}, 0.5))
    progress.add(Done("trial", "1", {"things": 1}, 0.5))
    text = progress.path.read_text()
    progress.path.write_text(text[:-20])
    again = Progress("trial", "abc", progress.folder)
    assert again.load()
    assert list(again.done) == [("trial", "0")]
    again.add(Done("trial", "1", {"things": 1}, 0.5))
    assert progress.path.read_text() == text


def test_tasks_of_another_commit_do_not_count(trial):
    progress = trial(suite(works))
    progress.add(Done("trial", "0", {"things": 1}, 0.5))
    other = Progress("trial", "def", progress.folder)
    assert not other.load()
    assert other.done == {}


def test_tasks_of_the_other_mode_do_not_count(trial):
    progress = trial(suite(works))
    progress.add(Done("trial", "0", {"things": 1}, 0.5))
    other = Progress("trial", "abc", progress.folder, engines="compiled")
    assert (progress.engines, other.load()) == ("interpreted", False)


def test_failure_of_a_task_is_part_of_its_result():
    assert run_task("s", Task("0", works, {"number": 4})).amounts == {"things": 4}
    failed = run_task("s", Task("0", breaks, {"number": 4}))
    assert failed.failure == "ValueError: number 4 broke"


def test_amounts_are_added_up():
    assert total([Done("s", "0", {"a": 1}, 1.0), Done("s", "1", {"a": 2, "b": 5}, 1.0)]) == {
        "a": 3,
        "b": 5,
    }


def test_page_says_that_a_run_is_incomplete(trial, tmp_path):
    progress = trial(suite(works, works), suite(works, name="other"))
    progress.add(Done("trial", "0", {"things": 3}, 60.0))
    section = document.section_of(progress)
    assert "**This run is incomplete**: 2 tasks have not been run." in section
    assert (
        "| trial | 2 things | 3 things | 1 of 2 | 0 to 9 | 1.0 min | incomplete, passed so far |"
        in section
    )
    assert "| nothing | 0 of 1 | 0 to 9 | 0.0 min | not run |" in section
    assert not document.is_complete(progress)


def test_page_shows_what_failed(trial):
    progress = trial(suite(works))
    progress.add(Done("trial", "0", {}, 1.0, "LawBroken: law end.places broken"))
    section = document.section_of(progress)
    assert "**1 tasks failed**" in section
    assert "law end.places broken" in section
    assert "Complete" not in section


def test_page_of_a_whole_run_says_so(trial):
    progress = trial(suite(works))
    progress.add(Done("trial", "0", {"things": 3}, 1.0))
    section = document.section_of(progress)
    assert "Complete; everything passed." in section
    assert "- commit: abc" in section
    assert document.is_complete(progress)


def test_page_keeps_the_sections_of_other_subjects(trial, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Old head\n\n## azul\n\nold\n\n## trial\n\nstale\n\n## zebra\n\nkept\n")
    progress = trial(suite(works))
    document.write(progress, page)
    text = page.read_text()
    assert "## azul\n\nold\n\n## trial\n\n**This run" in text
    assert text.endswith("## zebra\n\nkept\n")
    assert "stale" not in text
    document.write(progress, page)
    assert page.read_text() == text


def test_run_finishes_its_tasks_and_counts_failures(trial, capsys):
    progress = trial(suite(works, breaks))
    run = Run([progress], processes=1, until=None)
    run.play()
    assert (run.finished, run.failed) == (2, 1)
    assert set(progress.done) == {("trial", "0"), ("trial", "1")}
    assert "2 of 2 tasks, 1 failed" in capsys.readouterr().err


def test_run_begins_nothing_when_its_time_is_up(trial):
    progress = trial(suite(works))
    run = Run([progress], processes=1, until=0.0)
    run.play()
    assert progress.done == {}


@pytest.mark.parametrize(
    ("calls", "seconds", "code"), [((works,), "60", 0), ((breaks,), "60", 1), ((works,), "-1", 3)]
)
def test_exit_code_says_how_the_run_ended(trial, monkeypatch, tmp_path, calls, seconds, code):
    progress = trial(suite(*calls))
    monkeypatch.setattr(command, "subjects", lambda: ["trial"])
    monkeypatch.setattr(command, "Progress", lambda name, commit: progress)
    monkeypatch.setattr(document, "PAGE", tmp_path / "page.md")
    assert command.main(["--game", "trial", "--seconds", seconds, "--processes", "1"]) == code
    assert "## trial" in (tmp_path / "page.md").read_text()


def test_planned_amounts_are_those_that_were_promised():
    laws, options, wrong, equal = suites.suites_of("azul")
    assert len(laws.tasks) * suites.MATCHES_A_TASK == 300 * 3
    settings = {str(sorted(task.arguments.items(), key=str)) for task in laws.tasks}
    assert len(settings) == len(laws.tasks)
    assert options.tasks
    assert len(wrong.tasks) * suites.WRONG_INPUTS_A_TASK == 100_000
    assert [task.arguments["seats"] for task in equal.tasks] == [2, 3, 4]
    kills, on_server, large = suites.suites_of(suites.STORE)
    assert len(on_server.tasks) * suites.KILLS_A_TASK == suites.KILLS
    assert len(large.tasks) == 1
    assert len(kills.tasks) * suites.KILLS_A_TASK == 50
    assert (suites.KILLS_IN_TRANSACTION, suites.KILLS_IN_SCHEMA) == (10, 5)


def test_every_suite_does_what_it_says_on_a_small_scale():
    done = suites.laws("azul", 2, "heuristic", 10_000, 1, {"wall": "grey"})
    assert done["matches"] == 2  # one more with the lowest round limit
    assert done["law checks"] > 1000
    assert suites.wrong_input("azul", 1)["inputs"] >= suites.WRONG_INPUTS_A_TASK


@pytest.mark.parametrize("game", ["carcassonne", "century", "harmonies", "seven_wonders"])
def test_second_scorers_compare_1000_final_positions(game):
    [scorer] = [suite for suite in suites.suites_of(game) if suite.name == "second scorer"]
    assert len(scorer.tasks) * suites.FINAL_POSITIONS_A_TASK == 1_000
