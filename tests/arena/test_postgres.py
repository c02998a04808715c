"""Runs on a PostgreSQL server: who may play, what happens when it is away, and secrets."""

from __future__ import annotations

import io
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ludarena.agents import Controller, Reply, Request, build_agent
from ludarena.arena.cells import Plan
from ludarena.arena.errors import (
    CorruptStore,
    InvalidPlace,
    PlanChanged,
    ServerUnfit,
    StoreError,
    StoreLocked,
    StoreMissing,
    StoreUnreachable,
    StoreUnwritable,
)
from ludarena.arena.export import export
from ludarena.arena.place import place_of
from ludarena.arena.runner import RunReport, run_matches
from ludarena.arena.services import Services
from ludarena.arena.store import open_store, read_store
from ludarena.arena.verify import verify
from ludarena.core.errors import MissingExtra
from ludarena.models.limits import Limits
from tests.arena.helpers import HEURISTIC, RANDOM, canonical, plan, run
from tests.arena.kills import kill_pairs, kill_suite, start, uninterrupted
from tests.arena.postgres import DATABASE, ESCAPED, PASSWORD, USER, RunUrl, Server
from tests.cli.run import run as ludarena

Settings = Mapping[str, object]


class Told:
    """A player that calls a function before it answers, and waits as a model does."""

    immediate = False

    def __init__(self, inner: Controller, asked: Callable[[Request], None]) -> None:
        self._inner = inner
        self._asked = asked

    async def decide(self, request: Request) -> Reply:
        self._asked(request)
        return await self._inner.decide(request)

    async def close(self) -> None:
        await self._inner.close()


def told(asked: Callable[[Request], None]) -> Callable[[str, Settings], Controller]:
    """Return a builder of players that call `asked` at every request."""
    return lambda kind, settings: Told(build_agent(kind, settings), asked)


def after(requests: int, happens: Callable[[], None]) -> Callable[[Request], None]:
    """Return a function that lets something happen at a request, once."""
    left = [requests]

    def asked(_request: Request) -> None:
        left[0] -= 1
        if left[0] == 0:
            happens()

    return asked


# --- several runners -------------------------------------------------------------------------


class Pair:
    """Two runners of one plan in two threads, each held until the other has begun a match."""

    def __init__(self, url: str, of: Plan) -> None:
        self._url = url
        self._plan = of
        self._both = threading.Barrier(2)
        self.reports: list[RunReport] = []
        self.errors: list[StoreError] = []

    def play(self) -> None:
        """Play to the end and keep what both of them report."""
        runners = [threading.Thread(target=self._run) for _ in range(2)]
        for one in runners:
            one.start()
        for one in runners:
            one.join()

    def _meet(self) -> None:
        self._both.wait(30)

    def _run(self) -> None:
        try:
            build = told(after(1, self._meet))
            self.reports.append(run(self._url, self._plan, build=build))
        except StoreError as error:
            self.errors.append(error)
            self._both.abort()


def test_two_runners_share_the_matches_of_one_run(server: Server, tmp_path: Path) -> None:
    url, of = server.url(), plan([[RANDOM, HEURISTIC]] * 8, game="bids")
    pair = Pair(url, of)
    pair.play()
    assert pair.errors == []
    first, second = pair.reports
    assert first.complete and second.complete
    assert first.played + second.played == 8
    assert min(first.played, second.played) >= 1
    with read_store(url) as reader:
        assert verify(reader).ok
        assert [one.attempts for one in reader.matches()] == [1] * 8
    run(tmp_path, of)
    assert canonical(url) == canonical(tmp_path)


def test_two_experiments_stand_side_by_side_in_one_database(server: Server, tmp_path: Path) -> None:
    plans = [plan([[RANDOM, HEURISTIC]] * 3, game=game) for game in ("bids", "drafts")]
    urls = [server.url(), server.url()]
    runners = [threading.Thread(target=run, args=pair) for pair in zip(urls, plans)]
    for one in runners:
        one.start()
    for one in runners:
        one.join()
    for number, (url, of) in enumerate(zip(urls, plans)):
        run(tmp_path / str(number), of)
        assert canonical(url) == canonical(tmp_path / str(number))


def test_match_of_a_runner_that_is_gone_is_continued_by_another_one(server: Server) -> None:
    url, of = server.url(), plan([[RANDOM, HEURISTIC]], game="bids")
    with open_store(url) as gone, open_store(url) as other:
        gone.freeze(of)
        (match,) = gone.reader.matches()
        assert gone.claim(match) is not None
        assert other.claim(match) is None
        gone.attempt(match)
        gone.flush()
        gone.close()
        taken = other.claim(match)
        assert taken is not None
        assert taken.status == "unfinished"
        assert run_matches(other).complete
        (attempt,) = other.reader.attempts(match)
        assert attempt.resumes == 1


def test_runners_that_store_the_same_texts_never_wait_for_each_other(server: Server) -> None:
    url = server.url()
    errors: list[StoreError] = []
    begin = threading.Barrier(2)

    def write(step: int) -> None:
        try:
            with open_store(url) as store:
                for turn in range(8):
                    for number in range(400)[::step]:
                        store._writer.text(f"text {turn} {number}")
                    begin.wait(30)
                    store.flush()
        except StoreError as error:
            errors.append(error)
            begin.abort()

    writers = [threading.Thread(target=write, args=(step,)) for step in (1, -1)]
    for one in writers:
        one.start()
    for one in writers:
        one.join()
    assert errors == []


def test_match_that_was_given_back_is_free(server: Server) -> None:
    url = server.url()
    with open_store(url) as one, open_store(url) as other:
        one.freeze(plan([[RANDOM, HEURISTIC]] * 2))
        first, second = one.reader.matches()
        assert one.claim(first) is not None
        assert one.claim(first) is not None
        assert other.claim(first) is None
        assert other.claim(second) is not None
        one.give_back(first)
        assert other.claim(first) is not None


def test_budget_of_the_whole_run_is_kept_by_one_runner(server: Server) -> None:
    url = server.url()
    limited = Services(limits=Limits(tokens=1000))
    with open_store(url) as one, open_store(url) as other:
        one.freeze(plan([[RANDOM, HEURISTIC]] * 2))
        one.join(alone=True)
        for services in (limited, Services()):
            with pytest.raises(StoreLocked, match="is being written by process"):
                run_matches(other, services=services)
    with open_store(url) as one, open_store(url) as other:
        one.join(alone=False)
        with pytest.raises(StoreLocked, match="is being written by process"):
            run_matches(other, services=limited)
        assert run_matches(other).complete


def test_plan_is_frozen_once_however_many_begin(server: Server) -> None:
    url, of = server.url(), plan([[RANDOM, HEURISTIC]] * 30)
    errors: list[StoreError] = []

    def freeze() -> None:
        try:
            with open_store(url) as store:
                store.freeze(of)
        except StoreError as error:
            errors.append(error)

    threads = [threading.Thread(target=freeze) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert errors == []
    with open_store(url) as store:
        assert len(store.reader.matches()) == 30
        with pytest.raises(PlanChanged):
            store.freeze(plan([[RANDOM, HEURISTIC]] * 31))


def test_keys_of_attempts_go_on_after_those_that_were_written_by_number(server: Server) -> None:
    url = server.url()
    with open_store(url) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]] * 2))
        first, second = store.reader.matches()
    server.change(
        url,
        "INSERT INTO attempt (id, match, number, status, resumes, started, host, version) "
        "VALUES (41, 1, 1, 'void', 0, 0, 'elsewhere', '0')",
    )
    with open_store(url) as store:
        assert store.attempt(second).key == 42
        assert store.attempt(first).key == 43


# --- when it is away -------------------------------------------------------------------------


def test_four_kills_lose_nothing_and_change_nothing(server: Server, tmp_path: Path) -> None:
    report = kill_suite(
        tmp_path, kills=4, in_transaction=1, in_schema=1, seed=20, place=lambda _: server.url()
    )
    assert (report.kills, report.in_transaction, report.in_schema) == (4, 1, 1)


def test_one_of_two_runners_is_killed_and_nothing_is_lost(server: Server, tmp_path: Path) -> None:
    report = kill_pairs(tmp_path, kills=3, in_transaction=1, in_schema=1, seed=3, url=server.url)
    assert (report.kills, report.in_transaction, report.in_schema) == (3, 1, 1)
    assert report.runs >= 1


def test_runner_that_is_killed_leaves_its_matches_to_the_one_beside_it(
    server: Server, tmp_path: Path
) -> None:
    url = server.url()
    killed, other = start(url), start(url)
    assert killed.stdout is not None
    assert killed.stdout.readline() == "ready\n"
    killed.stdout.readline()
    killed.send_signal(signal.SIGKILL)
    killed.communicate(timeout=60)
    other.communicate(timeout=60)
    assert other.returncode == 0
    assert canonical(url) == uninterrupted(tmp_path)


@pytest.mark.parametrize("way", ["connection", "server"])
def test_lost_connection_is_told_and_nothing_is_lost(
    server: Server, tmp_path: Path, way: str
) -> None:
    url, of = server.url(), plan([[RANDOM, HEURISTIC]] * 2, game="bids")
    lose = server.drop_connections if way == "connection" else server.stop
    try:
        with pytest.raises(StoreUnreachable, match="kept: give the same command again"):
            run(url, of, build=told(after(6, lose)))
    finally:
        if way == "server":
            server.start()
    with read_store(url) as reader:
        assert verify(reader).ok
        (attempt,) = reader.attempts(reader.find("0"))
        assert len(reader.answers(attempt.key)) == 5  # the sixth was not answered yet
    assert run(url, of).complete
    run(tmp_path, of)
    assert canonical(url) == canonical(tmp_path)


def test_store_whose_connection_was_lost_stays_shut(server: Server) -> None:
    url = server.url()
    with open_store(url) as store:
        store.freeze(plan([[RANDOM, HEURISTIC]]))
        server.drop_connections()
        for _ in range(2):
            with pytest.raises(StoreUnreachable, match="give the same command again"):
                run_matches(store)


def test_server_that_is_down_is_told(server: Server) -> None:
    down = server.url().replace(f":{server.port}/", ":1/")
    for opens in (open_store, read_store):
        with pytest.raises(StoreUnreachable, match="Connection refused; look whether the server"):
            opens(down)


@pytest.mark.parametrize("opens", [open_store, read_store])
def test_wrong_password_user_or_database_is_told(server: Server, opens) -> None:
    cases = {
        server.url(password="guess"): f'password authentication failed for user "{USER}"',
        server.url().replace(f"{USER}:", "nobody:"): "password authentication failed for user",
        server.url(database="missing"): 'database "missing" does not exist',
    }
    for url, words in cases.items():
        with pytest.raises(StoreUnreachable, match=words):
            opens(url)


def test_password_may_stand_in_the_environment(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", PASSWORD)
    assert run(server.url(password=""), plan([[RANDOM, RANDOM]])).complete


def test_run_can_be_reached_by_socket_too(server: Server) -> None:
    url = server.url()
    of = plan([[RANDOM, RANDOM]])
    assert run(url, of).complete
    assert canonical(server.socket_url(url.partition("run=")[2])) == canonical(url)


@pytest.mark.parametrize("opens", [open_store, read_store])
def test_server_that_is_too_old_is_told(
    server: Server, monkeypatch: pytest.MonkeyPatch, opens
) -> None:
    monkeypatch.setattr("ludarena.arena.store.postgres.OLDEST_SERVER", 99)
    with pytest.raises(ServerUnfit, match=r"it is PostgreSQL \d+.*, needed is 99 or newer"):
        opens(server.url())


def test_database_of_another_encoding_is_told(server: Server) -> None:
    server.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(ServerUnfit, match="has the encoding LATIN1; make one with ENCODING"):
        open_store(server.url(database="latin"))


@pytest.mark.parametrize("opens", [open_store, read_store])
def test_missing_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch, opens) -> None:
    monkeypatch.setitem(sys.modules, "pg8000", None)
    with pytest.raises(MissingExtra, match=r"pip install 'ludarena\[postgres\]'"):
        opens("postgresql://ann@localhost/games")


def test_user_who_may_not_write_is_told(server: Server) -> None:
    server.execute("CREATE ROLE reader LOGIN PASSWORD 'r'")
    url = server.url().replace(f"{USER}:{ESCAPED}", "reader:r")
    with pytest.raises(StoreUnwritable, match="permission denied for database"):
        open_store(url)


def test_run_that_is_not_there_is_told(server: Server) -> None:
    with pytest.raises(StoreMissing, match="no run is stored in postgresql://"):
        read_store(server.url())


def test_schema_of_another_program_is_told(server: Server) -> None:
    url = server.url("songs")
    server.execute("CREATE SCHEMA songs CREATE TABLE song (title TEXT)")
    for opens in (open_store, read_store):
        with pytest.raises(CorruptStore, match="no table `meta`"):
            opens(url)


# --- places and secrets ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mysql://ann:pass@host/games", "mysql:// is not supported; name a folder, or postgresql:"),
        ("postgresql://ann:pa/ss@host/games", "it is no URL; write postgresql://USER@HOST"),
        ("postgresql://ann:pass@host:port/games", "it is no URL; write"),
        ("postgresql://ann:pass@host", "the URL names no database; write"),
        ("postgresql://ann:pass@host/games?run=A%20b", "a run cannot be called 'A b': 1 to 63"),
        ("postgresql://ann:pass@host/games?run=pg_x", "a run cannot be called 'pg_x'"),
        ("postgresql://ann:pass@host/games?ran=x", "has the parameter 'ran'; it takes run, host"),
        ("postgresql://ann:pass@host/games?host=/x", "the URL names two hosts; leave out one"),
        ("postgresql://ann:pass@host/games?sslmode=no", "sslmode cannot be 'no'; it takes prefer"),
    ],
)
def test_url_that_names_no_run_is_refused_and_keeps_its_secret(text: str, words: str) -> None:
    with pytest.raises(InvalidPlace) as caught:
        place_of(text)
    assert words in str(caught.value)
    assert "pass" not in str(caught.value).replace("password", "")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgres://ann:x@db/games", "postgresql://ann@db:5432/games?run=ludarena"),
        ("postgresql://db:99/games?run=a-b", "postgresql://db:99/games?run=a-b"),
        (
            "postgresql://a%40b:x@[::1]/games?run=r&sslmode=require",
            "postgresql://a%40b@[::1]:5432/games?run=r&sslmode=require",
        ),
        ("postgresql:///games?host=/run/pg", "postgresql://:5432/games?host=/run/pg&run=ludarena"),
    ],
)
def test_place_is_shown_as_it_can_be_given_again_without_its_password(
    text: str, shown: str
) -> None:
    place = place_of(text)
    assert str(place) == shown
    assert str(place_of(shown)) == shown
    assert place_of(shown) == place
    assert ":x" not in repr(place)


EXPERIMENT = """\
seed = 3
[[games]]
id = "azul"
seats = 2
[games.options]
round_limit = 1
[[participants]]
type = "random"
[[participants]]
type = "heuristic"
[design]
kind = "round-robin"
"""

READING = (
    ("status",),
    ("status", "--json"),
    ("show",),
    ("show", 0),
    ("show", 0, "--html", "{page}"),
    ("leaderboard",),
    ("leaderboard", "--json"),
    ("usage",),
    ("failures",),
    ("verify",),
    ("reconcile",),
    ("export",),
    ("export", "--match", 0),
    ("branch", 0, "--from", 3, "--players", "random,random", "--out", "{branch}"),
)
"""Commands whose second word is a run, and what they are given after it."""


def test_commands_take_a_url_where_they_take_a_folder_and_never_show_its_password(
    server: Server, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, page, url = tmp_path / "panel.toml", tmp_path / "page.html", server.url()
    file.write_text(EXPERIMENT)
    play = ("run", file, "--out", url, "--workers", 1)
    ran = [ludarena(capsys, *play), ludarena(capsys, *play, "--json"), ludarena(capsys, *play)]
    given = {"{page}": str(page), "{branch}": server.url()}
    for command, *others in READING:
        words = [given.get(str(word), word) for word in others]
        ran.append(ludarena(capsys, command, url, *words))
    assert [one.code for one in ran] == [0] * len(ran), ran
    said = "".join(one.out + one.err for one in ran) + page.read_text()
    assert f"postgresql://{USER}@127.0.0.1:{server.port}/{DATABASE}?run=" in said
    for secret in (PASSWORD, ESCAPED):
        assert secret not in said


def test_errors_and_tracebacks_never_show_a_password(
    server: Server, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDARENA_DEBUG", "1")
    urls = {
        server.url().replace(f":{server.port}/", ":1/"): 1,
        server.url(database="missing"): 1,
        server.url(): 2,
        server.url().replace("postgresql:", "oracle:"): 2,
        server.url().replace("%2F", "/"): 2,
    }
    for url, code in urls.items():
        ran = ludarena(capsys, "status", url)
        assert ran.code == code, ran.err
        assert "Traceback" in ran.err
        assert "s3cr3t" not in ran.out + ran.err


def test_store_and_reader_name_their_place_without_its_password(server: Server) -> None:
    url = server.url()
    with open_store(url) as store:
        store.freeze(plan([[RANDOM, RANDOM]]))
        names = [store.where, str(store.place), repr(store.place), store.reader.where]
    out = io.StringIO()
    with read_store(url) as reader:
        export(reader, out)
        names.append(reader.where)
    assert "s3cr3t" not in "".join(names) + out.getvalue()


def test_urls_of_the_tests_are_what_they_say(server: Server) -> None:
    assert PASSWORD not in server.url()
    assert ESCAPED in server.url()
    assert isinstance(server.url() / "a", RunUrl)
