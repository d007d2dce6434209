"""Checks certificates about Zsíros by its usual rules, with two players or four, in card points.

It is written from the page "The format of certificates" and from the rules, and shares no line with aceten. It needs
Python 3.9 or later, and nothing else: ``python check_zsiros.py FILE`` prints what is proved and ends with 0, or says
where it fails and ends with 1.
"""

import hashlib
import json
import re
import sys
import zlib

RULES = "sha256:a487c87b507b9ddfef8081738cddeb2786269de8b8e6b146d478ff551c94cf3d"
MOST_BYTES, MOST_HEADER, MOST_MOVES, MOST_POSITIONS = 2**24, 2**16, 10**7, 10**7
MOST_NUMBER, HAND = 2**31 - 1, 4
RANKS = "AKQJT987"  # suits make no difference (T-SUITS), so that a card is its rank, and a hand a sorted text of them
LINE = re.compile(r"zsiros/([24])((?: [a-z]+=[^ =]+)+)")
KEYS = {"hands", "talon", "lead", "trick", "taken", "points", "tricks", "dealer"}


class Wrong(Exception):
    """What is wrong with a certificate."""


def need(holds, problem):
    """Raise what is wrong where something does not hold."""
    if not holds:
        raise Wrong(problem)


def points(cards):
    """Return what cards count (ZS-CARDS-3)."""
    return 10 * (cards.count("A") + cards.count("T"))


def is_number(value, least, most):
    """Whether JSON has a whole number here, and not too large."""
    return type(value) is int and least <= value <= most


# --- The file ---------------------------------------------------------------------------------------------------------


def read(content):
    """Return the header of a certificate, its claims as (half, number, moves), and all of the moves."""
    need(len(content) <= MOST_BYTES, "the file is too large for this checker")
    end = content.find(b"\n") + 1
    need(0 < end <= MOST_HEADER, "no header of one line")
    try:
        header = json.loads(content[:end].decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Wrong("the header is no JSON") from error
    keys = {"certificate", "rules", "position", "measure", "claims"}
    need(isinstance(header, dict) and set(header) == keys, f"the header has to have {sorted(keys)}")
    need(is_number(header["certificate"], 1, 1), "another version of the format")
    need(header["rules"] == RULES, "other rules than those of this checker")
    need(header["measure"] == "points", "another measure than points")
    claims, halves = [], ("at_least", "at_most")
    need(isinstance(header["claims"], list) and 1 <= len(header["claims"]) <= 2, "claims: one or two are expected")
    for told in header["claims"]:
        need(isinstance(told, dict) and len(told) == 2 and "moves" in told, "a claim that is none")
        half = next(key for key in told if key != "moves")
        need(half in halves and is_number(told[half], -MOST_NUMBER, MOST_NUMBER), "a claim that is none")
        need(is_number(told["moves"], 0, MOST_MOVES), "no number of moves, or too many for this checker")
        claims.append((half, told[half], told["moves"]))
    need([half for half, _, _ in claims] in (["at_least"], ["at_most"], [*halves]), "claims in another order")
    total, stream = sum(count for _, _, count in claims), zlib.decompressobj()
    try:
        moves = stream.decompress(content[end:-32], total + 1)
    except zlib.error as error:
        raise Wrong("the moves cannot be unpacked") from error
    need(len(moves) == total and not stream.unconsumed_tail, "there are more moves, or fewer, than the header says")
    need(stream.eof and not stream.unused_data, "the packed moves are cut, or more follows them")
    need(hashlib.sha256(content[:end] + moves).digest() == content[-32:], "the checksum is another")
    return header, claims, moves


# --- The rules --------------------------------------------------------------------------------------------------------


class Game:
    """Zsíros with so many players. A deal is (hands, talon, leader, trick, points of side 0), all cards being texts of ranks."""

    def __init__(self, players):
        self.players = players

    def position(self, fields):
        """Return the deal that a position line tells of."""
        words = [word.split("=") for word in fields.split()]
        told = dict(words)
        need(len(told) == len(words) and {"hands", "lead"} <= set(told) <= KEYS, "position: other keys than known")
        hands, taken = self.piles(told["hands"]), self.piles(told.get("taken", "-,-"))
        talon, trick = (self.piles(told.get(key, "-"))[0] for key in ("talon", "trick"))
        need(re.fullmatch(r"[0-9]", told["lead"]) and int(told["lead"]) < self.players, "position: nobody leads")
        need(re.fullmatch(r"\d{1,2},\d{1,2}", told.get("points", "0,0"), re.ASCII), "position: points of two sides")
        has = [*map(int, told["points"].split(","))] if "points" in told else [points(pile) for pile in taken]
        leader, everything = int(told["lead"]), "".join([*hands, *taken, talon, trick])
        need(len(hands) == self.players and len(taken) == 2, "position: not a hand for everybody")
        need(all(everything.count(rank) <= 4 for rank in RANKS), "position: more than four cards of a rank")
        need(all(mine >= points(pile) for mine, pile in zip(has, taken)), "position: fewer points than were taken")
        need(sum(has) + points("".join([*hands, talon, trick])) <= 80, "position: more than 80 points")
        played = [trick[(seat - leader) % self.players :: self.players] for seat in range(self.players)]
        sizes = {len(hand + cards) for hand, cards in zip(hands, played)}
        need(len(sizes) == 1 and max(sizes) <= HAND, "position: hands that do not fit")
        need(not talon or (len(talon) % self.players == 0 and sizes == {HAND}), "position: a talon that does not fit")
        deal = (tuple(map(self.sort, hands)), talon, leader, trick, has[0])
        need(not trick or len(trick) % self.players or self.continuing(deal), "position: a trick that is over")
        return deal

    def piles(self, text):
        """Return the ranks of piles of cards, in the order in which they stand."""
        piles = text.split(",")
        need(all(re.fullmatch(r"-|([AKQJT987][cshd]?)*", pile) for pile in piles), "position: no cards")
        return [re.sub("[-cshd]", "", pile) for pile in piles]

    def sort(self, cards):
        """Return cards in their written order."""
        return "".join(sorted(cards, key=RANKS.index))

    def turn(self, deal):
        """Return who is to act; the leader again at the end of a round; nobody when the deal is over (ZS-PLAY-2, ZS-PLAY-8)."""
        hands, _, leader, trick, _ = deal
        return (leader + len(trick)) % self.players if trick or any(hands) else None

    def winning(self, deal):
        """Return who is winning the trick: by the last card of the rank led, or the last seven (ZS-PLAY-4 to ZS-PLAY-6)."""
        _, _, leader, trick, _ = deal
        last = max((place for place, rank in enumerate(trick) if rank in (trick[0], "7")), default=0)
        return (leader + last) % self.players

    def continuing(self, deal):
        """Return the ranks with which the leader may go on after a round (ZS-MULTI-1, ZS-MULTI-2)."""
        hands, _, leader, trick, _ = deal
        against = (self.winning(deal) - leader) % 2
        return [rank for rank in RANKS if rank in hands[leader] and rank in (trick[0], "7")] if against else []

    def actions(self, deal):
        """Return what may be done: ranks in their written order, then stopping (ZS-PLAY-3, ZS-MULTI-5)."""
        hands, _, _, trick, _ = deal
        if trick and len(trick) % self.players == 0:
            return [*self.continuing(deal), "stop"]
        return [rank for rank in RANKS if rank in hands[self.turn(deal)]]

    def play(self, deal, action):
        """Return the deal after an action (ZS-PLAY-7, ZS-MULTI-3, ZS-MULTI-6)."""
        hands, talon, leader, trick, has = deal
        if action != "stop":
            seat = self.turn(deal)
            hands = (*hands[:seat], hands[seat].replace(action, "", 1), *hands[seat + 1 :])
            deal = (hands, talon, leader, trick + action, has)
            if len(deal[3]) % self.players or self.continuing(deal):
                return deal
        winner = self.winning(deal)
        has += points(deal[3]) if winner % 2 == 0 else 0
        each = min(HAND - len(hands[0]), len(talon) // self.players)  # ZS-DRAW-1 to ZS-DRAW-3
        drawn = [hands[seat] + talon[each * place :][:each] for seat, place in self.places(winner)]
        return (tuple(map(self.sort, drawn)), talon[each * self.players :], winner, "", has)

    def places(self, first):
        """Return every seat, and after how many others it draws."""
        return [(seat, (seat - first) % self.players) for seat in range(self.players)]


# --- The walk ---------------------------------------------------------------------------------------------------------


class Walk:
    """The walk for one claim."""

    def __init__(self, game, half, number, moves):
        self.game, self.prover, self.number, self.moves = game, ("at_least", "at_most").index(half), number, iter(moves)
        self.known, self.positions = {}, 0

    def run(self, start):
        """Walk, and return how many positions were walked."""
        if not self.settled(start):
            self.visit(start)
        need(next(self.moves, None) is None, "there are more moves than the proof takes")
        return self.positions

    def to_come(self, deal):
        """Return the points that can still be captured."""
        return points("".join([*deal[0], deal[1], deal[3]]))

    def alike(self, deal):
        """Return the class of a position (T-KEY)."""
        hands, talon, leader, trick, _ = deal
        return (hands, len(talon), leader, trick[:1], self.game.winning(deal), len(trick), self.to_come(deal))

    def need(self, deal):
        """Return how much is still to be proved."""
        return self.number - deal[4] if self.prover == 0 else deal[4] - self.number

    def settled(self, deal):
        """Whether nothing is left to walk from a position."""
        if self.game.turn(deal) is None:
            need(self.need(deal) <= 0, f"a deal ends with {deal[4]} points for side 0")
            return True
        if self.need(deal) + (self.to_come(deal) if self.prover else 0) <= 0:  # it is certain (T-POINTS)
            return True
        known = self.known.get(self.alike(deal))
        return known is not None and known >= self.need(deal)

    def visit(self, deal):
        """Walk from a position: the side that proves does as told, the other one all that it may."""
        self.positions += 1
        need(self.positions <= MOST_POSITIONS, "more positions than this checker walks")
        actions = self.game.actions(deal)
        if self.game.turn(deal) % 2 == self.prover and len(actions) > 1:
            move = next(self.moves, None)
            need(move is not None and move < len(actions), f"no such move is told: {move} of {actions} at {deal}")
            actions = [actions[move]]
        for action in actions:
            after = self.game.play(deal, action)
            if not self.settled(after):
                self.visit(after)
        self.known[self.alike(deal)] = self.need(deal)


def check(content):
    """Yield what a certificate proves, claim by claim."""
    header, claims, moves = read(content)
    found = LINE.fullmatch(header["position"]) if isinstance(header["position"], str) else None
    need(found, "the position is none of Zsíros with two players or four")
    game = Game(int(found[1]))
    start, at = game.position(found[2]), 0
    for half, number, count in claims:
        positions = Walk(game, half, number, moves[at : at + count]).run(start)
        at += count
        yield f"{half} {number} points for side 0: proved, {positions} positions"


def main(name):
    """Print what the certificate in a file proves, and return 0; or what is wrong with it, and return 1."""
    try:
        with open(name, "rb") as file:
            lines = [*check(file.read(MOST_BYTES + 1))]
    except (OSError, Wrong) as error:
        print(f"not proved: {error}")
        return 1
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: check_zsiros.py FILE")
    sys.exit(main(sys.argv[1]))
