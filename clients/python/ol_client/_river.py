"""Makes the estimators river's: its pipelines, metrics and evaluations ask of what class an estimator is."""

from __future__ import annotations

from ._estimators import OLClassifier, OLRegressor


def register() -> None:
    """Registers the estimators with river, if it is installed."""
    try:
        from river import base
    except ImportError:
        return
    base.Classifier.register(OLClassifier)
    base.Regressor.register(OLRegressor)
