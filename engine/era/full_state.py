"""A state of depth "full" as JSON, and back; what is read is a position that a game can come to, or refused.

`encode` and `decode` are for texts that nobody else had in hands; `check` looks at what a decoded state says.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from engine.era.bonus import KIND_OF_AREA, KINDS
from engine.era.build import FACTORIES_A_ROUND
from engine.era.components import AREAS, FACTORIES_DEALT, GOODS, INVENTION_CARDS, PATENT_SPACES, SPACES_PER_AREA
from engine.era.dealing import deck_in_turn
from engine.era.develop import DEVELOPMENT_AN_ACTION
from engine.era.market import BONUS_TOKENS, EXCHANGES_A_FIELD, EXCHANGES_AN_ACTION
from engine.era.moves import TRADED
from engine.era.setup import DEALINGS, DISPLAY_SPACES, MARKERS, ROW_SPACES, names_of
from engine.era.state import EMPTY, NOBODY, Action, Phase, State
from engine.era.tables import FIELDS, Tables, tables_of
from engine.errors import SetupError, UnreadableState

MOST: Final = 10**9
"""More than this of anything is no count of pieces."""

_decoder: Final = msgspec.json.Decoder(State)
_encoder: Final = msgspec.json.Encoder()


def encode(state: State) -> bytes:
    """The state as JSON: equal states give equal bytes."""
    return _encoder.encode(state)


def decode(text: bytes | str) -> State:
    """The state that `encode` has written; raises UnreadableState where the text has another shape, and believes what
    it says."""
    try:
        return _decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableState(f"no state of a game: {error}") from error


def check(state: State) -> None:
    """Refuse what no game comes to: raises UnreadableState, or UnknownEdition."""
    try:
        names_of(state.players)
    except SetupError as error:
        raise UnreadableState(f"no state of a game: {error}") from error
    tables = tables_of(state.edition)
    seats = range(len(state.players))
    _require(state.depth == "full", f"depth {state.depth!r} is not full")
    _require(state.dealing in DEALINGS, f"dealing {state.dealing!r} is not one of {', '.join(DEALINGS)}")
    _require(0 <= state.random < 2**64, f"random state {state.random} has more than 64 bits")
    _require(1 <= state.round <= state.rounds, f"round {state.round}: there are 1 to {state.rounds} (END-1)")
    _require(state.start in seats, f"start {state.start} is no seat (SETUP-6)")
    _require(len(state.board) == len(AREAS), f"there are {len(AREAS)} areas")
    _require(len(state.stock) == len(tables.loads), f"the edition has {len(tables.loads)} loads")
    _require(all(0 <= cubes <= MOST for cubes in state.stock), "a load has from no cube up")
    _check_fields(state)
    _check_cards(state, tables)
    for seat in seats:
        _check_player(state, seat, tables)
    _require(sum(player.bonus for player in state.holdings) <= BONUS_TOKENS, "too many bonus tokens (MARKET-3)")
    _check_board(state)
    _check_action(state, tables)


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise UnreadableState(f"no state of a game: {otherwise}")


def _check_fields(state: State) -> None:
    owners = state.owners
    _require(len(owners) == len(FIELDS), f"there are {len(FIELDS)} fields")
    for number, owner in enumerate(owners):
        _require(NOBODY <= owner < len(state.players), f"{FIELDS[number]} is nobody's of the players")
        later = number % 2 == 1 and owner != NOBODY
        _require(not later or owners[number - 1] != NOBODY, f"{FIELDS[number]} before its original (DEV-2)")
    marked = state.patented
    _require(marked == tuple(sorted(set(marked))), "patented fields stand by rising number, each once")
    _require(
        all(0 <= number < len(FIELDS) and owners[number] != NOBODY for number in marked),
        "only developed fields are patented (PAT-2)",
    )


def _check_cards(state: State, tables: Tables) -> None:
    """Each factory lies in one place; each invention card too, once its original is developed."""
    _require(len(state.row) == ROW_SPACES, f"the row has {ROW_SPACES} spaces (SETUP-3)")
    _require(len(state.display) == DISPLAY_SPACES, f"the display has {DISPLAY_SPACES} spaces (SETUP-4)")
    _require(len(state.holdings) == len(state.players), "each player has something")
    built = [number for player in state.holdings for number in player.factories[1:]]
    row = [number for number in state.row if number != EMPTY]
    factories = sorted((*row, *state.factory_deck, *state.factory_discards, *built))
    _require(factories == list(range(FACTORIES_DEALT)), f"each of the {FACTORIES_DEALT} factories lies in one place")
    display = [number for number in state.display if number != EMPTY]
    lying = Counter((*display, *state.invention_deck, *state.invention_discards, *state.new_cards))
    _require(all(count == 1 for count in lying.values()), "each invention card lies in one place")
    _require(all(0 <= number < len(tables.cards) for number in lying), "there is no such invention card")
    developed = [field for field, owner in zip(tables.fields, state.owners, strict=True) if owner != NOBODY]
    in_play = {card for field in developed for card in field.cards}
    inventions = {number for number in lying if number < INVENTION_CARDS}
    _require(inventions == in_play, "the cards of developed originals are in play, no others (DEV-3)")
    if state.dealing == "cards":
        ordered = all(deck == tuple(sorted(deck)) for deck in (state.factory_deck, state.invention_deck))
        _require(ordered, "decks that people shuffle stand by rising number")


def _check_player(state: State, seat: int, tables: Tables) -> None:
    player, name = state.holdings[seat], state.players[seat]
    counts = (*player.goods, player.influence, player.bonus, player.final_market)
    _require(len(player.goods) == len(GOODS) and _counts(counts), f"{name} has from nothing up of everything")
    _require(player.factories[:1] == (tables.starting_factory,), f"{name} has the starting factory first (SETUP-2)")
    _require(0 <= player.patents <= PATENT_SPACES, f"{name} has 0 to {PATENT_SPACES} patents (PAT-1)")
    _require(0 <= player.built <= min(FACTORIES_A_ROUND, len(player.factories) - 1), f"{name}'s factories (BUILD-1)")
    _require(player.final_market <= EXCHANGES_A_FIELD, f"{name}'s final market gave more than it can (END-3)")
    own = [number for number, owner in enumerate(state.owners) if owner == seat]
    markers = MARKERS - len(own) - sum(number in state.patented for number in own)
    _require(player.markers == markers >= 0, f"{name} has {markers} markers left")


def _check_board(state: State) -> None:
    """Turns go once around the table for each token, so how many lie there says whose they are."""
    everybody, each = len(state.players), state.setup.tokens
    for area, lying in zip(AREAS, state.board, strict=True):
        _require(len(lying) <= SPACES_PER_AREA, f"{area} has {len(lying)} tokens (PLACE-2)")
        _require(len(set(lying)) == len(lying), f"somebody lies on {area} twice (PLACE-3)")
        _require(all(0 <= seat < everybody for seat in lying), f"on {area} lies nobody's token")
    full, lying_in_all = each * everybody, state.tokens_on_board
    possible = {Phase.PLACING: range(full), Phase.RESOLVING: range(1, full + 1)}.get(state.phase, range(1))
    _require(lying_in_all in possible, f"{lying_in_all} tokens lie while the game is {state.phase.value} (PLACE-1)")
    placing = state.phase is Phase.PLACING
    turns = lying_in_all if placing else full - lying_in_all
    for seat in range(everybody):
        had = (turns - (seat - state.start) % everybody + everybody - 1) // everybody
        count = sum(seat in lying for lying in state.board)
        right = had if placing else each - had
        name = state.players[seat]
        _require(count == right, f"{name} has {count} tokens on the board, by turns it is {right} (PLACE-1)")
    last = state.round == state.rounds
    _require(last or state.phase not in (Phase.FINAL_MARKET, Phase.OVER), "the game is over before its end (END-1)")
    dealing = state.phase in (Phase.SETTING_UP, Phase.DEALING)
    _require(not dealing or deck_in_turn(state) is not None, "there is nothing to deal")
    _require(state.phase is not Phase.SETTING_UP or state.round == 1, "a game is set up in round 1")


def _check_action(state: State, tables: Tables) -> None:
    action = state.action
    if action is None:
        _require(state.phase is not Phase.FINAL_MARKET, "somebody is at the final market")
        return
    if state.phase is Phase.FINAL_MARKET:
        right = (action.area, action.kind, action.bonus) == ("", "exchange", False) and action.usable == 0
        _require(right and 0 <= action.seat < len(state.players), "the final market is exchanges")
    else:
        _require(state.phase is Phase.RESOLVING, "an action goes on in the second half of a round only")
        in_turn = (state.start - state.tokens_on_board) % len(state.players)
        _require(action.seat == in_turn, "the player in turn acts (RESOLVE-3)")
        _require(action.area in AREAS and in_turn in state.seats_on(action.area), "no token lies there (RESOLVE-1)")
        bonus = action.bonus or action.kind == "bonus"
        _require(_is_kind(action), f"{action.kind!r} is no action of {action.area}")
        _require(0 <= action.usable <= state.holdings[in_turn].bonus, "usable bonus tokens (BONUS-3)")
        _require(not bonus or action.usable > 0, "a bonus takes a token (BONUS-1)")
        _require(not bonus or action.steps == action.invested == sum(action.exchanges) == 0, "a bonus is one step")
    _require(0 <= action.steps <= EXCHANGES_AN_ACTION, "an action has no so many steps")
    _require(0 <= action.invested <= DEVELOPMENT_AN_ACTION, "an action invests no so much (DEV-2)")
    _require(all(0 <= made <= EXCHANGES_A_FIELD for made in action.exchanges), "exchanges of a field (MARKET-1)")
    _require(action.kind != "exchange" or action.steps == sum(action.exchanges), "exchanges in all (MARKET-1)")
    _check_pending(state, action, tables)


def _is_kind(action: Action) -> bool:
    """Whether the action can be of that kind: producing is no step but for a bonus (RESOLVE-4)."""
    if action.bonus:
        return action.kind in KINDS
    regular = KIND_OF_AREA[action.area]
    if action.kind == "patent":
        return regular == "develop"
    return action.kind == "bonus" or action.kind == regular != "produce"


def _check_pending(state: State, action: Action, tables: Tables) -> None:
    """A half-made choice is one that could be made: so that its other half can."""
    pending = action.pending
    if not pending:
        return
    goods = state.holdings[action.seat].goods
    if action.kind == "exchange":
        pair = len(pending) == 2 and 0 <= pending[0] <= pending[1] < len(TRADED)
        _require(pair and all(goods[kind] >= pending.count(kind) for kind in pending), "two pieces are given")
        _require(action.steps < EXCHANGES_AN_ACTION and action.exchanges[2] < EXCHANGES_A_FIELD, "a sixth exchange")
        return
    _require(action.kind == "manufacture" and len(pending) == 1 and pending[0] in state.display, "nothing is pending")
    _require(pending[0] != EMPTY and bool(tables.cards[pending[0]].wild), "a counterfeit is to be paid (MAKE-2)")
    chosen = KINDS["manufacture"].legal(state, msgspec.structs.replace(action, pending=()))
    _require(tables.cards[pending[0]].manufacture in chosen, "the counterfeit can't be paid (MAKE-2)")


def _counts(numbers: Iterable[int]) -> bool:
    return all(0 <= number <= MOST for number in numbers)
