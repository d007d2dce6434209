"""Surveys with certificates: which deals have them, that they are the same whoever makes them, and what is left when something fails."""

import errno
import itertools
import os
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, cast

import msgspec
import pytest
from support.games.small_surveys import CERTIFIED, SLOW, SMALL, manifest, rows_in
from support.processes.program_runs import Aceten
from support.slices import in_turn

import aceten_certificates
import aceten_solver
import aceten_surveys
from aceten_certificates import Certificate, CertificateError, Claim
from aceten_solver.contests.workers import StoppedError
from aceten_spec import Rulebook, parse_rulebook
from aceten_surveys import Deals, Specification, Survey, SurveyError, in_processes, in_threads, shards, survey_of
from aceten_surveys import rows as survey_rows
from aceten_surveys.asking import ask
from aceten_surveys.cluster import on_local_cluster
from aceten_surveys.compare import compare
from aceten_surveys.drivers import Driver
from aceten_surveys.report import report
from aceten_surveys.row_certificates import RowCertificates
from aceten_surveys.rows import Row, certificate_of, high_of, low_of

pytestmark = pytest.mark.turns(20)

OBJECTIVES: Final[tuple[aceten_solver.Objective, ...]] = ("points", "game-points")
"""What is asked for."""


@pytest.fixture(scope="module")
def small() -> Rulebook:
    """Return the rulebook of the small game."""
    return parse_rulebook(SMALL)


@pytest.fixture(scope="module")
def survey(small: Rulebook) -> Survey:
    """Return the survey of it."""
    return survey_of(CERTIFIED, small)


@pytest.fixture(scope="module")
def made(survey: Survey, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return its folder."""
    folder = tmp_path_factory.mktemp("made")
    assert aceten_surveys.run(survey, folder, in_threads(1)).whole
    return folder


@pytest.fixture
def copied(made: Path, tmp_path: Path) -> Path:
    """Return a copy of it to be changed."""
    return Path(shutil.copytree(made, tmp_path / "copied"))


def digests(found: list[Row]) -> list[str | None]:
    """Return what stands in the columns of certificates, row by row."""
    return [cast("str | None", row[certificate_of(objective)]) for row in found for objective in OBJECTIVES]


def files(folder: Path) -> dict[str, bytes]:
    """Return the certificates in the folder of a survey, by their digests."""
    return {path.name.removesuffix(".certificate"): path.read_bytes() for path in (folder / "certificates").iterdir()}


def test_each_file_proves_its_row(made: Path, survey: Survey, small: Rulebook) -> None:
    """The first deal and every third after it has one for each value, which proves low and high of it; others have none."""
    found = rows_in(made)
    assert [place for place, row in enumerate(found) if row["points_certificate"]] == [0, 3, 6]
    assert [place for place, row in enumerate(found) if row["game_points_certificate"]] == [0, 3, 6]
    for row, objective in itertools.product(found[::3], OBJECTIVES):
        digest = cast("str", row[certificate_of(objective)])
        proved = aceten_certificates.check(files(made)[digest], rules=small)
        low, high = cast("int", row[low_of(objective)]), cast("int", row[high_of(objective)])
        assert (proved.digest, proved.measure) == (digest, objective)
        assert proved.claims == (Claim("at_least", low), Claim("at_most", high))
        assert proved.position == survey.played().deal(seed=cast("int", row["seed"]), dealer=0)
    assert {*files(made)} == {*filter(None, digests(found))}
    assert aceten_surveys.status(made).found.certificates == len(files(made)) == 6


@pytest.mark.turns(2)
@pytest.mark.parametrize("size", [1, 3, 5, 100])
def test_files_of_another_size(made: Path, small: Rulebook, tmp_path: Path, size: int) -> None:
    """However many deals go into a file, the same ones have certificates, and the checksum is the same."""
    other = survey_of(msgspec.structs.replace(CERTIFIED, shard=size), small)
    assert aceten_surveys.run(other, tmp_path, in_threads(2)).whole
    assert manifest(tmp_path) == manifest(made)
    assert files(tmp_path) == files(made)


@pytest.mark.turns(9)
@pytest.mark.parametrize("driver", in_turn([in_processes, on_local_cluster], 2))
def test_whoever_computes_it(made: Path, survey: Survey, tmp_path: Path, driver: Callable[[int], Driver]) -> None:
    """Processes and the workers of Dask make the same certificates."""
    assert aceten_surveys.run(survey, tmp_path, driver(2)).whole
    assert manifest(tmp_path) == manifest(made)
    assert files(tmp_path) == files(made)


@pytest.mark.turns(3)
def test_whichever_search_is_asked(made: Path, survey: Survey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search in Python makes the same certificates as the native core."""
    monkeypatch.setattr(survey_rows, "Solver", partial(aceten_solver.Solver, backend="python"))
    assert aceten_surveys.run(survey, tmp_path, in_threads(1)).whole
    assert manifest(tmp_path) == manifest(made)
    assert files(tmp_path) == files(made)


@pytest.mark.parametrize("every", [1, 2, 3, 7, 50])
@pytest.mark.parametrize("listed", [True, False])
def test_places_are_those_in_the_survey(small: Rulebook, every: int, *, listed: bool) -> None:
    """Whatever the size of the files, it is every so manieth deal of the survey, also where they are told by numbers."""
    deals = Deals(numbers=tuple(map(str, range(40, 20, -1)))) if listed else Deals(first_number="40", count=20)
    for size in (1, 2, 3, 6, 20, 30):
        asked = msgspec.structs.replace(CERTIFIED, deals=deals, certify=every, shard=size)
        survey = survey_of(asked, small)
        found = [deal for shard in range(survey.shards) for deal in survey.certified(shard)]
        assert found == [*deals.between(0, 20)][::every]


def test_a_survey_without_is_what_it_was(small: Rulebook, tmp_path: Path) -> None:
    """What is asked counts where it is used; without certificates there are no columns for them, and no folder."""
    plain, other = (survey_of(msgspec.structs.replace(CERTIFIED, certify=every), small) for every in (None, 4))
    assert len({survey.digest for survey in (plain, other, survey_of(CERTIFIED, small))}) == 3
    assert aceten_surveys.run(plain, tmp_path, in_threads(1)).whole
    assert not [name for name in rows_in(tmp_path)[0] if name.endswith("_certificate")]
    assert not (tmp_path / "certificates").exists()


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def _turn_over(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def _exchange(path: Path) -> None:
    shutil.copy(next(other for other in path.parent.iterdir() if other != path), path)


def _as_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


DAMAGES: Final[list[Callable[[Path], object]]] = [Path.unlink, _cut, _turn_over, _exchange]


@pytest.mark.parametrize("damage", [*DAMAGES, *([] if sys.platform == "win32" else [_as_a_pipe])])
def test_a_damaged_certificate_is_made_anew(
    made: Path, survey: Survey, copied: Path, damage: Callable[[Path], object]
) -> None:
    """A file of deals of which a certificate is missing, cut, changed, exchanged or no file is damaged, and is computed anew."""
    digest = cast("str", rows_in(copied)[6]["game_points_certificate"])
    damage(copied / "certificates" / f"{digest}.certificate")
    (copied / "certificates" / "_tmp-1").write_bytes(b"left over")
    now = aceten_surveys.status(copied)
    assert (now.missing, [*now.damaged], now.found.certificates) == ((), [1], 4)
    assert now.damaged[1].startswith(f"certificate {digest}: ")
    assert aceten_surveys.run(survey, copied, in_threads(1)).whole
    assert files(copied) == files(made)
    assert manifest(copied) == manifest(made)


def test_the_folder_of_certificates_is_gone(made: Path, survey: Survey, copied: Path) -> None:
    """All of them are made again."""
    shutil.rmtree(copied / "certificates")
    assert [*aceten_surveys.status(copied).damaged] == [0, 1]
    assert aceten_surveys.run(survey, copied, in_threads(1)).whole
    assert files(copied) == files(made)


def test_a_certificate_of_something_else_is_refused(made: Path, survey: Survey) -> None:
    """A row names certificates of its own deal, of what was asked and of that number, where it is settled, and no others."""
    first, second, _, third, *_ = rows_in(made)
    certificates = RowCertificates(survey, survey.played(), made, 0)
    assert [*map(certificates.checked, (first, second, third))] == [2, 0, 2]
    for wrong in (
        first | {"points_certificate": third["points_certificate"]},
        first | {"points_certificate": first["game_points_certificate"]},
        first | {"points_certificate": "0" * 64},
        first | {"points_certificate": f"../certificates/{first['points_certificate']}"},
        first | {"points_certificate": None},
        first | {"points_low": 10, "points_high": 10},
        first | {"points_low": None, "points_high": None},
        first | {"points_low": 0, "points_high": 80},
        second | {"points_certificate": first["points_certificate"]},
    ):
        with pytest.raises(SurveyError, match="certificate"):
            certificates.checked(wrong)


def test_what_is_not_settled_has_none(small: Rulebook, tmp_path: Path) -> None:
    """With a limit some values are open, of which there are no certificates; of deals that cannot be asked about neither."""
    limited = msgspec.structs.replace(CERTIFIED, certify=1, limit=1000, nodes=True)
    found = aceten_surveys.run(survey_of(limited, small), tmp_path / "limited", in_threads(1))
    rows = rows_in(tmp_path / "limited")
    settled = [row[low_of(objective)] == row[high_of(objective)] for row in rows for objective in OBJECTIVES]
    assert [digest is not None for digest in digests(rows)] == settled
    assert found.whole
    assert 0 < found.found.certificates == settled.count(True) < len(settled)
    without = survey_of(msgspec.structs.replace(limited, certify=None), small)
    assert aceten_surveys.run(without, tmp_path / "without", in_threads(1)).whole
    kept = [{name: row[name] for name in row if not name.endswith("_certificate")} for row in rows]
    assert kept == rows_in(tmp_path / "without")
    lone = Specification(game="sedma-three/3", limit=10, certify=1, deals=Deals(count=12))
    failed = aceten_surveys.run(survey_of(lone), tmp_path / "failed", in_threads(1))
    assert (failed.whole, failed.found.certificates) == (True, 0)
    assert failed.found.failed


@pytest.mark.parametrize(
    ("module", "name"), [(aceten_solver, "certify"), (aceten_certificates, "check")], ids=["made", "checked"]
)
def test_it_ends_while_a_certificate_is_made(
    small: Rulebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: object, name: str
) -> None:
    """Told to end while a certificate is made or checked it does not come to the end of that, and writes neither it nor the deals."""
    long = msgspec.structs.replace(CERTIFIED, values=("game-points",), deals=Deals(first=15, count=1))
    (tmp_path / "certificates").mkdir()
    going_on, before = list[str](), cast("Callable[..., object]", getattr(module, name))

    def begun(*arguments: object, **options: object) -> object:
        going_on.append("begun")
        answer = before(*arguments, **options)
        going_on.append("ended")
        return answer

    monkeypatch.setattr(module, name, begun)
    with pytest.raises(StoppedError):
        shards.run_shard(survey_of(long, small), tmp_path, 0, stop=lambda: bool(going_on))
    assert going_on == ["begun"]
    assert [*tmp_path.rglob("*.*")] == []


def test_nothing_unproved_is_kept(survey: Survey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a certificate does not prove what a deal is worth, the computation ends: the deal is not said to be at fault."""
    certify = aceten_solver.certify

    def wrong(state: aceten_solver.Objective, *arguments: object, **options: object) -> Certificate:
        right = cast("Callable[..., Certificate]", certify)(state, *arguments, **options)
        parts = [msgspec.structs.replace(part, moves=part.moves[:-1]) for part in right.parts]
        return msgspec.structs.replace(right, parts=tuple(parts))

    monkeypatch.setattr(aceten_solver, "certify", wrong)
    with pytest.raises(CertificateError, match="no move is told"):
        aceten_surveys.run(survey, tmp_path, in_threads(1))
    assert files(tmp_path) == {}
    assert not [*(tmp_path / "shards").iterdir()]


def test_certificates_are_there_before_rows_name_them(
    made: Path, survey: Survey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When something ends it before the deals are written, their certificates are there already: rows never name any that are not."""
    (tmp_path / "certificates").mkdir()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(shards, "write_whole", full)
    with pytest.raises(OSError, match="No space left"):
        shards.run_shard(survey, tmp_path, 0)
    assert {*files(tmp_path)} == {*filter(None, digests(rows_in(made)[:4]))}


def test_what_is_told_goes_on(made: Path, small: Rulebook, tmp_path: Path) -> None:
    """Reports and comparisons are what they are without certificates, and SQL tells the digests."""
    plain = survey_of(msgspec.structs.replace(CERTIFIED, certify=None), small)
    assert aceten_surveys.run(plain, tmp_path, in_threads(1)).whole
    assert report(made) == report(tmp_path)
    assert [each.changed.mean for each in compare(made, tmp_path).differences] == [0, 0]
    answer = ask(made, "SELECT points_certificate, game_points_certificate FROM deals ORDER BY seed")
    assert [cell for row in answer.rows for cell in row] == digests(rows_in(made))


@pytest.mark.turns(3)
def test_commands_tell_how_many_there_are(run: Aceten, tmp_path: Path) -> None:
    """The specification in TOML asks for them, and ``aceten check`` proves them by the same rulebook."""
    (tmp_path / "small.toml").write_text(SMALL, encoding="utf-8")
    asked = 'game = "small/2"\nrules = "small.toml"\nvalues = ["points"]\ncertify = 2\n[deals]\ncount = 3\n'
    (tmp_path / "asked.toml").write_text(asked)
    out = tmp_path / "out"
    assert run("survey", "run", str(tmp_path / "asked.toml"), "--out", str(out), "--workers", "1").status == 0
    assert "2 certificates prove what deals are worth" in run("survey", "status", str(out)).words
    paths = [*map(str, (out / "certificates").iterdir())]
    checked = run("check", *paths, "--rules", str(tmp_path / "small.toml"))
    assert (checked.status, checked.out.count("proved: ")) == (0, 4)
    _cut(Path(paths[0]))
    told = run("survey", "status", str(out))
    assert told.status == 1
    assert "file 0 cannot be used, and is to be computed anew: certificate " in told.words


@pytest.mark.skipif(aceten_solver.backend != "native", reason=SLOW)
def test_shipped_rules(tmp_path: Path) -> None:
    """Certificates of a shipped game need no rulebook to be checked."""
    deals = Deals(count=1, holds={"B": "AAAT"})
    asked = Specification(game="schnapsen/2", values=("game-points",), certify=1, deals=deals)
    assert aceten_surveys.run(survey_of(asked), tmp_path, in_threads(1)).whole
    ((digest, data),) = files(tmp_path).items()
    assert rows_in(tmp_path)[0]["game_points_certificate"] == aceten_certificates.check(data).digest == digest
