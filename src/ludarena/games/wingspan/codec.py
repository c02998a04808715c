"""Reading a state of Wingspan back from its bytes."""

from __future__ import annotations

from ludarena.core.bits import tally_of
from ludarena.core.codec import Unpacker
from ludarena.core.errors import CorruptState
from ludarena.core.lanes import Lanes, unpack_lanes
from ludarena.core.rng import MASK63, Stream
from ludarena.games.wingspan.frames import unpack_frame
from ludarena.games.wingspan.pieces import (
    BirdCards,
    Birdfeeder,
    BonusPile,
    BonusStack,
    Player,
)
from ludarena.games.wingspan.rules.turns import WingspanState
from ludarena.games.wingspan.state import Terms
from ludarena.games.wingspan.tables import BIRDS, BONUS_CARDS, GOALS

_LONGEST = 1 << 16
_LAST_BIRD = BIRDS - 1
_LAST_BONUS = BONUS_CARDS - 1
_MOST = 1 << 40
_GAME = "wingspan-slice"


def decode(data: bytes) -> WingspanState:
    """Return the state that `WingspanState.encode` wrote; raise `CorruptState`."""
    unpacker = Unpacker(_GAME, data)
    seats = unpacker.take_within("seats", 2, 5)
    terms = Terms(
        seats,
        unpacker.take_within("goal board", 0, 1) == 1,
        unpacker.take_within("pink_spent_by", 0, 1) == 1,
    )
    players = [_player(unpacker) for _ in range(seats)]
    cards = _bird_cards(unpacker)
    stack = BonusStack(
        _numbers(unpacker, 0, _LAST_BONUS),
        unpacker.take_within("stack", 0, _MOST),
        _stream(unpacker),
    )
    feeder = Birdfeeder(unpacker.take_within("feeder", 0, MASK63), _stream(unpacker))
    frames = [
        unpack_frame(unpacker, seats) for _ in range(unpacker.take_within("frames", 0, _LONGEST))
    ]
    state = WingspanState(
        terms,
        players,
        cards,
        stack,
        feeder,
        frames,
        _lanes(unpacker),
        unpacker.take_within("goal", 0, GOALS - 1),
        unpacker.take_within("blocks", 0, _MOST),
        unpacker.take_within("turns", 0, 40),
        unpacker.take_within("rodents", 0, 1),
        unpacker.take_within("discards due", 0, 1 << 10),
    )
    unpacker.finish()
    _check_cards(state)
    state.look_again()
    return state


def _check_cards(state: WingspanState) -> None:
    cards = [*state.cards.deck, *state.cards.discard, *state.cards.tray]
    cards += [*state.cards.buried, *state.cards.shown]
    for player in state.players:
        cards += [*player.hand, *player.tucks, *(bird for bird in player.slots if bird >= 0)]
    if sorted(cards) != list(range(BIRDS)):
        raise CorruptState(_GAME, "a bird card is missing or there twice")


def _numbers(unpacker: Unpacker, low: int, high: int, length: int = -1) -> list[int]:
    least, most = (length, length) if length >= 0 else (0, _LONGEST)
    number = unpacker.take_within("length", least, most)
    return [unpacker.take_within("an item", low, high) for _ in range(number)]


def _stream(unpacker: Unpacker) -> Stream:
    return Stream(unpacker.take_within("generator", 0, MASK63))


def _lanes(unpacker: Unpacker) -> Lanes | None:
    return unpack_lanes(unpacker) if unpacker.take_within("lanes", 0, 1) else None


def _pile(unpacker: Unpacker) -> BonusPile:
    cards = _numbers(unpacker, 0, _LAST_BONUS)
    return BonusPile(cards, _numbers(unpacker, 0, _MOST, len(cards)))


def _bird_cards(unpacker: Unpacker) -> BirdCards:
    return BirdCards(
        _numbers(unpacker, 0, _LAST_BIRD),
        _numbers(unpacker, 0, _LAST_BIRD),
        _numbers(unpacker, 0, _LAST_BIRD),
        _numbers(unpacker, 0, _LAST_BIRD),
        _numbers(unpacker, 0, _LAST_BIRD),
        _numbers(unpacker, 0, _MOST, BIRDS),
        unpacker.take_within("reshuffles", 0, _MOST),
        _stream(unpacker),
    )


def _player(unpacker: Unpacker) -> Player:
    hand, known, either, tucks = (_numbers(unpacker, 0, _LAST_BIRD) for _ in range(4))
    slots = _numbers(unpacker, -1, _LAST_BIRD, 15)
    cached = _numbers(unpacker, 0, _MOST, 15)
    tucked = _numbers(unpacker, 0, _MOST, 15)
    filled = tally_of([sum(bird >= 0 for bird in slots[row : row + 5]) for row in (0, 5, 10)])
    return Player(
        hand,
        known,
        either,
        tucks,
        slots,
        cached,
        tucked,
        filled,
        unpacker.take_within("eggs", 0, MASK63),
        unpacker.take_within("food", 0, MASK63),
        unpacker.take_within("used reactions", 0, (1 << 15) - 1),
        unpacker.take_within("goal points", 0, 100),
        _pile(unpacker),
        _pile(unpacker),
        _pile(unpacker),
        _numbers(unpacker, 0, _MOST, BONUS_CARDS),
    )
