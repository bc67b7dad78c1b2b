"""The clauses of the rules page, and how each shows in play: told by an event, named by a refusal, or neither."""

from typing import Final

from engine.era import events as told

CLAUSES: Final = frozenset(
    f"{chapter}-{number}"
    for chapter, last in (
        ("SETUP", 6), ("PLACE", 4), ("RESOLVE", 5), ("BUILD", 2), ("PRODUCE", 1), ("BUY", 1), ("MAKE", 6),
        ("MARKET", 3), ("DEV", 4), ("PAT", 3), ("BONUS", 4), ("SYM", 3), ("ROUND", 9), ("END", 6),
    )
    for number in range(1, last + 1)
)  # fmt: skip
"""All clauses, by chapter."""

OPERATOR: Final = "OPERATOR"
"""Stands where a clause does in a correction, which no rule knows."""

TOLD_BY: Final[dict[type[told.Event], frozenset[str]]] = {
    told.CardDealt: frozenset({"SETUP-3", "SETUP-4", "ROUND-3", "ROUND-6"}),
    told.TokenPlaced: frozenset({"PLACE-1"}),
    told.PlacingEnded: frozenset({"PLACE-1"}),
    told.TokenTakenBack: frozenset({"RESOLVE-1", "RESOLVE-2"}),
    told.Paid: frozenset({"BUILD-1", "BUY-1", "MAKE-1", "MAKE-2", "MARKET-1", "DEV-2", "PAT-1"}),
    told.Gained: frozenset({
        "BUILD-2", "PRODUCE-1", "BUY-1", "MAKE-1", "MAKE-3", "MAKE-4", "MARKET-1", "DEV-2", "PAT-1", "SYM-1", "END-3",
    }),
    told.FactoryBuilt: frozenset({"BUILD-1"}),
    told.CardManufactured: frozenset({"MAKE-1", "MAKE-6"}),
    told.FieldDeveloped: frozenset({"DEV-2"}),
    told.CardsSetAside: frozenset({"DEV-3"}),
    told.PatentRegistered: frozenset({"PAT-1"}),
    told.CircleMarked: frozenset({"PAT-2", "PAT-3"}),
    told.BonusTokenBought: frozenset({"BONUS-3"}),
    told.BonusTokenSpent: frozenset({"BONUS-1"}),
    told.RoundEnded: frozenset({"RESOLVE-1"}),
    told.CardsRemoved: frozenset({"ROUND-1"}),
    told.CardsDiscarded: frozenset({"ROUND-2", "ROUND-6"}),
    told.DeckShuffled: frozenset({"ROUND-4", "ROUND-5", "ROUND-6"}),
    told.LoadsRefilled: frozenset({"ROUND-7"}),
    told.RoundMarkerMoved: frozenset({"ROUND-8"}),
    told.StartPlayerMoved: frozenset({"ROUND-8"}),
    told.GameOver: frozenset({"END-1"}),
    told.Scored: frozenset({"END-2", "END-3", "END-4", "END-5"}),
    told.GameWon: frozenset({"END-6"}),
    told.Corrected: frozenset({OPERATOR}),
}  # fmt: skip
"""By which clauses each kind of event happens."""

TOLD: Final = frozenset().union(*TOLD_BY.values()) - {OPERATOR}
"""Clauses by which something happens: an event names them."""

REFUSING: Final = frozenset({
    "SETUP-3", "SETUP-4", "PLACE-1", "PLACE-2", "PLACE-3", "RESOLVE-1", "RESOLVE-3", "BUILD-1", "BUY-1", "MAKE-1",
    "MAKE-2", "MAKE-5", "MARKET-1", "MARKET-2", "MARKET-3", "DEV-1", "DEV-2", "DEV-4", "PAT-1", "PAT-2", "BONUS-1",
    "ROUND-3", "ROUND-6", "END-1", "END-3",
})  # fmt: skip
"""Clauses that forbid something: a refused move names them."""

SILENT: Final = {
    "SETUP-1": "table of tokens and rounds: it is in force before the first move, and refuses whole games",
    "SETUP-2": "what players begin with lies there before the first move",
    "SETUP-5": "the first stock lies there before the first move",
    "SETUP-6": "the first start player is chosen with the game",
    "PLACE-4": "a placement always exists: it is a property of every menu",
    "RESOLVE-4": "says which actions RESOLVE-2 tells as declined",
    "RESOLVE-5": "says in which order steps are paid and gained: the events of BUILD to PAT stand in it",
    "BONUS-2": "after a bonus the token is taken back, so that a second is no step: RESOLVE-1 refuses it",
    "BONUS-4": "after a declined action the token is taken back, so that a bonus is no step: RESOLVE-1 refuses it",
    "SYM-2": "says where SYM-1 does not hold: no event",
    "SYM-3": "says that nothing happens past the track's end: no event",
    "ROUND-9": "says that nothing happens where cards run out and after the last round: no event",
}
"""Clauses that neither event nor refusal names, and why."""
