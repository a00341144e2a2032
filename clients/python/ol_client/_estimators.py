"""Estimators: scikit-learn's interface (fit, partial_fit, predict) and river's (learn_one, predict_one)."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import Any, Mapping

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.exceptions import NotFittedError
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_array, column_or_1d

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # before scikit-learn 1.6
    validate_data = None

from ._client import Client, raise_first
from ._plain import is_missing
from ._rows import (
    arrow_table, check_magnitudes, columns_of, is_frame, names_of, native, rows, rows_of_columns, slices, with_columns,
)
from ._server import Server

#: Rows of a request: the server reads the rows of one while they are young, which costs it little memory.
_together = 8192


class _Estimator(BaseEstimator):
    """The common part of classifier and regressor: the server, and how tables are sent."""

    # what a pipeline of river asks of its last step
    _supervised = True
    _multiclass = True

    def __init__(self, rule="auto", flags=(), address=None, token=None):
        self.rule = rule
        self.flags = flags
        self.address = address
        self.token = token

    # -- the server ---------------------------------------------------------------------------------------------------

    def _start(self, flags, task, labels):
        """Starts a server, or asks the one that runs. Answers of another task would be numbers of something else."""
        self._stop()
        self._open(flags)
        try:
            model = self._client_.health()["model"]
            if (model["task"], model["labels"]) != (task, labels):
                raise ValueError(
                    f"expected a model of task {task!r}{_with_labels(labels)}, "
                    f"but the model of the server has task {model['task']!r}{_with_labels(model['labels'])}"
                )
        except BaseException:
            self._stop()
            raise

    def _open(self, flags):
        if isinstance(self.flags, str):
            raise TypeError(f'expected a list of flags, as ["--l2", "1e-3"], but received {self.flags!r}')
        self._started_ = self._parameters()
        if self.address is not None:
            self._client_ = Client(self.address, self.token)
            return
        self._server_ = Server([*flags, "--rule", self.rule, *self.flags])
        self._client_ = self._server_.client

    def _parameters(self):
        return {"rule": self.rule, "flags": list(self.flags), "address": self.address}

    def _check_parameters(self):
        """The model of a server keeps its parameters, so that others would have no effect until the next ``fit``.

        scikit-learn: "Generally, estimator parameters should not be modified between calls to partial_fit, although
        partial_fit should validate them".
        """
        started = self.__dict__.get("_started_")
        if started is None:
            return
        for name, value in self._parameters().items():
            if value != started[name]:
                raise ValueError(
                    f"expected {name}={started[name]!r}, with which the model began, but received {value!r}: "
                    "set it back, or call fit, which learns from the beginning"
                )

    def _check_new(self, what="fit learns from the beginning", advice=": call partial_fit to continue it"):
        """A server that runs may have learned before; ``fit`` would continue its model."""
        examples = self.client_.health()["model"]["examples"]
        if examples > 0:
            self._stop()
            raise ValueError(
                f"expected a model that has learned nothing, because {what}, "
                f"but the model at {self.address} has learned {examples} examples{advice}"
            )

    def _stop(self):
        server = self.__dict__.pop("_server_", None)
        self.__dict__.pop("_client_", None)
        self.__dict__.pop("_model_", None)
        if server is not None:
            server.close()

    @property
    def client_(self) -> Client:
        """The client of the server that learns."""
        if "_client_" not in self.__dict__:
            model = self.__dict__.get("_model_")
            if model is None:
                raise NotFittedError(f"This {type(self).__name__} is not fitted yet: call fit, partial_fit or learn_one")
            self._server_ = Server(_of_server(self.flags), model)
            self._client_ = self._server_.client
        return self._client_

    def __getstate__(self):
        state = dict(super().__getstate__())
        if "_client_" in state and self.address is None:
            # a copy has a server of its own, which begins with this model
            state["_model_"] = self.client_.model()
            del state["_client_"]
        state.pop("_server_", None)
        return state

    def __del__(self):
        try:
            self._stop()
        except Exception:
            pass

    def __sklearn_is_fitted__(self):
        return "_client_" in self.__dict__ or "_model_" in self.__dict__

    # -- tables -------------------------------------------------------------------------------------------------------

    def _checked(self, X, reset):
        """A data frame needs the names of the columns of fit; arrays are checked as scikit-learn does."""
        if not reset:
            self._check_kind(is_frame(X))
        if is_frame(X):
            names = names_of(X)
            if reset:
                self.n_features_in_ = len(names)
                self.feature_names_in_ = np.asarray(names, dtype=object)
            elif hasattr(self, "feature_names_in_"):
                self._check_names(names)
                expected = self.feature_names_in_.tolist()
                if names != expected:
                    # sums of floating-point numbers depend on the order
                    return with_columns(X, [names.index(name) for name in expected])
            return X
        if validate_data is not None:
            return validate_data(self, X, reset=reset, accept_sparse="csr", ensure_all_finite="allow-nan", dtype="numeric")
        X = check_array(X, accept_sparse="csr", force_all_finite="allow-nan", dtype="numeric")
        if reset:
            self.n_features_in_ = X.shape[1]
            self.__dict__.pop("feature_names_in_", None)
        elif X.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X has {X.shape[1]} features, but {type(self).__name__} is expecting {self.n_features_in_} features as input"
            )
        return X

    def _check_kind(self, named):
        """A column of an array has no name, so an array and a data frame have no feature in common."""
        learned_names = not hasattr(self, "n_features_in_") or hasattr(self, "feature_names_in_")
        if named and not learned_names:
            raise ValueError(f"expected an array, because {type(self).__name__} learned from an array, but received features with names")
        if learned_names and not named:
            raise ValueError(f"expected a data frame, because {type(self).__name__} learned features with names, but received an array")

    def _check_names(self, names):
        expected = self.feature_names_in_.tolist()
        absent = [name for name in expected if name not in names]
        further = [name for name in names if name not in expected]
        if absent or further:
            raise ValueError(
                "The feature names should match those that were passed during fit, in any order: "
                f"missing {absent}, not seen during fit {further}"
            )

    @contextmanager
    def _or_as_before(self):
        """An error before a server learns leaves the estimator as it was."""
        before = dict(self.__dict__)
        try:
            yield
        except BaseException:
            self.__dict__.clear()
            self.__dict__.update(before)
            raise

    @contextmanager
    def _or_not_fitted(self, first=True):
        """A first model of a part of the rows is none."""
        try:
            yield
        except BaseException:
            if first:
                self._stop()
            raise

    def _prepared(self, X):
        """The rows of a table in parts, as they are sent. All are checked before the first of them is learned."""
        if not is_frame(X):
            check_magnitudes(X.data if hasattr(X, "tocsr") else X)
            return [X]
        parts = []
        for part in slices(X, _together):
            columns = columns_of(part)
            for name, column in columns.items():
                check_magnitudes(column, name)
            table = arrow_table(columns)
            parts.append(columns if table is None else table)
        return parts

    def _learn(self, parts, labels, weights):
        client = self._learning()
        members = {"label": labels} if weights is None else {"label": labels, "weight": weights}
        errors = []
        start = 0
        for part in parts:
            count = _length(part)
            own = {name: values[start : start + count] for name, values in members.items()}
            start += count
            if not hasattr(part, "append_column"):
                self._learn_rows(client, part, own)
                continue
            for name, values in own.items():
                part = part.append_column(name, [values])
            answers = client.send_arrow("/learn", part, minimal=True)
            if answers is not None and "error" in answers.column_names:
                errors += [
                    {"error": {"code": code, "message": message}}
                    for code, message in zip(answers["code"].to_pylist(), answers["error"].to_pylist())
                    if message
                ]
        raise_first(errors)

    def _learn_rows(self, client, part, members):
        features = rows_of_columns(part) if isinstance(part, dict) else rows(part)
        examples = ({"features": row, **dict(zip(members, own))} for row, *own in zip(features, *members.values()))
        raise_first(client.send("/learn", examples, minimal=True))

    def _learning(self):
        """The client, in the process whose server it is: a fork would teach the model of its parent."""
        self._check_parameters()
        server = self.__dict__.get("_server_")
        if server is not None and server.owner != os.getpid():
            raise RuntimeError(
                f"expected process {server.owner} to learn, whose server it is, but this is process {os.getpid()}: "
                "copy.deepcopy(estimator) has a server of its own"
            )
        return self.client_

    def _predict(self, X, route="/predict"):
        answers = self.client_.send(route, ({"features": features} for features in rows(X)))
        raise_first(answers)
        return answers

    def _weights(self, X, sample_weight):
        if sample_weight is None:
            return None
        return _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True).tolist()

    def _more_tags(self):
        return {"allow_nan": True}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.sparse = True
        return tags


#: The flags of ``ol-cli serve`` that a model does not keep, with a value each; a server that begins with a model needs them again.
_server_flags = frozenset(
    [
        "--backend", "--body-bytes", "--challenger", "--challenger-margin", "--connections", "--expire-as", "--host",
        "--label-seconds", "--lines-port", "--lines-socket", "--on-drift", "--port", "--request-seconds", "--socket",
        "--stop-seconds", "--tls-cert", "--tls-key", "--token-file",
    ]
)


def _of_server(flags):
    kept = []
    following = iter(flags)
    for flag in following:
        name, given, _ = flag.partition("=")
        if flag == "--no-learn" or (given and name in _server_flags):
            kept.append(flag)
        elif name in _server_flags:
            kept += [flag, next(following)]
    return kept


def _with_labels(labels):
    return f" with the labels {labels}" if labels else ""


def _length(part):
    if isinstance(part, dict):
        return len(next(iter(part.values()), ()))
    return part.shape[0] if hasattr(part, "shape") else len(part)


def _coded(places, count):
    """Two classes are -1 and 1, more are numbered from 1."""
    return 2 * places - 1 if count == 2 else places + 1


class OLClassifier(ClassifierMixin, _Estimator):
    """A classifier that learns one example at a time.

    Parameters
    ----------
    rule
        The rule of learning: ``ol-cli help rules`` lists them. ``auto`` has nothing to tune.
    flags
        Further flags of ``ol-cli serve --new``, as ``["--l2", "1e-3"]``.
    address, token
        Of a server that runs; default: a server of its own, which ends with the estimator.
    """

    def fit(self, X, y, sample_weight=None):
        """Learns from the beginning, in one pass."""
        with self._or_as_before():
            X = self._checked(X, reset=True)
            y = self._labels(X, y)
            classes = np.unique(y)
            if len(classes) < 2:
                raise ValueError(f"Classifier can't train when only one class is present: expected 2 classes or more but received {len(classes)} class")
            own = self._prepared(X), self._codes(y, classes), self._weights(X, sample_weight)
        with self._or_not_fitted():
            self._begin(classes)
            self._check_new()
            self._learn(*own)
        return self

    def partial_fit(self, X, y, classes=None, sample_weight=None):
        """Learns further examples; the first call needs all classes."""
        first = not self.__sklearn_is_fitted__()
        if not first:
            self._check_fitted_by_tables()
        with self._or_as_before():
            X = self._checked(X, reset=first)
            y = self._labels(X, y)
            if first and classes is None:
                raise ValueError("classes must be passed on the first call to partial_fit.")
            known = self.classes_ if classes is None else np.unique(native(classes))
            if len(known) < 2:
                raise ValueError(f"expected 2 classes or more but received {known.tolist()}")
            if not first and not np.array_equal(known, self.classes_):
                raise ValueError(f"`classes={classes!r}` is not the same as on last call to partial_fit, was: {self.classes_!r}")
            own = self._prepared(X), self._codes(y, known), self._weights(X, sample_weight)
        with self._or_not_fitted(first):
            if first:
                self._begin(known)
            self._learn(*own)
        return self

    def _labels(self, X, y):
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        y = column_or_1d(native(y), warn=True)
        if y.dtype == object and any(is_missing(label) for label in y):
            raise ValueError("Input y contains NaN.")
        check_classification_targets(y)
        count = X.shape[0] if hasattr(X, "shape") else len(X)
        if len(y) != count:
            raise ValueError(f"Found input variables with inconsistent numbers of samples: [{count}, {len(y)}]")
        return y

    def _begin(self, classes):
        self.__dict__.pop("_names_", None)
        self.classes_ = classes
        count = len(classes)
        if count == 2:
            self._start(["--task", "binary", "--loss", "logistic"], "binary", [-1, 1])
        else:
            self._start(["--task", "multiclass", "--classes", str(count)], "multiclass", list(range(1, count + 1)))

    def _codes(self, y, classes):
        places = np.searchsorted(classes, y)
        known = (places < len(classes)) & (classes[np.minimum(places, len(classes) - 1)] == y)
        if not np.all(known):
            raise ValueError(f"The target label(s) {np.unique(np.asarray(y)[~known])} in y do not exist in the initial classes {classes}")
        return _coded(places, len(classes)).tolist()

    def predict(self, X):
        """The class of each row."""
        self._check_fitted_by_tables()
        answers = self._predict(self._checked(X, reset=False))
        return self.classes_[[self._place(answer["prediction"]) for answer in answers]]

    def _place(self, prediction):
        if prediction is None:
            return 0
        number = int(prediction)
        return (number + 1) // 2 if len(self.classes_) == 2 else number - 1

    def predict_proba(self, X):
        """The probability of each class, in the order of ``classes_``."""
        self._check_fitted_by_tables()
        X = self._checked(X, reset=False)
        answers = self._predict(X, "/predict?probabilities")
        if any("probabilities" not in answer for answer in answers):
            raise ValueError(f"expected a model with probabilities but loss {self.client_.health()['model']['loss']!r} has none")
        return np.asarray([answer["probabilities"] for answer in answers], dtype=float).reshape(-1, len(self.classes_))

    def decision_function(self, X):
        """With two classes the score; with more the logarithms of the probabilities."""
        self._check_fitted_by_tables()
        X = self._checked(X, reset=False)
        if len(self.classes_) > 2:
            return np.log(np.maximum(self.predict_proba(X), 1e-300))
        return np.asarray([answer["score"] for answer in self._predict(X)], dtype=float)

    # -- river --------------------------------------------------------------------------------------------------------

    def learn_one(self, x: Mapping[str, Any], y: Any, w: float = 1.0) -> None:
        """Learns one example, as river's estimators do. Classes are those that come, up to 100; after ``fit`` the classes of ``fit``."""
        if is_missing(y):
            raise ValueError(f"expected a class but received {y!r}")
        if not self.__sklearn_is_fitted__():
            self._start(["--task", "multiclass", "--classes", "c0,c1", "--most-classes", "100"], "multiclass", ["c0", "c1"])
            self._check_new("the estimator that taught it has the names of its classes", "")
            self._names_: list = []
        self._check_kind(True)
        names = self._known_classes()
        new = y not in names
        if new and not self._learns_by_one():
            raise ValueError(f"expected one of the classes of fit, {names}, but received {y!r}")
        place = len(names) if new else names.index(y)
        label = f"c{place}" if self._learns_by_one() else int(_coded(place, len(names)))
        self._learning().learn(x, label, w)
        if new:
            self._names_.append(y)

    def predict_proba_one(self, x: Mapping[str, Any]) -> dict:
        """The probability of each class so far; nothing before the first example."""
        if not self.__sklearn_is_fitted__():
            return {}
        self._check_kind(True)
        answer = self.client_._json("POST", "/predict?probabilities", {"features": x})
        names = self._known_classes()
        shares = answer["probabilities"][: len(names)]
        total = sum(shares) or 1.0
        return {name: share / total for name, share in zip(names, shares)}

    def predict_one(self, x: Mapping[str, Any]) -> Any:
        """The most probable class; None before the first example."""
        shares = self.predict_proba_one(x)
        return max(shares, key=shares.get) if shares else None

    def _learns_by_one(self):
        return hasattr(self, "_names_")

    def _known_classes(self):
        return self._names_ if self._learns_by_one() else self.classes_.tolist()

    def _check_fitted_by_tables(self):
        self.client_
        if self._learns_by_one():
            raise ValueError("expected an estimator that learned by fit or partial_fit, but this one learned by learn_one: ask predict_one")


class OLRegressor(RegressorMixin, _Estimator):
    """A regressor that learns one example at a time: see OLClassifier."""

    def fit(self, X, y, sample_weight=None):
        """Learns from the beginning, in one pass."""
        with self._or_as_before():
            X, y = self._numbers(X, y, reset=True)
            own = self._prepared(X), y.tolist(), self._weights(X, sample_weight)
        with self._or_not_fitted():
            self._begin()
            self._check_new()
            self._learn(*own)
        return self

    def partial_fit(self, X, y, sample_weight=None):
        """Learns further examples."""
        first = not self.__sklearn_is_fitted__()
        with self._or_as_before():
            X, y = self._numbers(X, y, reset=first)
            own = self._prepared(X), y.tolist(), self._weights(X, sample_weight)
        with self._or_not_fitted(first):
            if first:
                self._begin()
            self._learn(*own)
        return self

    def _numbers(self, X, y, reset):
        X = self._checked(X, reset)
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        y = column_or_1d(np.asarray(y), warn=True)
        if y.dtype.kind in "mM":
            raise ValueError(f"expected numbers as labels but received {y.dtype}, whose numbers depend on its unit")
        y = y.astype(float)
        if not np.all(np.isfinite(y)):
            raise ValueError("Input y contains NaN or infinity")
        count = X.shape[0] if hasattr(X, "shape") else len(X)
        if len(y) != count:
            raise ValueError(f"Found input variables with inconsistent numbers of samples: [{count}, {len(y)}]")
        return X, y

    def _begin(self):
        self._start(["--loss", "squared", "--task", "regression"], "regression", [])

    def predict(self, X):
        """The number of each row."""
        self.client_
        return np.asarray([a["prediction"] for a in self._predict(self._checked(X, reset=False))], dtype=float)

    # -- river --------------------------------------------------------------------------------------------------------

    def predict_interval(self, X, level=0.9):
        """The ends of the interval that holds this share of the labels: an array of two columns."""
        self.client_
        answers = self._predict(self._checked(X, reset=False), f"/predict?interval={float(level)}")
        return np.asarray([answer["interval"] for answer in answers], dtype=float).reshape(-1, 2)

    def learn_one(self, x: Mapping[str, Any], y: float, w: float = 1.0) -> None:
        """Learns one example, as river's estimators do."""
        if not np.isfinite(float(y)):
            raise ValueError(f"expected a finite number as the label but received {y!r}")
        if not self.__sklearn_is_fitted__():
            self._begin()
        self._check_kind(True)
        self._learning().learn(x, float(y), w)

    def predict_one(self, x: Mapping[str, Any]) -> float:
        """The prediction; 0 before the first example."""
        if not self.__sklearn_is_fitted__():
            return 0.0
        self._check_kind(True)
        return float(self.client_.predict(x)["prediction"])
