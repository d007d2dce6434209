"""Rulebooks that state their differences from a shipped one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.slices import examples

import aceten
import aceten_solver
from aceten_spec import Rulebook, RulebookError, load_shipped, parse_rulebook, shipped
from aceten_spec.features import features
from aceten_spec.rulebook import MatchingParameters, SuitParameters
from aceten_spec.stated_parameters import STATED, agreed_otherwise, doubtful

HEAD = 'format = 1\nextends = "zsiros"\nid = "home"\nprefix = "HO"\n'
PARENT = load_shipped("zsiros")


def home(differences: str = "") -> Rulebook:
    """Return a rulebook that extends Zsíros."""
    return parse_rulebook(HEAD + differences, source="home.toml")


def renamed(text: str) -> str:
    """Return a text of the parent under the child's prefix."""
    return text.replace("ZS-", "HO-")


def test_without_differences_the_game_is_the_same() -> None:
    """A rulebook that only names its parent is played alike; clauses and refusals have its own prefix, examples stay behind."""
    book = home()
    assert book.parameters == PARENT.parameters
    assert [clause.id for clause in book.clauses] == [renamed(clause.id) for clause in PARENT.clauses]
    assert [clause.text for clause in book.clauses] == [clause.text for clause in PARENT.clauses]
    assert book.refusals == {code: renamed(clause) for code, clause in PARENT.refusals.items()}
    assert [decision.clause for decision in book.decisions] == [renamed(d.clause) for d in PARENT.decisions]
    assert book.options.keys() == PARENT.options.keys()
    assert book.examples == ()
    assert book.extends == "zsiros"
    state = aceten.load(book, players=4).deal(seed=3)
    assert str(state).removeprefix("home") == str(aceten.load("zsiros", players=4).deal(seed=3)).removeprefix("zsiros")


@pytest.mark.parametrize("parent", shipped())
def test_every_shipped_rulebook_can_be_extended(parent: str) -> None:
    """Also one that extends another itself: what results is played alike with every number of players, by clauses of its own prefix."""
    old = load_shipped(parent)
    book = parse_rulebook(f'format = 1\nextends = "{parent}"\nid = "home"\nprefix = "XX"\n')
    assert [clause.text for clause in book.clauses] == [clause.text for clause in old.clauses]
    assert {clause.id.partition("-")[0] for clause in book.clauses} == {"XX"}
    assert book.options.keys() == old.options.keys()
    for players in old.parameters.players:
        assert aceten.load(book, players=players).digest == aceten.load(old, players=players).digest


def test_parameters_for_a_number_of_players_are_replaced_number_by_number() -> None:
    """What is given for one number of players replaces what the parent gives for it, and for other numbers its parameters hold."""
    head = HEAD.replace("zsiros", "hola")
    book = parse_rulebook(head + '[by_players.3]\nsides = "each"\nremoved = ["2c"]\n')
    parent = load_shipped("hola")
    assert book.by_players["3"] == {"sides": "each", "removed": ["2c"]}
    assert book.by_players["6"] == parent.by_players["6"]
    with pytest.raises(RulebookError, match=r"by_players\.3\.players: 3 players on two sides in turn"):
        parse_rulebook(head + '[by_players.3]\nremoved = ["2c"]\n')


def test_an_option_is_replaced_as_a_whole() -> None:
    """An option that is given again has the values that are given, and sets what they say."""
    head = HEAD.replace("zsiros", "ristiklappi")
    own = '[options.count]\nclause = "HO-SCORE-9"\nvalues.long = {}\nvalues.short = { target = 61 }\n'
    book = parse_rulebook(head + own)
    [decision] = [decision for decision in book.decisions if decision.parameter == "count"]
    assert {alternative.value for alternative in decision.alternatives} == {
        None
    }  # the parent's alternatives are none here
    assert book.options["count"].values == {"long": {}, "short": {"target": 61}}
    assert aceten.load(book, players=2, count="short").rules.target == 61
    with pytest.raises(RulebookError, match="'points_60' is no value of the option count"):
        aceten.load(book, players=2, count="points_60")


def test_a_given_parameter_replaces_the_parents() -> None:
    """Parameters that are given hold, all others are the parent's."""
    book = home('[parameters]\nhand = 3\ndeal = [2, 1]\nvalues = { A = 11, T = 10, K = 4 }\nscoring = [\n'
                '  { name = "most", meaning = "more points", points = [50, 100], tricks = "some", game_points = 1 },\n'
                '  { name = "all", meaning = "every trick", points = [100, 100], tricks = "all", game_points = 2 },\n]\n')  # fmt: skip
    assert (book.parameters.hand, book.parameters.deal) == (3, (2, 1))
    assert book.parameters.values == {"A": 11, "T": 10, "K": 4}
    assert [row.name for row in book.parameters.scoring] == ["most", "all"]
    assert isinstance(book.parameters, MatchingParameters)
    assert book.parameters.wild == ("7",)
    state = aceten.load(book, players=2).deal(seed=1)
    assert len(state.hands[0]) == 3
    assert state.game.total == 100


def test_another_rule_changes_play() -> None:
    """The engine and the solver play by what the child says: with two wild ranks an eight takes the trick."""
    book = home('[parameters]\nwild = ["7", "8"]\n')
    line = "home/2 hands=AA,89 lead=0 points=20,40 tricks=2,2"
    state = aceten.parse(line, rules=book)
    assert state.play(aceten.parse_action("A")).play(aceten.parse_action("8")).winning == 1
    solution = aceten_solver.solve(state)
    plain = aceten_solver.solve(aceten.parse(line.replace("home", "zsiros")))
    assert solution.value is not None
    assert plain.value is not None
    # With the eight wild B keeps it for the second ace; without, A takes both aces and the last trick.
    assert (solution.value.points, solution.value.winner) == ((30, 50), 1)
    assert (plain.value.points, plain.value.winner) == ((40, 40), 0)


def test_a_rulebook_is_loaded_from_text() -> None:
    """``load`` takes the text of a rulebook as it takes its file; text that is wrong is refused with its key."""
    text = 'format = 1\nextends = "zsiros"\nid = "home"\nprefix = "HO"\n[parameters]\nwild = ["7", "9"]\n'
    game = aceten.load(text, players=2)
    assert (game.rulebook.id, game.players) == ("home", 2)
    assert game.digest == aceten.load(parse_rulebook(text), players=2).digest != aceten.load("zsiros", players=2).digest
    with pytest.raises(RulebookError, match=r"rulebook: parameters\.hand"):
        aceten.load(text.replace('wild = ["7", "9"]', "hand = 0"))


def test_a_rulebook_without_a_title_has_its_own_name() -> None:
    """Where a rulebook of one's own gives no title it is called by its id, not as its parent."""
    text = 'format = 1\nextends = "zsiros"\nid = "home"\nprefix = "HO"\n'
    assert parse_rulebook(text).title == "home"
    assert parse_rulebook(f'{text}title = "At home"\n').title == "At home"


def test_a_summary_is_not_the_parents() -> None:
    """What a rulebook says of itself in a sentence is about itself: without one of its own it says whose rules are changed."""
    assert home().summary == "Zsíros by other rules."
    assert home('summary = "With wild nines."\n').summary == "With wild nines."
    for game in shipped():
        book = load_shipped(game)
        assert "by other rules" not in book.summary, game


def test_a_clause_is_changed_in_what_is_given() -> None:
    """A clause of the parent that is given again keeps what is not given; a new one stands behind those of its topic."""
    book = home(
        '[[clauses]]\nid = "HO-SCORE-3"\ntext = "Nobody wins at 40 to 40."\n\n'
        '[[clauses]]\nid = "HO-PLAY-10"\nkind = "seed"\ntext = "New."\n'
        'sources = [{ document = "pagat-zsiros", section = "Play" }]\n'
    )
    clause = book.clause("HO-SCORE-3")
    assert clause.text == "Nobody wins at 40 to 40."
    assert clause.sources == PARENT.clause("ZS-SCORE-3").sources
    ids = [clause.id for clause in book.clauses]
    assert ids.index("HO-PLAY-10") == ids.index("HO-PLAY-9") + 1
    assert len(ids) == len(PARENT.clauses) + 1


def test_clauses_that_do_not_hold_go_with_their_decisions_and_options() -> None:
    """``without`` drops a clause, the decision about it and the option that it describes."""
    book = home('without = ["SCORE-7", "CALL-4"]\n')
    ids = {clause.id for clause in book.clauses}
    assert not {"HO-SCORE-7", "HO-CALL-4"} & ids
    assert len(ids) == len(PARENT.clauses) - 2
    assert "HO-SCORE-7" not in {decision.clause for decision in book.decisions}
    assert "last_card_loses" not in book.options


def extended(parent: str, differences: str) -> Rulebook:
    """Return a rulebook that extends a shipped one."""
    return parse_rulebook(
        f'format = 1\nextends = "{parent}"\nid = "home"\nprefix = "HO"\n{differences}', source="home.toml"
    )


def test_an_option_is_dropped_by_its_name() -> None:
    """``without`` drops an option, too: its clause and decision stay, though nothing selects them, and what it set may change."""
    match = '[parameters]\nmatch_ends = "target"\ntarget = 4\nnext_dealer = "rotate"\n'
    with pytest.raises(RulebookError, match=r"options\.seating\.values\.tour_48\.partners_change"):
        extended("einwerfen", match)
    book = extended("einwerfen", f'without = ["seating"]\n{match}')
    assert load_shipped("einwerfen").options.keys() - book.options.keys() == {"seating"}
    assert book.clause("HO-MATCH-9").text == load_shipped("einwerfen").clause("EW-MATCH-9").text
    [decision] = [decision for decision in book.decisions if decision.clause == "HO-MATCH-9"]
    assert decision.parameter is None
    assert {alternative.value for alternative in decision.alternatives} == {None}


def test_an_option_that_is_dropped_can_be_given_anew() -> None:
    """An option that the child gives is its own, whatever it drops of its parent."""
    own = '[options.tie]\nclause = "HO-SCORE-3"\nvalues = ["last_trick", "draw"]\n'
    assert home(f'without = ["tie"]\n{own}').options["tie"].values == ("last_trick", "draw")


LOST = (
    ("schnapsen", 'close = "never"', "CLOSE", {"close", "close_min_stock", "won_at", "penalty_at"}),
    ("sixty-six", 'close = "never"', "CLOSE", {"close", "exchange_after_closing", "meld_after_closing"}),
    ("sixty-six", 'exchange = "none"', "EXCH", {"exchange_by", "exchange_min_stock"}),
    ("sixty-six", 'marriages = "none"', "MELD", {"meld_first", "meld_after_stock"}),
    ("schnapsen", 'score = "points"', "CLAIM", {"claiming", "schneider", "close"}),
    ("auction-sixty-six", 'bids = []\ntrump = "cut"\nscore = "points"', "BID", {"bid_again", "no_bid"}),
    ("zsiros", "calls = []", "CALL-1", {"calls"}),
    ("zsiros", 'continuation = "never"', "MULTI", {"continuation"}),
    ("zsiros", 'score = "points"', "SCORE-4", {"last_card_loses"}),
    ("ristiklappi", "flip = false", "FLIP", {"flip"}),
    ("hola", "sweep_points = 0", "SCORE-10", {"hola"}),
)
"""Parents, what takes something from them, clauses that speak of nothing else, and options about it."""


@pytest.mark.parametrize(("parent", "parameters", "clauses", "options"), LOST)
def test_what_a_game_lacks_is_not_spoken_of(parent: str, parameters: str, clauses: str, options: set[str]) -> None:
    """One line takes it away: clauses and options about it alone go, and deals are played to their end without it."""
    book = extended(parent, f"[parameters]\n{parameters}\n")
    old = load_shipped(parent)
    assert any(f"-{clauses}" in clause.id for clause in old.clauses)
    assert not any(f"-{clauses}" in f"{clause.id}-" for clause in book.clauses)
    assert options <= set(old.options)
    assert not options & set(book.options)
    for players in book.parameters.players:
        state = aceten.load(book, players=players).deal(seed=1)
        while state.turn is not None:
            state = state.play(state.legal[-1])


def test_what_is_given_again_stays() -> None:
    """A clause of what is lacking that the child gives stands, and so do parameters and options that it gives."""
    own = '[[clauses]]\nid = "HO-CLOSE-1"\ntext = "Nobody closes the talon."\n'
    book = extended("schnapsen", f'[parameters]\nclose = "never"\n{own}')
    assert [clause.text for clause in book.clauses if "-CLOSE-" in clause.id] == ["Nobody closes the talon."]
    kept = (
        '[options.close]\nclause = "HO-CLOSE-2"\nvalues = ["never", "either"]\n[refusals]\nclose_off = "HO-CLOSE-1"\n'
    )
    book = extended("schnapsen", f'[parameters]\nclose = "never"\n{kept}')
    assert [clause.id for clause in book.clauses if "-CLOSE-" in clause.id] == [
        f"HO-CLOSE-{n}" for n in (1, 2, 3, 4, 5)
    ]
    assert "close" in map(str, aceten.load(book, close="either").deal(seed=1).legal)
    assert "close" not in map(str, aceten.load(book).deal(seed=1).legal)
    with pytest.raises(RulebookError, match=r"parameters\.won_at: 'closing' without closing the talon; expected 'end'"):
        extended("schnapsen", '[parameters]\nclose = "never"\nwon_at = "closing"\n')


def test_what_has_to_be_decided_is_asked_for_at_once() -> None:
    """Everything that is missing stands in one message, with the lines to write; with them the rulebook is one."""
    decided = '[parameters]\nexchange = "9"\ntrump = "turn_up"\ntarget = 700\nmarriage_points = [10, 20, 30, 40]\n'
    with pytest.raises(RulebookError) as caught:
        extended("tausendeins", decided)
    *_, said = str(caught.value).partition("To be written into the rulebook:\n")
    lines = [line.strip() for line in said.splitlines()]
    assert lines[0] == "[refusals]"
    assert [line.partition(" ")[0] for line in lines[1:]] == [
        "exchange_exhausted",
        "exchange_no_card",
        "exchange_no_trick",
        "exchange_stock",
    ]
    assert len(caught.value.further) == len(lines) - 2
    written = "\n".join(lines).replace("HO-...", "HO-EXCH-1")
    assert extended("tausendeins", f"{decided}{written}\n").refusals["exchange_stock"] == "HO-EXCH-1"
    with pytest.raises(RulebookError) as caught:
        extended("schnapsen", "[parameters]\nschneider = 40\nexchange_min_stock = 4\n")
    said = str(caught.value).partition("To be written into the rulebook:\n")[2]
    book = extended("schnapsen", f"[parameters]\nschneider = 40\nexchange_min_stock = 4\n{said}")
    assert book.options["schneider"].values == (40, 33, 30)
    assert book.options["exchange_min_stock"].values == (4, 3, 2)


# --- Clauses that parameters may make false ---


def test_clauses_are_marked_that_new_parameters_may_make_false() -> None:
    """A clause of the parent is marked with the parameters that it states and that are others here, until it is given anew."""
    wild = '[parameters]\nwild = ["7", "9"]\n'
    marked = doubtful(home(wild))
    assert marked == {f"HO-{name}": ("wild",) for name in ("PLAY-5", "PLAY-6", "MULTI-2")}
    own = '[[clauses]]\nid = "HO-PLAY-5"\ntext = "A seven or a nine matches any led rank."\n'
    assert doubtful(home(wild + own)).keys() == marked.keys() - {"HO-PLAY-5"}
    assert doubtful(home("[by_players.2]\nhand = 3\ndeal = [3]\n")) == {"HO-DEAL-3": ("hand",), "HO-DEAL-5": ("deal",)}
    row = '{ name = "line", meaning = "most", points = [40, 60], tricks = "some", game_points = 1 }'
    assert "HO-SCORE-4" in doubtful(home(f"[parameters]\nscoring = [{row}]\n"))
    assert agreed_otherwise(home(wild), 2, {}).keys() == marked.keys()
    assert agreed_otherwise(home(wild), 2, {})["HO-PLAY-5"] == ("wild=7,9",)
    assert agreed_otherwise(home(f"[parameters]\nscoring = [{row}]\n"), 2, {})["HO-SCORE-4"] == ("scoring=of 1",)
    assert doubtful(home()) == {}
    assert doubtful(PARENT) == {}


def test_partners_go_with_their_calls() -> None:
    """Where each plays for himself, nobody calls a partner, whatever the parent has; and clauses about partners do not hold."""
    head, parent = HEAD.replace('"zsiros"', '"sedmice"'), load_shipped("sedmice")
    refusals = (
        '[refusals]\ncalls_off = "HO-PLAY-2"\ncall_out_of_turn = "HO-PLAY-2"\ncall_without_partner = "HO-PLAY-2"\n'
    )
    removed = 'sides = "each"\nremoved = ["8s", "8d"]\n'
    three = parse_rulebook(f"{head}[parameters]\nplayers = [3, 4]\n[by_players.3]\n{removed}")
    calls = [aceten.load(three, players=players).rules for players in (3, 4)]
    assert [rules.calls for rules in calls if isinstance(rules, MatchingParameters)] == [(), ("beat", "grease")]
    each = parse_rulebook(f'{head}[parameters]\nsides = "each"\n{refusals}')
    lost = {clause.id for clause in parent.clauses} - {clause.id.replace("HO-", "SM-") for clause in each.clauses}
    assert lost == {"SM-PLAYERS-2", *[f"SM-CALL-{number}" for number in range(1, 6)]}
    assert parent.options.keys() - each.options.keys() == {"calls", "partner_peek"}


@pytest.mark.parametrize("game", shipped())
def test_no_shipped_clause_is_in_doubt(game: str) -> None:
    """What a shipped rulebook changes it says, and the clause of an option states the parameter that it sets."""
    book = load_shipped(game)
    assert doubtful(book) == {}
    for name, option in book.options.items():
        assert isinstance(option.values, dict) or option.clause.partition("-")[2] in STATED[name]


def test_every_parameter_is_stated_somewhere() -> None:
    """No parameter is forgotten, and none is named that there is not."""
    names = {name for kind in (MatchingParameters, SuitParameters) for name in kind.__struct_fields__}
    assert {name.partition("[")[0] for name in STATED} == names
    numbers = {clause.id.partition("-")[2] for game in shipped() for clause in load_shipped(game).clauses}
    assert {clause for clauses in STATED.values() for clause in clauses} <= numbers


@pytest.mark.parametrize("kind", [MatchingParameters, SuitParameters])
def test_every_feature_is_about_parameters_and_clauses(kind: type[MatchingParameters | SuitParameters]) -> None:
    """What a game can lack is said by a parameter that there is; what goes with it are parameters and clauses that there are."""
    names = set(kind.__struct_fields__)
    ids = {clause.id.partition("-")[2] for game in shipped() for clause in load_shipped(game).clauses}
    ids |= {clause.partition("-")[0] for clause in ids}
    for feature in features(kind.__struct_config__.tag):
        assert {feature.parameter, *dict(feature.moot), *dict(feature.takes)} <= names
        assert set(feature.clauses) <= ids


@pytest.mark.parametrize(
    ("differences", "key", "problem"),
    [
        ('without = ["CALL-9"]', "without[0]", "the parent has no clause 'CALL-9'"),
        ('without = ["seating"]', "without[0]", "the parent has no option 'seating'"),
        ('without = ["CALL-2"]', "refusals.call_out_of_turn", "missing"),
        ("without = 3", "without", "found"),
        ("[parameters]\nhands = 4", "parameters.hands", "unknown key"),
        ("[parameters]\nhand = 9", "parameters.hand", "4 hands of 9 cards"),
        ("parameters = 3", "parameters", "found"),
        ("options = 3", "options", "found"),
        ('[options]\ntie = "draw"', "options.tie", "found"),
        ("clauses = 3", "clauses", "found"),
        ('[[clauses]]\nid = "HO-PLAY-1"\n[[clauses]]\nid = "HO-PLAY-1"', "clauses[21].text", "missing"),
        ("tie = 4", "tie", "unknown key"),
    ],
)
def test_wrong_differences_are_refused(differences: str, key: str, problem: str) -> None:
    """What is unknown, of a wrong type or contradictory is refused as in any rulebook."""
    with pytest.raises(RulebookError) as caught:
        home(differences)
    assert caught.value.source == "home.toml"
    assert caught.value.key == key
    assert problem in caught.value.problem


@pytest.mark.parametrize("parent", ['"bridge"', "7", '""', '["zsiros"]'])
def test_an_unknown_parent_is_refused(parent: str) -> None:
    """Only a shipped rulebook can be extended; the message names them."""
    with pytest.raises(RulebookError, match=r"extends: no game .*expected one of: .*zsiros"):
        parse_rulebook(HEAD.replace('"zsiros"', parent))


def test_a_prefix_of_its_own_is_needed() -> None:
    """The parent's ids never name another game's rules."""
    with pytest.raises(RulebookError, match="prefix: missing"):
        parse_rulebook(HEAD.replace('prefix = "HO"\n', ""))


VALUES = st.sampled_from(
    [
        "3",
        "-1",
        "true",
        '"x"',
        '""',
        "[]",
        "[1]",
        '["x"]',
        '[["x"]]',
        "{}",
        "{ a = 1 }",
        '{ clause = ["x"], values = 3 }',
        "1.5",
        "inf",
    ]
)
KEYS = st.sampled_from(
    [
        "without",
        "title",
        "summary",
        "format",
        "extends",
        "id",
        "prefix",
        "parameters",
        "by_players",
        "options",
        "clauses",
        "decisions",
        "examples",
        "names",
        "glossary",
        "documents",
        "refusals",
        "nothing",
    ]
)
INNER = st.sampled_from(
    [
        "parameters.hand",
        "parameters.scoring",
        "by_players.4",
        "by_players.2.hand",
        "options.tie",
        "options.new",
        "options.calls.values",
        "options.calls.values.off",
        "refusals.deal_over",
        "names.hu",
    ]
)


@pytest.mark.turns(2)
@examples(300)
@given(st.dictionaries(KEYS | INNER, VALUES, max_size=4), st.lists(VALUES, max_size=3))
def test_any_differences_are_taken_or_refused(given_values: dict[str, str], entries: list[str]) -> None:
    """Whatever is given as a difference, the result is a rulebook or an error that says what is wrong."""
    lines = [*HEAD.splitlines(), *(f"{key} = {value}" for key, value in given_values.items())]
    names = [line.split(" = ")[0] for line in lines]
    text = "\n".join(line for place, line in enumerate(lines) if names[place] not in names[place + 1 :])
    if "clauses" not in given_values:
        text += "\nclauses = [" + ", ".join(entries) + "]"
    try:
        parse_rulebook(text)
    except RulebookError as error:
        assert error.problem  # noqa: PT017 - an error is one of two right outcomes
        assert "\n" not in str(error)  # noqa: PT017


def of_hola(parameter: str) -> Rulebook:
    """Return a rulebook that extends Hola with one other parameter."""
    return parse_rulebook(HEAD.replace("zsiros", "hola") + f"[parameters]\n{parameter}\n")


def test_what_concerns_other_numbers_of_players_is_left_out() -> None:
    """A child with fewer numbers of players has nothing of what the parent says about the others: parameters, options, values."""
    book = of_hola("players = [2, 4]")
    assert book.by_players == {}
    parent = load_shipped("hola")
    assert set(parent.options) - set(book.options) == {"leftover", "last_trick_points", "three_player_removed"}
    assert book.options["keeps_deal"].players == (2, 4)
    decision = next(decision for decision in book.decisions if decision.clause == "HO-DRAW-6")
    assert [alternative.value for alternative in decision.alternatives] == [None] * len(decision.alternatives)
    assert of_hola("players = [2]").options["keeps_deal"].players == (2,)


def test_an_alias_finds_a_shipped_rulebook() -> None:
    """A shipped rulebook is found by its aliases too; no alias is the id of another, and a child has none of its parent's."""
    assert load_shipped("suster") is load_shipped("sedmice")
    aliases = [alias for name in shipped() for alias in load_shipped(name).aliases]
    assert len(set(aliases)) == len(aliases)
    assert not set(aliases) & set(shipped())
    assert parse_rulebook(HEAD.replace("zsiros", "sedmice")).aliases == ()
