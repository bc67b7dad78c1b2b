"""The final scoring as values of JSON, in the order in which it is told (table talk, T20). Pure."""

from collections.abc import Sequence
from typing import Any

from engine.era.scoring import Score, winners

from ..texts import Texts, say


def scores(counted: Sequence[Score], words: Texts) -> dict[str, Any]:
    """Player by player, the winner last, each clause with its points; then who wins, in words."""
    won = winners(counted)
    winner = say("score.winner", player=won[0]) if len(won) == 1 else say("score.shared", players=won)
    told = sorted(counted, key=lambda score: (score.total, score.inventions))
    return {
        "players": [_player(score, words) for score in told],
        "winners": won,
        "text": words.text(winner),
    }


def _player(score: Score, words: Texts) -> dict[str, Any]:
    clauses = (
        ("influence", score.influence, None, "END-2"),
        ("final-market", score.final_market, None, "END-3"),
        ("patents", score.patents.points, score.patents.count, "END-4"),
        ("development", score.development.points, score.development.count, "END-4"),
        ("capacity", score.capacity.points, score.capacity.count, "END-4"),
    )
    return {
        "player": score.player,
        "total": score.total,
        "text": words.text(say("score.total", count=score.total)),
        "inventions": score.inventions,
        "clauses": [
            {
                "of": of,
                "text": words.text(say(f"score.{of}", points=points)),
                "points": points,
                "count": count,
                "clause": clause,
            }
            for of, points, count, clause in clauses
        ],
    }
