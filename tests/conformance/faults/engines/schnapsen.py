"""Schnapsen for two, written from the rules as somebody writes it in an evening; and answers to requests of a line of JSON each."""

import json
import sys

VALUES = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
STRENGTH = "JQKTA"
ENOUGH = 66
SCHNEIDER = 33
HAND = 5


def value(card):
    return VALUES[card[0]]


def strength(card):
    return STRENGTH.index(card[0])


def beats(card, other, trump):
    """Whether a card that is played second takes the trick."""
    if card[1] == other[1]:
        return strength(card) > strength(other)
    return card[1] == trump


class Player:
    """What one player has."""

    def __init__(self):
        self.hand = []
        self.won = []
        self.points = 0
        self.tricks = 0
        self.marriages = 0
        self.shown = set()

    def score(self):
        return self.points + (self.marriages if self.tricks > 0 else 0)

    def take(self, cards):
        self.won.extend(cards)
        self.points += sum(value(card) for card in cards)
        self.tricks += 1


class Deal:
    """A deal at a moment; whatever is played changes it."""

    def __init__(self, leader):
        self.players = [Player(), Player()]
        self.talon = []
        self.trump = None
        self.leader = leader
        self.table = []
        self.closer = None
        self.at_closing = (0, [0, 0])
        self.claimant = None
        self.done = False

    @classmethod
    def dealt(cls, deck, dealer):
        deal = cls(leader=1 - dealer)
        deck = list(deck)
        for packet in (3, 2):
            for seat in (1 - dealer, dealer):
                deal.players[seat].hand += deck[:packet]
                deck = deck[packet:]
        turned = deck.pop(0)
        deal.talon = deck + [turned]
        deal.trump = turned[1]
        return deal

    @classmethod
    def set_up(cls, parts):
        deal = cls(leader=parts["leader"])
        for seat, player in enumerate(deal.players):
            player.hand = list(parts["hands"][seat])
            player.won = list(parts["taken"][seat])
            player.points = parts["points"][seat]
            player.tricks = (parts["tricks"] or [len(pile) // 2 for pile in parts["taken"]])[seat]
            player.marriages = parts.get("melds", [0, 0])[seat]
            player.shown = set(parts.get("shown", [[], []])[seat])
        deal.talon = list(parts["talon"])
        deal.trump = parts["trump"]
        deal.table = list(parts["trick"])
        if parts.get("closed"):
            deal.closer = parts["closed"]["seat"]
            deal.at_closing = (parts["closed"]["points"], parts["closed"]["tricks"])
        deal.claimant = parts.get("claim")
        deal.done = parts["turn"] is None
        return deal

    # --- What may be done ---

    @property
    def turn(self):
        if self.done:
            return None
        return (self.leader + len(self.table)) % 2

    def open(self):
        """Whether there is a talon to draw from."""
        return bool(self.talon) and self.closer is None

    def out_of_cards(self):
        return not self.table and not self.players[0].hand and not self.players[1].hand

    def pairs(self, hand):
        return [suit for suit in "cshd" if "K" + suit in hand and "Q" + suit in hand]

    def cards(self):
        hand = self.players[self.turn].hand
        if not self.table or self.open():
            return list(hand)
        led = self.table[0]
        follow = [card for card in hand if card[1] == led[1]]
        higher = [card for card in follow if strength(card) > strength(led)]
        trumps = [card for card in hand if card[1] == self.trump]
        return higher or follow or trumps or list(hand)

    def legal(self):
        if self.done:
            return []
        if self.out_of_cards():
            return ["claim", "pass"]
        moves = self.cards() + ["claim"]
        if not self.table:
            hand = self.players[self.turn].hand
            for suit in self.pairs(hand):
                moves += ["meld:K" + suit, "meld:Q" + suit, "claim:" + suit]
            if self.open():
                moves.append("close")
                if "J" + self.trump in hand:
                    moves.append("exchange")
        return moves

    # --- What it does ---

    def play(self, move):
        """Do it if it is allowed; say whether it was."""
        if move not in self.legal():
            return False
        player = self.players[self.turn]
        name, _, what = move.partition(":")
        if name == "claim":
            if what:
                self.show(player, what)
            self.claimant, self.done = self.turn, True
        elif name == "pass":
            self.done = True
        elif name == "close":
            self.close()
        elif name == "exchange":
            self.exchange(player)
        elif name == "meld":
            self.show(player, what[1])
            self.put(player, what)
        else:
            self.put(player, move)
        return True

    def show(self, player, suit):
        player.marriages += 40 if suit == self.trump else 20
        player.shown |= {"K" + suit, "Q" + suit}

    def close(self):
        self.closer = self.turn
        other = self.players[1 - self.turn]
        self.at_closing = (other.score(), [player.tricks for player in self.players])

    def exchange(self, player):
        jack, turned = "J" + self.trump, self.talon[-1]
        player.hand.remove(jack)
        player.hand.append(turned)
        player.shown.add(turned)
        self.talon[-1] = jack

    def put(self, player, card):
        player.hand.remove(card)
        player.shown.discard(card)
        self.table.append(card)
        if len(self.table) == 2:
            self.finish_trick()

    def finish_trick(self):
        first, second = self.table
        winner = self.leader
        if beats(second, first, self.trump):
            winner = 1 - winner
        self.players[winner].take(self.table)
        self.table = []
        self.leader = winner
        if self.open():
            self.draw(winner)

    def draw(self, winner):
        for seat in (winner, 1 - winner):
            card = self.talon.pop(0)
            self.players[seat].hand.append(card)
            if not self.talon:
                self.players[seat].shown.add(card)

    # --- What it comes to ---

    def result(self):
        if not self.done:
            return None
        winner, score = self.verdict()
        return {
            "points": [player.score() for player in self.players],
            "winners": [] if winner is None else [winner],
            "game_points": [score if seat == winner else 0 for seat in (0, 1)],
        }

    def verdict(self):
        """Who wins, and how many game points."""
        if self.claimant is None:
            return self.unclaimed()
        me, other = self.claimant, 1 - self.claimant
        right = self.players[me].score() >= ENOUGH
        if self.closer is not None and (not right or self.closer == other):
            if right or self.closer == me:
                return self.closer_fails()
        if not right:
            return other, 3 if self.players[other].tricks == 0 else 2
        points, tricks = self.players[other].score(), self.players[other].tricks
        if self.closer == me:
            points, tricks = self.at_closing[0], self.at_closing[1][other]
        return me, 3 if tricks == 0 else 2 if points < SCHNEIDER else 1

    def closer_fails(self):
        winner = 1 - self.closer
        return winner, 3 if self.at_closing[1][winner] == 0 else 2

    def unclaimed(self):
        if self.closer is None:
            return self.leader, 1
        if self.players[self.closer].score() < ENOUGH:
            return self.closer_fails()
        return None, 0

    def facts(self):
        return {
            "turn": self.turn,
            "legal": self.legal(),
            "result": self.result(),
            "points": [player.points for player in self.players],
            "tricks": [player.tricks for player in self.players],
            "hands": [list(player.hand) for player in self.players],
            "talon": list(self.talon),
        }


# --- Requests ---


def course(deal, moves):
    steps = []
    for move in moves:
        step = deal.facts()
        step["refused"] = not deal.play(move)
        steps.append(step)
    return {"steps": [*steps, deal.facts()]}


def trick(request):
    first, second = request["cards"]
    leader = request["leader"]
    return {"winner": 1 - leader if beats(second, first, request["trump"]) else leader}


def score(request):
    return {"result": Deal.set_up(request["parts"]).result()}


def deal(request):
    return course(Deal.dealt(request["deck"], request["dealer"]), request.get("actions", []))


def position(request):
    return course(Deal.set_up(request["parts"]), request.get("actions", []))


def match(request):
    target = 7
    scores, dealer, winner = [0, 0], request["dealer"], None
    steps = [{"scores": list(scores), "dealer": dealer, "over": False, "winner": None}]
    for brought in request["deals"]:
        for seat in (0, 1):
            scores[seat] += brought["game_points"][seat]
            if scores[seat] >= target:
                winner = seat
        dealer = 1 - dealer
        steps.append({"scores": list(scores), "dealer": dealer, "over": winner is not None, "winner": winner})
    return {"steps": steps}


def view(request):
    table = Deal.dealt(request["deck"], request["dealer"])
    for move in request.get("actions", []):
        table.play(move)
    me = request["seat"]
    known = [list(player.hand if seat == me else player.shown) for seat, player in enumerate(table.players)]
    return {
        "known": known,
        "sizes": [len(player.hand) for player in table.players],
        "talon": len(table.talon),
        "known_talon": table.talon[-1:],
        "legal": table.legal() if table.turn == me else [],
    }


ANSWERS = {"trick": trick, "score": score, "deal": deal, "position": position, "match": match, "view": view}
HELLO = {
    "protocol": 2,
    "program": "schnapsen",
    "games": [{"game": "schnapsen", "players": [2], "levels": list(ANSWERS)}],
}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        command = request["command"]
        reply = HELLO if command == "hello" else ANSWERS[command](request)
        print(json.dumps({"id": request["id"], **reply}), flush=True)


if __name__ == "__main__":
    main()
