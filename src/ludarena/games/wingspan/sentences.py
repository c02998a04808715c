"""Actions in one sentence each, decisions as questions, and why an action is illegal."""

from __future__ import annotations

from ludarena.core.game import Decision, DecisionKind
from ludarena.core.text import listed
from ludarena.games.wingspan import frames
from ludarena.games.wingspan.actions import ACTIONS, KEEP_BONUS, KEEPS_END, PLAY
from ludarena.games.wingspan.frames import Frame
from ludarena.games.wingspan.payments import covers
from ludarena.games.wingspan.phrases import foods_of
from ludarena.games.wingspan.rules.setup import kept_birds
from ludarena.games.wingspan.rules.turns import WingspanState
from ludarena.games.wingspan.tables import BIRD_NAMES, BONUS_NAMES, HABITATS
from ludarena.games.wingspan.words import EGG_COST, FOODS, NESTS, ROWS

DECISIONS = (
    DecisionKind(
        "keep_birds",
        "Which birds do you keep? One food is paid for each; later birds must come later in the "
        "alphabet.",
        sealed=True,
        always_asked=True,
    ),
    DecisionKind(
        "keep_food", "Which foods do you pay, one a kept bird?", sealed=True, always_asked=True
    ),
    DecisionKind(
        "keep_first_bonus", "Which bonus card do you keep?", sealed=True, always_asked=True
    ),
    DecisionKind("turn", "What do you do in this turn?", always_asked=True),
    DecisionKind(
        "pay_eggs",
        "From which bird do you discard the next egg? Of several, later birds may not come earlier "
        "in the alphabet.",
    ),
    DecisionKind("pay_bird", "With which food do you pay for the bird?"),
    DecisionKind("play_another", "Which bird do you play besides?", always_asked=True),
    DecisionKind("take_dice", "Which die do you take from the feeder?"),
    DecisionKind("exchange", "Do you give something of yours for one more?"),
    DecisionKind(
        "lay_egg",
        "On which bird do you lay the next egg? Of several, later birds may not come earlier in "
        "the alphabet.",
    ),
    DecisionKind("draw_card", "Which card do you draw?"),
    DecisionKind("store", "Does the token go on the bird or into your supply?"),
    DecisionKind("tuck_card", "Which card of your hand do you tuck?"),
    DecisionKind(
        "discard_card",
        "Which card do you discard? Of several, later cards must come later in the alphabet.",
    ),
    DecisionKind("trade_food", "Which food do you trade for which?"),
    DecisionKind("move_bird", "To which row does the bird move?"),
    DecisionKind("repeat_power", "Which power do you repeat?"),
    DecisionKind("react_with", "With which bird do you react?"),
    DecisionKind("name_first", "Who takes the first die? The others follow clockwise."),
    DecisionKind("use_power", "Do you use the power?"),
    DecisionKind("choose_food", "Which food do you gain?"),
    DecisionKind("keep_drawn_bonus", "Which bonus card do you keep?"),
)

_EVENTS = (
    "a bird came into another forest",
    "a bird came into another grassland",
    "a bird came into another wetland",
    "another player laid eggs",
    "another player gained a rodent",
    "another player's predator succeeded",
)


def pending_decision(state: WingspanState, seat: int) -> Decision | None:
    """Return the decision that a seat owes, in words."""
    kind = state.decision(seat)
    if kind < 0:
        return None
    name, question = DECISIONS[kind].name, DECISIONS[kind].question
    if state.lanes is not None:
        steps = tuple(ACTIONS.id_of(answer) for answer in state.lanes.answers[seat])
        return Decision(name, question, steps=steps)
    return Decision(name, question, _cause(state, state.top()))


def _cause(state: WingspanState, frame: Frame) -> str | None:
    """Return what called for a decision and what its limits are."""
    kind = frame.kind
    if kind == frames.TURN:
        return None
    parts: list[str] = []
    if kind == frames.REACT_WITH:
        parts.append(_EVENTS[frame.limit])
    elif kind == frames.PAY_BIRD:
        parts.append(f"for {BIRD_NAMES[frame.mark]}")
    elif frame.slot >= 0 and state.players[frame.seat].slots[frame.slot] >= 0:
        parts.append(f"the bird {BIRD_NAMES[state.players[frame.seat].slots[frame.slot]]}")
    if kind in (frames.EXCHANGE, frames.PLAY_ANOTHER):
        parts.append(f"in the {ROWS[frame.limit]}")
    elif kind in (frames.TAKE_DICE, frames.CHOOSE_FOOD):
        parts.append(foods_of(frame.limit))
    elif kind == frames.STORE:
        parts.append(FOODS[frame.limit])
    elif kind == frames.LAY_EGG and 0 < frame.limit < len(NESTS):
        parts.append(f"on a bird with a {NESTS[frame.limit]} nest")
    if kind in _COUNTED:
        parts.append(f"{frame.number} left, this one included")
    return "; ".join(parts) or None


_COUNTED = (
    frames.PAY_EGGS,
    frames.TAKE_DICE,
    frames.LAY_EGG,
    frames.DRAW_CARD,
    frames.DISCARD_CARD,
    frames.CHOOSE_FOOD,
)


def description_of(action: int) -> str:
    """Return an action in one sentence."""
    kind, arguments = ACTIONS.parts(action)
    name = ACTIONS.kinds[kind].name
    names = [
        _word(argument.name, argument.labels[index], index)
        for argument, index in zip(ACTIONS.kinds[kind].arguments, arguments, strict=True)
    ]
    return _DESCRIPTIONS[name].format(*names)


def _word(argument: str, label: str, index: int) -> str:
    if argument == "bird":
        return BIRD_NAMES[index]
    if argument == "bonus":
        return BONUS_NAMES[index]
    return label.replace("-", " ")


_DESCRIPTIONS = {
    "keep": "Keep {0}, for one food.",
    "keep-no-more": "Keep no more birds.",
    "pay": "Pay {0}.",
    "keep-bonus": "Keep the bonus card {0} and discard the other.",
    "play": "Play {0} into the {1}.",
    "gain-food": "Gain food: dice from the feeder, then the powers of the forest.",
    "lay-eggs": "Lay eggs, then use the powers of the grassland.",
    "draw-cards": "Draw cards, then use the powers of the wetland.",
    "egg-from": "Discard an egg of {0}.",
    "discard": "Discard {0} from the hand.",
    "spend": "Spend 1 {0}.",
    "take": "Take a die: {0}.",
    "reroll": "Reroll all dice, since those in the feeder are equal.",
    "draw": "Draw {0} from the tray.",
    "draw-deck": "Draw the top card of the deck.",
    "lay": "Lay an egg on {0}.",
    "tuck": "Tuck {0} from the hand.",
    "trade": "Give 1 {0} for 1 {1}.",
    "move": "Move the bird to the {0}.",
    "repeat": "Repeat the power of {0}.",
    "react": "React with {0}.",
    "first": "Let {0} take the first die.",
    "gain": "Gain 1 {0}.",
    "cache": "Put the token on the bird.",
    "to-supply": "Take the token into the supply.",
    "use": "Use the power.",
    "decline": "Decline.",
}


def illegal_because(state: WingspanState, seat: int, action: int) -> str:
    """Return the rule that an illegal action breaks, for a seat that owes a decision."""
    offered = {ACTIONS.parts(legal).kind for legal in state.legal_actions(seat)}
    kind, arguments = ACTIONS.parts(action)
    decision = state.decision(seat)
    if decision == frames.TURN and action >= PLAY and kind not in offered | {_KIND_OF_PLAY}:
        return f"a turn begins with one of the four actions; {_expected(offered)}"
    if kind == _KIND_OF_PLAY and decision in (frames.TURN, frames.PLAY_ANOTHER):
        return _why_not_play(state, seat, arguments[0], arguments[1])
    if kind not in offered:
        return f"now another kind of answer is owed; {_expected(offered)}"
    if state.lanes is not None and action < KEEPS_END:
        return _why_not_keep(state, seat, action)
    if state.lanes is not None and action < KEEP_BONUS:
        kept = len(kept_birds(state.lanes.answers[seat]))
        return f"one food is paid for each kept bird, of different types: {kept} in all"
    return _REASONS.get(ACTIONS.kinds[kind].name, "it is not among the things on offer")


_KIND_OF_PLAY = [kind.name for kind in ACTIONS.kinds].index("play")

_REASONS = {
    "pay": "it is no payment for this bird, holds a smaller payment, or is not in your supply",
    "keep-bonus": "this bonus card is not among those to choose from",
    "egg-from": "that bird gives no egg now: it has none, is excluded, or comes too early in the "
    "alphabet after the last one",
    "discard": "that card is not in your hand, or comes too early in the alphabet",
    "spend": "you have none of this food",
    "take": "no die in the feeder gives this, or the power does not allow it",
    "draw": "that bird is not in the tray, or the card must come from the deck",
    "lay": "that bird gets no egg now: it is not on your mat, full, of another nest class, "
    "excluded, or comes too early in the alphabet after the last one",
    "tuck": "that card is not in your hand",
    "trade": "you must own the food that you give, and take another type",
    "move": "the bird moves to another row with a free slot",
    "repeat": "that bird has no power in this row that can be repeated now",
    "react": "that bird cannot react now",
    "first": "that seat is not served by the power",
    "gain": "the power does not give this food, or it comes earlier than the last one",
}


def _expected(offered: set[int]) -> str:
    return f"expected: {listed((ACTIONS.kinds[kind].name for kind in sorted(offered)), 'or')}"


def _why_not_keep(state: WingspanState, seat: int, bird: int) -> str:
    if bird not in state.players[seat].hand:
        return f"{BIRD_NAMES[bird]} was not dealt to you"
    return "birds are kept in alphabetical order, each once"


def _why_not_play(state: WingspanState, seat: int, bird: int, row: int) -> str:
    player = state.players[seat]
    name = BIRD_NAMES[bird]
    frame = state.top()
    if bird not in player.hand:
        return f"{name} is not in your hand"
    if not HABITATS[bird] >> row & 1:
        return f"{name} does not live in the {ROWS[row]}"
    if frame.kind == frames.PLAY_ANOTHER and row != frame.limit:
        return f"the power plays a bird into the {ROWS[frame.limit]} only"
    if player.is_full(row):
        return f"the {ROWS[row]} is full"
    eggs = EGG_COST[player.birds_in(row)]
    if player.all_eggs() < eggs:
        return f"the next place in the {ROWS[row]} costs {eggs} eggs; you have {player.all_eggs()}"
    if not covers(bird, player.food):
        return f"your food does not pay for {name}"
    return "it is not offered now"
