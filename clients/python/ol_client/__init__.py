"""Online linear models of OL, with the interfaces of scikit-learn and river."""

from ._client import Client, ServerError
from ._estimators import OLClassifier, OLRegressor
from ._river import register as _register
from ._server import Server

__all__ = ["Client", "OLClassifier", "OLRegressor", "Server", "ServerError"]
__version__ = "0.1.0"

_register()
