"""Checks certificates about Zsíros by its usual rules, with two players or four, in card points.

It is written from the page "The format of certificates" and from the rules, and shares no line with aceten. It needs
Python 3.9 or later, and nothing else: ``python check_zsiros.py FILE`` prints what is proved and ends with 0, or says
where it fails and ends with 1. It reads headers and position lines as aceten writes them, and no others.
"""

import collections
import hashlib
import re
import sys
import zlib

RULES = "sha256:a487c87b507b9ddfef8081738cddeb2786269de8b8e6b146d478ff551c94cf3d"
RANKS, HAND = "AKQJT987", 4  # suits make no difference (T-SUITS): a card is its rank, a hand a sorted text of ranks
MOST = 10**7  # bytes, moves and positions
NUMBER = "-?(?:0|[1-9][0-9]{0,9})"
LEAST, ATMOST = (rf'{{"{half}": {NUMBER}, "moves": {NUMBER}}}' for half in ("at_least", "at_most"))
CARDS = "(?:-|(?:[AKQJT987][cshd]?)+)"
HEADER = re.compile(
    rf'{{"certificate": 1, "rules": "{RULES}", "position": "zsiros/([24]) hands=({CARDS}(?:,{CARDS})+)(?: talon=({CARDS}))?'
    rf' lead=([0-3])(?: trick=({CARDS}))?(?: taken=({CARDS}),({CARDS}))?(?: points=(\d\d?),(\d\d?))?(?: [a-z]+=[0-9,]+)*",'
    rf' "measure": "points", "claims": \[((?:{LEAST}, {ATMOST})|{LEAST}|{ATMOST})\]}}\n'
)
CLAIM = re.compile(rf'"(at_least|at_most)": ({NUMBER}), "moves": ({NUMBER})')
Deal = collections.namedtuple("Deal", "hands talon leader trick has")  # cards are texts of ranks; side 0 has so many points


def need(holds, problem):
    """Raise what is wrong with a certificate where something does not hold."""
    if not holds:
        raise ValueError(problem)


def read(content):
    """Return the deal of a certificate, its claims as (half, number, count of moves), and all of the moves."""
    end = content.find(b"\n") + 1
    header = HEADER.fullmatch(content[:end].decode("ascii", "replace")) if len(content) <= MOST else None
    need(header, "no header of a certificate about Zsíros in points by the usual rules, or too large a file")
    claims = [(half, int(number), int(count)) for half, number, count in CLAIM.findall(header[10])]
    total, stream = sum(count for _, _, count in claims), zlib.decompressobj()
    need(all(0 <= count <= MOST for _, _, count in claims), "no number of moves, or too many for this checker")
    moves = stream.decompress(content[end:-32], total + 1)
    need(len(moves) == total, "there are more moves, or fewer, than the header says")
    need(stream.eof and not stream.unused_data, "the packed moves are cut, or more follows them")
    need(hashlib.sha256(content[:end] + moves).digest() == content[-32:], "the checksum is another")
    return deal_of(header), claims, moves


def deal_of(header):
    """Return the deal that a position line tells of."""
    players, lead = int(header[1]), int(header[4])
    piles = [*header[2].split(","), *header.group(3, 5, 6, 7)]
    *hands, talon, trick, mine, theirs = (re.sub("[-cshd]", "", pile or "") for pile in piles)
    has = [int(header[8]), int(header[9])] if header[8] else [points(mine), points(theirs)]
    need(len(hands) == players > lead, "position: not a hand for everybody, or nobody leads")
    everything = "".join([*hands, talon, trick, mine, theirs])
    need(all(everything.count(rank) <= 4 for rank in RANKS), "position: five of a rank")
    need(sum(has) + points("".join([*hands, talon, trick])) <= 80, "position: more than 80 points")
    deal = Deal(tuple(map(in_order, hands)), talon, lead, trick, has[0])
    sizes = {len(hand) + len(trick[(seat - lead) % players :: players]) for seat, hand in enumerate(hands)}
    need(len(sizes) == 1 and max(sizes) <= HAND, "position: hands that do not fit")
    need(not talon or (len(talon) % players == 0 and sizes == {HAND}), "position: a talon that does not fit")
    need(not trick or len(trick) % players or continuing(deal), "position: a trick that is over")
    return deal


def points(cards):
    """Return what cards count (ZS-CARDS-3)."""
    return 10 * (cards.count("A") + cards.count("T"))


def in_order(cards):
    """Return cards in their written order."""
    return "".join(sorted(cards, key=RANKS.index))


def turn(deal):
    """Return who is to act, the leader again after a round; nobody when the deal is over (ZS-PLAY-2, ZS-PLAY-8)."""
    return (deal.leader + len(deal.trick)) % len(deal.hands) if deal.trick or any(deal.hands) else None


def winning(deal):
    """Return who is winning: by the last card of the rank led, or the last seven (ZS-PLAY-4 to ZS-PLAY-6)."""
    last = max((place for place, rank in enumerate(deal.trick) if rank in (deal.trick[0], "7")), default=0)
    return (deal.leader + last) % len(deal.hands)


def continuing(deal):
    """Return the ranks with which the leader may go on after a round (ZS-MULTI-1, ZS-MULTI-2)."""
    against = (winning(deal) - deal.leader) % 2
    return [rank for rank in RANKS if against and rank in deal.hands[deal.leader] and rank in (deal.trick[0], "7")]


def actions(deal):
    """Return what may be done: ranks in their written order, then stopping (ZS-PLAY-3, ZS-MULTI-5)."""
    if deal.trick and len(deal.trick) % len(deal.hands) == 0:
        return [*continuing(deal), "stop"]
    return [rank for rank in RANKS if rank in deal.hands[turn(deal)]]


def play(deal, action):
    """Return the deal after an action; a trick that is over is taken, and all draw (ZS-PLAY-7, ZS-MULTI-3, ZS-MULTI-6)."""
    players, seat = len(deal.hands), turn(deal)
    if action != "stop":
        hands = (*deal.hands[:seat], deal.hands[seat].replace(action, "", 1), *deal.hands[seat + 1 :])
        deal = deal._replace(hands=hands, trick=deal.trick + action)
        if len(deal.trick) % players or continuing(deal):
            return deal
    winner, talon = winning(deal), deal.talon
    each = min(HAND - len(deal.hands[0]), len(talon) // players)  # ZS-DRAW-1 to ZS-DRAW-3
    drawn = [talon[each * ((other - winner) % players) :][:each] for other in range(players)]
    hands = tuple(in_order(hand + more) for hand, more in zip(deal.hands, drawn))
    return Deal(hands, talon[each * players :], winner, "", deal.has + (0 if winner % 2 else points(deal.trick)))


def walk(deal, half, number, moves):
    """Walk for one claim, the side that proves doing as told and the other all that it may; return how many positions."""
    prover, moves, known, positions = ("at_least", "at_most").index(half), iter(moves), {}, 0

    def to_come(deal):
        return points("".join([*deal.hands, deal.talon, deal.trick]))

    def alike(deal):  # the class of a position (T-KEY)
        leads = deal.leader, deal.trick[:1], winning(deal), len(deal.trick)
        return (deal.hands, len(deal.talon), leads, to_come(deal))

    def missing(deal):  # how much is still to be proved
        return deal.has - number if prover else number - deal.has

    def settled(deal):
        if turn(deal) is None:
            need(missing(deal) <= 0, f"a deal ends with {deal.has} points for side 0")
            return True
        certain = missing(deal) + (to_come(deal) if prover else 0) <= 0  # T-POINTS
        return certain or known.get(alike(deal), missing(deal) - 1) >= missing(deal)

    def visit(deal):
        nonlocal positions
        positions += 1
        need(positions <= MOST, "more positions than this checker walks")
        choices = actions(deal)
        if turn(deal) % 2 == prover and len(choices) > 1:
            move = next(moves, None)
            need(move is not None and move < len(choices), f"no such move is told: {move} of {choices} at {deal}")
            choices = [choices[move]]
        for choice in choices:
            after = play(deal, choice)
            if not settled(after):
                visit(after)
        known[alike(deal)] = missing(deal)

    if not settled(deal):
        visit(deal)
    need(next(moves, None) is None, "there are more moves than the proof takes")
    return positions


def main(name):
    """Print what the certificate in a file proves, and return 0; or what is wrong with it, and return 1."""
    try:
        with open(name, "rb") as file:
            deal, claims, moves = read(file.read(MOST + 1))
        lines = []
        for half, number, count in claims:
            told, moves = moves[:count], moves[count:]
            lines.append(f"{half} {number} points for side 0: proved, {walk(deal, half, number, told)} positions")
    except (OSError, ValueError, zlib.error) as error:
        print(f"not proved: {error}")
        return 1
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else "usage: check_zsiros.py FILE")
