"""A second, naive umpire of Splendor, written from the rules alone and without the engine.

Tokens are dictionaries by colour, cards are ids. What chance decided is told to it: the cards
and nobles that came up. Slow and plain on purpose.
"""

from collections import Counter
from itertools import combinations, product

COLOURS = ("white", "blue", "green", "red", "black")
TOKENS = (*COLOURS, "gold")
PILE = {2: 4, 3: 5, 4: 7}
DECK = {1: 40, 2: 30, 3: 20}

# Points, then the cost in white, blue, green, red and black, card after card.
PRINTED = {
    (1, "white"): "0:00021 0:03000 0:01111 0:02002 0:01211 0:02201 0:31001 1:00400",
    (1, "blue"): "0:00003 0:10002 0:00202 0:10111 0:01310 0:10121 0:10220 1:00040",
    (1, "green"): "0:00030 0:21000 0:02020 0:11011 0:01022 0:11012 0:13100 1:00004",
    (1, "red"): "0:02100 0:30000 0:11101 0:20020 0:10013 0:20102 0:21101 1:40000",
    (1, "black"): "0:00210 0:00300 0:11110 0:20200 0:00131 0:12110 0:22010 1:04000",
    (2, "white"): "1:00322 1:23030 2:00050 2:00142 2:00053 3:60000",
    (2, "blue"): "1:02230 1:02303 2:05000 2:20014 2:53000 3:06000",
    (2, "green"): "1:23002 1:30230 2:00500 2:42001 2:05300 3:00600",
    (2, "red"): "1:20023 1:03023 2:00005 2:14200 2:30005 3:00060",
    (2, "black"): "1:32200 1:30302 2:50000 2:01420 2:00530 3:00006",
    (3, "white"): "3:03353 4:00007 4:30036 5:30007",
    (3, "blue"): "3:30335 4:70000 4:63003 5:73000",
    (3, "green"): "3:53033 4:07000 4:36300 5:07300",
    (3, "red"): "3:35303 4:00700 4:03630 5:00730",
    (3, "black"): "3:33530 4:00070 4:00363 5:00073",
}
NOBLES = (
    *("white+blue", "white+black", "blue+green", "green+red", "red+black"),
    *("white+blue+green", "white+blue+black", "white+red+black"),
    *("blue+green+red", "green+red+black"),
)


class Card:
    """A development card as printed."""

    def __init__(self, level: int, bonus: str, number: int, text: str) -> None:
        points, cost = text.split(":")
        self.id = f"l{level}-{bonus}-{number}"
        self.level = level
        self.bonus = bonus
        self.points = int(points)
        self.cost = dict(zip(COLOURS, map(int, cost), strict=True))


CARDS = {
    card.id: card
    for (level, bonus), texts in PRINTED.items()
    for card in (Card(level, bonus, n, text) for n, text in enumerate(texts.split(), 1))
}


def noble_id(noble: str) -> str:
    return noble.replace("+", "-")


def wants(noble: str) -> dict[str, int]:
    colours = noble.split("+")
    return {colour: 4 if len(colours) == 2 else 3 for colour in colours}


class Player:
    def __init__(self) -> None:
        self.tokens: Counter = Counter()
        self.bought: list[str] = []
        self.seen: list[str] = []
        self.blind: list[str] = []
        self.nobles: list[str] = []

    def bonuses(self) -> Counter:
        return Counter(CARDS[card].bonus for card in self.bought)

    def points(self) -> int:
        return sum(CARDS[card].points for card in self.bought) + 3 * len(self.nobles)

    def price(self, card: str) -> dict[str, int]:
        bonuses = self.bonuses()
        return {c: max(0, n - bonuses[c]) for c, n in CARDS[card].cost.items()}

    def reserved(self) -> list[str]:
        return self.seen + self.blind


class Referee:
    """A match of Splendor; `drawn` are the cards that came up, in order; `nobles` were shown."""

    def __init__(self, seats: int, options: dict, drawn: list[str], nobles: list[str]) -> None:
        self.seats = seats
        self.free_take = options.get("take_fewer", "only_if_forced") == "free"
        self.choose = options.get("payment", "choose") == "choose"
        self.target = options.get("target_points", 15)
        self.immediate = options.get("last_round", "equal_turns") == "immediate"
        self.turn_limit = options.get("turn_limit", 200)
        self.supply = Counter({**dict.fromkeys(COLOURS, PILE[seats]), "gold": 5})
        self.unseen = {level: DECK[level] for level in DECK}
        self.met: set[str] = set()
        self.rows: dict[int, list[str]] = {level: [] for level in DECK}
        self.players = [Player() for _ in range(seats)]
        self.turns = 0
        self.stage = "turn"
        self.over = False
        self.by_cap = False
        self.drawn = list(drawn)
        for level in DECK:
            for _ in range(4):
                self.show(level)
        assert not self.drawn
        self.nobles = [noble for noble in NOBLES if noble_id(noble) in nobles]
        assert len(nobles) == len(self.nobles) == seats + 1

    # --- chance -----------------------------------------------------------------------------

    def draw(self, level: int) -> str:
        card = self.drawn.pop(0)
        assert CARDS[card].level == level, f"{card} came from the deck of level {level}"
        assert card not in self.met, f"{card} came up twice"
        self.met.add(card)
        self.unseen[level] -= 1
        return card

    def show(self, level: int) -> None:
        if self.unseen[level]:
            self.rows[level].append(self.draw(level))

    # --- whose turn, what is legal ------------------------------------------------------------

    def seat(self) -> int:
        return self.turns % self.seats

    def face_up(self) -> list[str]:
        return [card for row in self.rows.values() for card in row]

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.stage == "return":
            return {f"return:{token}" for token in self.returnable()}
        if self.stage == "noble":
            return {f"noble:{noble_id(noble)}" for noble in self.visitors()}
        return self.takes() | self.reserves() | self.buys() or {"pass"}

    def takes(self) -> set[str]:
        piles = [colour for colour in COLOURS if self.supply[colour]]
        most = min(3, len(piles))
        sizes = range(1, most + 1) if self.free_take else [most]
        ids = {
            "take:" + "+".join(chosen)
            for size in sizes
            if size
            for chosen in combinations(piles, size)
        }
        return ids | {f"take-two:{colour}" for colour in piles if self.supply[colour] >= 4}

    def reserves(self) -> set[str]:
        if len(self.players[self.seat()].reserved()) >= 3:
            return set()
        decks = {f"reserve-deck:{level}" for level in DECK if self.unseen[level]}
        return decks | {f"reserve:{card}" for card in self.face_up()}

    def buys(self) -> set[str]:
        player = self.players[self.seat()]
        return {
            f"buy:{card}:{payment}"
            for card in self.face_up() + player.reserved()
            for payment in self.payments(player, card)
        }

    def payments(self, player: Player, card: str) -> list[str]:
        price = player.price(card)
        fewest = sum(max(0, n - player.tokens[c]) for c, n in price.items())
        labels = []
        for split in product(*(range(n + 1) for n in price.values())):
            by_gold = dict(zip(COLOURS, split, strict=True))
            affordable = sum(split) <= player.tokens["gold"] and all(
                price[c] - by_gold[c] <= player.tokens[c] for c in COLOURS
            )
            if affordable and (self.choose or sum(split) == fewest):
                parts = [f"{n}-{c}" for c, n in by_gold.items() if n]
                labels.append("gold-" + "+".join(parts) if parts else "no-gold")
        return labels

    # --- a turn -----------------------------------------------------------------------------

    def play(self, action: str, drawn: list[str]) -> None:
        """Play an action; `drawn` are the cards that came up because of it, in order."""
        self.drawn = list(drawn)
        kind, *words = action.split(":")
        player = self.players[self.seat()]
        if kind == "return":
            self.give_back(words[0])
        elif kind == "noble":
            self.visit(next(noble for noble in NOBLES if noble_id(noble) == words[0]))
            self.end_turn()
        else:
            if kind == "take":
                self.gain(player, words[0].split("+"))
            elif kind == "take-two":
                self.gain(player, [words[0]] * 2)
            elif kind == "reserve":
                player.seen.append(words[0])
                self.leave_row(words[0])
                self.gain(player, ["gold"] if self.supply["gold"] else [])
            elif kind == "reserve-deck":
                player.blind.append(self.draw(int(words[0])))
                self.gain(player, ["gold"] if self.supply["gold"] else [])
            elif kind == "buy":
                self.buy(player, *words)
            self.last_returned = 0
        assert not self.drawn, f"{self.drawn} came up for no reason"
        if kind != "noble":
            self.close_turn()

    def gain(self, player: Player, tokens: list[str]) -> None:
        player.tokens.update(tokens)
        self.supply.subtract(tokens)

    def leave_row(self, card: str) -> None:
        level = CARDS[card].level
        self.rows[level].remove(card)
        self.show(level)

    def buy(self, player: Player, card: str, payment: str) -> None:
        paid = Counter(player.price(card))
        if payment != "no-gold":
            for part in payment.removeprefix("gold-").split("+"):
                count, colour = part.split("-")
                paid[colour] -= int(count)
                paid["gold"] += int(count)
        player.tokens.subtract(paid)
        self.supply.update(paid)
        player.bought.append(card)
        for pile in (player.seen, player.blind):
            if card in pile:
                pile.remove(card)
                return
        self.leave_row(card)

    # --- the end of a turn --------------------------------------------------------------------

    def returnable(self) -> list[str]:
        """Return the tokens that may go next; of a set, later ones come no earlier in order.

        A token is offered only when enough are left from it on.
        """
        player = self.players[self.seat()]
        excess = player.tokens.total() - 10
        return [
            token
            for place, token in enumerate(TOKENS)
            if place >= self.last_returned
            and player.tokens[token]
            and sum(player.tokens[later] for later in TOKENS[place:]) >= excess
        ]

    def give_back(self, token: str) -> None:
        self.players[self.seat()].tokens[token] -= 1
        self.supply[token] += 1
        self.last_returned = TOKENS.index(token)

    def visitors(self) -> list[str]:
        bonuses = self.players[self.seat()].bonuses()
        return [
            noble
            for noble in self.nobles
            if all(bonuses[colour] >= n for colour, n in wants(noble).items())
        ]

    def visit(self, noble: str) -> None:
        self.nobles.remove(noble)
        self.players[self.seat()].nobles.append(noble)

    def close_turn(self) -> None:
        """Do what follows the action without a choice, up to a choice or the next turn."""
        player = self.players[self.seat()]
        while player.tokens.total() > 10:
            tokens = self.returnable()
            if len(tokens) > 1:
                self.stage = "return"
                return
            self.give_back(tokens[0])
        visitors = self.visitors()
        if len(visitors) > 1:
            self.stage = "noble"
            return
        if visitors:
            self.visit(visitors[0])
        self.end_turn()

    def end_turn(self) -> None:
        reached = any(player.points() >= self.target for player in self.players)
        self.stage = "turn"
        self.turns += 1
        round_over = self.turns % self.seats == 0
        if reached and (self.immediate or round_over):
            self.over = True
        elif self.turns == self.turn_limit * self.seats:
            self.over = self.by_cap = True

    def ranks(self) -> list[int]:
        keys = [(player.points(), -len(player.bought)) for player in self.players]
        return [1 + sum(other > own for other in keys) for own in keys]
