"""What holds in every whole game, whoever plays whatever, read off the states and off what the events tell."""

from collections import Counter

from msgspec.structs import replace

from engine.era import events as told
from engine.era.components import FACTORIES_DEALT, INVENTION_CARDS, START_CARDS
from engine.era.game import legal_moves
from engine.era.moves import Correct, Deal, Decline, Resolve
from engine.era.scoring import scores
from engine.era.state import EMPTY, NOBODY, Phase, State
from engine.era.tables import tables_of

from .full_games import LONG_RUNS, Run, in_every_game
from .full_ledger import ledger_of

ROUNDS = {3: 9, 4: 8, 5: 10}  # END-1
TOKENS = {3: 3, 4: 2, 5: 2}  # SETUP-1
MARKERS = 15  # SETUP-2
BONUS_TOKENS = 20  # MARKET-3
PATENT_SPACES = 6  # PAT-1
LONGEST_MENU = 30


@in_every_game
def test_nothing_is_negative_and_no_track_is_left(run: Run) -> None:
    for step in run.steps():
        for player in step.after.holdings:
            assert min(player.goods) >= 0
            assert min(player.influence, player.bonus, player.markers, player.patents, player.final_market) >= 0
            assert player.patents <= PATENT_SPACES
        assert min(step.after.stock) >= 0


@in_every_game
def test_place_2_and_place_3_hold_in_every_state(run: Run) -> None:
    tokens = TOKENS[len(run.players)]
    for step in run.steps():
        for area in step.after.board:
            assert len(area) <= 2
            assert len(set(area)) == len(area)
        for seat, name in enumerate(run.players):
            lying = sum(area.count(seat) for area in step.after.board)
            assert step.after.tokens_in_hand(name) == tokens - lying >= 0


@in_every_game
def test_every_state_has_a_legal_move_until_the_end(run: Run) -> None:
    longest, rounds = 0, set()
    for step in run.steps():
        assert step.menu
        assert len(set(step.menu)) == len(step.menu)
        assert step.state.phase is not Phase.OVER
        if type(step.menu[0]) is not Deal:
            longest = max(longest, len(step.menu))
        rounds.add(step.after.round)
    assert step.after.phase is Phase.OVER
    assert legal_moves(step.after) == ()
    assert longest < LONGEST_MENU
    assert rounds == set(range(1, ROUNDS[len(run.players)] + 1))


@in_every_game
def test_what_the_events_tell_is_all_that_changed(run: Run) -> None:
    ledger = ledger_of(run.begun())
    for step in run.steps():
        if not step.events:  # a choice: half an exchange, a kind of bonus
            assert replace(step.state, action=None) == replace(step.after, action=None)
            continue
        slid = False
        for event in step.events:
            # In one move the round ends, and the first cards or the next round come: what stays has slid in between.
            if slid and isinstance(event, told.CardDealt | told.LoadsRefilled | told.RoundMarkerMoved):
                ledger.slides()
                slid = False
            ledger.hears(event)
            slid = slid or (isinstance(event, told.RoundEnded) and event.round < step.state.rounds)
        if slid:
            ledger.slides()
        assert ledger == ledger_of(step.after)


def cards_of(state: State) -> tuple[Counter[int], Counter[int]]:
    """Where each factory and each invention card lies, added up over all places."""
    built = [number for player in state.holdings for number in player.factories]
    factories = Counter((*state.row, *state.factory_deck, *state.factory_discards, *built))
    inventions = Counter((*state.display, *state.invention_deck, *state.invention_discards, *state.new_cards))
    del factories[EMPTY], inventions[EMPTY]
    return factories, inventions


@in_every_game
def test_resolve_4_an_action_in_which_nothing_was_paid_or_gained_was_declined(run: Run) -> None:
    acted = False
    for step in run.steps():
        if isinstance(step.move, Resolve | Decline):
            acted = False
        acted = acted or any(isinstance(event, told.Paid | told.Gained) for event in step.events)
        for event in step.events:
            if isinstance(event, told.TokenTakenBack):
                assert event.declined is not acted


@in_every_game
def test_each_card_lies_in_one_place(run: Run) -> None:
    """SETUP-3: 24 factories, and each player's starting factory. SETUP-4: the start cards. DEV-3 brings three cards
    with an original, ROUND-1 takes start cards away; nothing else does either."""
    tables = tables_of(run.begun().edition)
    factories = Counter(range(FACTORIES_DEALT)) + Counter({tables.starting_factory: len(run.players)})
    inventions = Counter(range(INVENTION_CARDS, INVENTION_CARDS + START_CARDS))
    for step in run.steps():
        for event in step.events:
            if isinstance(event, told.CardsSetAside):
                inventions.update(tables.card_numbers[card] for card in event.cards)
            if isinstance(event, told.CardsRemoved):
                inventions.subtract(tables.card_numbers[card] for card in event.cards)
                assert all(tables.card_numbers[card] >= INVENTION_CARDS for card in event.cards)
        if step.events:
            assert cards_of(step.after) == (factories, +inventions)


@in_every_game
def test_markers_and_bonus_tokens_neither_appear_nor_vanish(run: Run) -> None:
    for step in run.steps():
        after = step.after
        if not step.events:
            continue
        for seat, player in enumerate(after.holdings):
            own = [number for number, owner in enumerate(after.owners) if owner == seat]
            assert player.markers + len(own) + sum(number in after.patented for number in own) == MARKERS
        assert all(after.owners[number] != NOBODY for number in after.patented)
        assert sum(player.bonus for player in after.holdings) <= BONUS_TOKENS


@in_every_game
def test_only_the_player_in_turn_pays_and_wins_symbols(run: Run) -> None:
    """RESOLVE-3; SYM-2: on another's turn there are rewards and no symbols. MAKE-3: never to the player in turn."""
    for step in run.steps():
        if isinstance(step.move, Correct):
            continue
        in_turn = step.state.in_turn
        for event in step.events:
            if isinstance(event, told.Paid):
                assert event.player == in_turn
            if isinstance(event, told.Gained):
                rewarded = event.clause in ("MAKE-3", "MAKE-4")
                assert (event.player != in_turn) is rewarded


@in_every_game
def test_end_2_the_scoring_told_adds_up(run: Run) -> None:
    points: Counter[str] = Counter()
    for step in run.steps():
        points.update({event.player: 0 for event in step.events if isinstance(event, told.Scored)})
        for event in step.events:
            if isinstance(event, told.Scored):
                points[event.player] += event.points
        won = [event.players for event in step.events if isinstance(event, told.GameWon)]
        assert bool(won) is (step.after.phase is Phase.OVER)
    assert points == Counter({score.player: score.total for score in scores(step.after)})
    inventions = {name: step.after.owners.count(seat) for seat, name in enumerate(run.players)}
    best = max((points[name], inventions[name]) for name in run.players)
    assert won[0] == tuple(name for name in run.players if (points[name], inventions[name]) == best)


def test_the_longest_menu_met_is_the_whole_market() -> None:
    """MARKET-1: the free development, 2 + 2 + 1 printed exchanges, 21 pairs of 6 kinds of pieces, and done."""
    menus = (step.menu for run in LONG_RUNS for step in run.steps() if step.state.seat_in_turn is not None)
    assert max(map(len, menus)) == 1 + 2 + 2 + 1 + 21 + 1 < LONGEST_MENU
