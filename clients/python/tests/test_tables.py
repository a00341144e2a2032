"""Tables of all kinds of columns are learned as they are predicted, and a table that differs from the table of fit is refused."""

import datetime
import decimal
import pickle

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from ol_client import Client, OLClassifier, OLRegressor
from ol_client._plain import plain
from ol_client._server import Server
from sklearn.exceptions import NotFittedError

count = 60
hours = pd.date_range("2024-03-16 20:00", periods=count, freq="h")
numbers = np.arange(count)


def often(value, other):
    return [value if k % 7 == 0 else other(k) for k in range(count)]


# the cells of a column, and the features of its second row besides the constant
columns = {
    "category": (pd.Categorical(["a", "b"] * 30), {"k=b": 1}),
    "category of numbers": (pd.Categorical(numbers % 4), {"k": 1}),
    "Int64": (pd.array(often(None, lambda k: k), dtype="Int64"), {"k": 1}),
    "boolean": (pd.array(often(None, lambda k: True), dtype="boolean"), {"k": 1}),
    "whole numbers beyond 2^53": (numbers + 2**60, {"k": 2.0**60}),
    "unsigned numbers": (numbers.astype("uint64") + np.uint64(2**63), {"k": 2.0**63}),
    "float32": (np.full(count, 0.1, dtype="float32"), {"k": float(np.float32(0.1))}),
    "decimals": ([decimal.Decimal(k) / 4 for k in range(count)], {"k": 0.25}),
    "sparse": (pd.arrays.SparseArray(numbers % 5), {"k": 1}),
    "texts": (pd.array(often(None, lambda k: "q"), dtype="string"), {"k=q": 1}),
    "numbers and texts": (pd.Series(["text", 2.5] * 30, dtype=object), {"k": 2.5}),
    "times": (hours, {"k=March": 1, "k=Saturday": 1, "k=21:00": 1}),
    "times with a zone": (hours.tz_localize("Europe/Oslo"), {"k=March": 1, "k=Saturday": 1, "k=21:00": 1}),
    "days": ([datetime.date(2024, 5, 1)] * count, {"k=May": 1, "k=Wednesday": 1, "k": 19844}),
    "times of day": ([datetime.time(k % 24, 30) for k in range(count)], {"k=01:30:00": 1}),
    "durations": (pd.to_timedelta(numbers, unit="h"), {"k": 3600}),
    "durations in nanoseconds": (pd.to_timedelta(numbers, unit="h").as_unit("ns"), {"k": 3600}),
    "periods": (pd.period_range("2024-05-01", periods=count), {"k=May": 1, "k=Thursday": 1, "k": 19845}),
    "intervals": (pd.cut(numbers, [-1, 30, 60]), {"k=(-1, 30]": 1}),
    "arrays": ([np.array([1.0, np.nan]) for _ in range(count)], {"k^0": 1, "k^1=missing": 1}),
    "lists of texts": ([["u", "v"]] * count, {"k^u": 1, "k^v": 1}),
    "mappings": ([{"a": 1}, {"b": 2}] * 30, {"k^b": 2}),
}


#: Cells that are left to JSON.
nested = {"numbers and texts", "arrays", "lists of texts", "mappings"}


@pytest.mark.parametrize("way", ["arrow", "json"])
def test_a_column_teaches_the_features_that_it_asks(way, monkeypatch):
    import ol_client._estimators as estimators

    kinds = [kind for kind in columns if way == "json" or kind not in nested]
    X = pd.DataFrame({f"k{number}": pd.Series(columns[kind][0]) for number, kind in enumerate(kinds)})
    y = np.where(numbers % 3 == 0, 1, 0)
    if way == "arrow":
        monkeypatch.setattr(OLClassifier, "_learn_rows", lambda *_: pytest.fail("these columns go as Arrow"))
    else:
        assert estimators.arrow_table(estimators.columns_of(X)) is None
    model = OLClassifier(rule="nag", flags=["--bits", "grow"]).fit(X, y)
    parts = model.client_.explain(X.to_dict("records")[1])["explanation"]["features"]
    for number, kind in enumerate(kinds):
        expected = {name.replace("k", f"k{number}", 1): float(value) for name, value in columns[kind][1].items()}
        own = [part for part in parts if part["name"].startswith(tuple(f"k{number}{mark}" for mark in "=^")) or part["name"] == f"k{number}"]
        found = {part["name"]: float(part["value"]) for part in own if part["value"] is not None}
        assert expected.items() <= found.items() and found.keys() <= expected.keys() | {f"k{number}"}, kind
        # a feature that was not learned has no weight
        assert all(part["weight"] != 0 for part in own if part["value"] not in (None, 0)), kind
    one = OLClassifier(rule="nag", flags=["--bits", "grow"])
    one.fit(X[:40], y[:40])
    for row, label in zip(X[40:].to_dict("records"), y[40:]):
        one.learn_one(row, label)
    assert np.array_equal(model.predict_proba(X), one.predict_proba(X))


def test_polars_and_pyarrow_are_pandas():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(
        {
            "n": [1.0, float("nan"), None] * 20,
            "zone": polars.Series(hours.tz_localize("Europe/Oslo")),
            "lasts": polars.Series(pd.to_timedelta(numbers, unit="h")),
            "city": polars.Series(["oslo", "rome"] * 30, dtype=polars.Categorical),
        }
    )
    y = numbers % 2
    shares = [
        OLClassifier(rule="nag").fit(X, y).predict_proba(X) for X in (frame, frame.to_pandas(), frame.to_arrow())
    ]
    assert np.array_equal(shares[0], shares[1]) and np.array_equal(shares[0], shares[2])


@pytest.mark.parametrize("name", ["id", "label", "weight", "__proto__", "x^1"])
def test_names_of_columns_are_features(name):
    x = np.random.default_rng(1).normal(size=300)
    y = np.where(x > 0, 1, 0)
    named, plain_name = (pd.DataFrame({column: x, "c": 1.0}) for column in (name, "other"))
    scores = [OLClassifier(rule="nag").fit(X, y).decision_function(X) for X in (named, plain_name)]
    assert np.array_equal(*scores)


def test_a_table_of_other_columns_is_refused():
    X = pd.DataFrame({"a": [1.0, 2, 3, 4], "b": list("uvuv")})
    model = OLClassifier(rule="nag").fit(X, [0, 1, 0, 1])
    assert np.array_equal(model.predict_proba(X[["b", "a"]]), model.predict_proba(X))
    for ask in (model.predict, model.predict_proba, model.decision_function, lambda T: model.partial_fit(T, [0, 1, 0, 1])):
        with pytest.raises(ValueError, match=r"missing \['a'\], not seen during fit \[\]"):
            ask(X[["b"]])
        with pytest.raises(ValueError, match=r"missing \[\], not seen during fit \['c'\]"):
            ask(X.assign(c=1))
        with pytest.raises(ValueError, match="received 'a' twice"):
            ask(pd.concat([X, X[["a"]]], axis=1))
        with pytest.raises(ValueError, match="expected a data frame"):
            ask(np.ones((4, 2)))
    array = OLRegressor(rule="nag").fit(np.ones((4, 2)), [0, 1, 0, 1])
    with pytest.raises(ValueError, match="expected an array"):
        array.predict(X)
    with pytest.raises(ValueError, match="expected an array"):
        array.predict_one({"a": 1})


def test_sparse_tables_are_dense_ones():
    table = np.random.default_rng(1).normal(size=(100, 4)) * (np.random.default_rng(2).random((100, 4)) < 0.5)
    table[::9, 1] = np.nan
    y = np.where(table[:, 0] > 0, 1, 0)
    dense = OLClassifier(rule="nag").fit(table, y)
    for kind in (scipy.sparse.csr_matrix, scipy.sparse.coo_matrix, scipy.sparse.dok_matrix):
        sparse = OLClassifier(rule="nag").fit(kind(table), y)
        assert np.array_equal(sparse.predict_proba(table), dense.predict_proba(table))
        assert np.array_equal(dense.predict_proba(kind(table)), dense.predict_proba(table))


def test_entries_of_one_place_are_their_sum():
    model = OLClassifier(rule="nag").fit(np.eye(30, 3) + np.arange(90).reshape(30, 3) % 7, [0, 1] * 15)
    twice = scipy.sparse.csr_matrix(([1.0, 2.0, 4.0], [0, 2, 0], [0, 3]), shape=(1, 3))
    assert np.array_equal(model.predict_proba(twice), model.predict_proba(twice.toarray()))
    assert twice.nnz == 3


@pytest.mark.parametrize("convert", [lambda X: X, "pyarrow.table", "polars.DataFrame"])
def test_columns_in_another_order_are_the_same_to_the_last_bit(convert):
    if isinstance(convert, str):
        package, name = convert.split(".")
        make = getattr(pytest.importorskip(package), name)
        convert = lambda X: make(X.to_dict("list"))
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(90, 6)), columns=list("abcdef"))
    other, y = convert(X[list("fdbeca")]), X.a > 0
    models = [OLClassifier(rule="nag").fit(convert(X), y) for _ in range(2)]
    models[0].partial_fit(convert(X), y)
    models[1].partial_fit(other, y)
    assert np.array_equal(models[0].predict_proba(convert(X)), models[1].predict_proba(other))


def test_a_lazy_frame_is_refused():
    polars = pytest.importorskip("polars")
    with pytest.raises(TypeError, match="collect"):
        OLClassifier().fit(polars.LazyFrame({"a": [1, 2]}), [0, 1])


@pytest.mark.parametrize(
    "labels",
    [
        pd.Series([True, False] * 20, dtype="boolean"),
        pd.Series([2**60, 2**60 + 1] * 20, dtype="Int64"),
        pd.Series([3, 5, 5, 7] * 10, dtype="UInt8"),
        pd.Series([0.0, 1.0] * 20, dtype="Float32"),
        pd.array([True, False] * 20, dtype="boolean"),
    ],
    ids=lambda labels: str(labels.dtype),
)
def test_labels_of_pandas_keep_their_type(labels):
    X = np.arange(120.0).reshape(40, 3)
    own = np.asarray(labels).astype(labels.dtype.numpy_dtype)
    model = OLClassifier(rule="nag").fit(X, labels)
    assert model.classes_.dtype == own.dtype and model.classes_.tolist() == np.unique(own).tolist()
    assert model.predict(X).dtype == own.dtype
    first = OLClassifier(rule="nag").partial_fit(X, labels, classes=labels[:4])
    assert np.array_equal(first.classes_, model.classes_)
    assert np.array_equal(first.predict_proba(X), model.predict_proba(X))


def test_labels_that_are_missing_or_no_classes_are_refused():
    X = np.zeros((4, 1))
    for kind, labels in [("boolean", [True, None] * 2), ("Int64", [1, None] * 2), ("string", ["a", None] * 2), (object, ["a", None] * 2)]:
        with pytest.raises(ValueError, match="contains NaN"):
            OLClassifier().fit(X, pd.Series(labels, dtype=kind))
    with pytest.raises(ValueError, match=r"2 classes or more but received \['a'\]"):
        OLClassifier().partial_fit(X, ["a"] * 4, classes=["a"])
    for labels in (pd.to_datetime([1, 2, 3, 4]), pd.to_timedelta([1, 2, 3, 4], unit="s")):
        with pytest.raises(ValueError, match="expected numbers as labels"):
            OLRegressor().fit(X, pd.Series(labels))


def test_one_row_at_a_time_continues_a_fit():
    X = pd.DataFrame({"a": np.arange(40.0), "b": list("uv") * 20})
    y = np.where(X.a > 20, "late", "soon")
    whole = OLClassifier(rule="nag").fit(X, y)
    parts = OLClassifier(rule="nag").fit(X[:25], y[:25])
    for row, label in zip(X[25:].to_dict("records"), y[25:]):
        parts.learn_one(row, label)
    assert np.array_equal(whole.predict_proba(X), parts.predict_proba(X))
    assert parts.predict_one({"a": 39.0, "b": "v"}) == whole.predict(X)[39]
    with pytest.raises(ValueError, match="classes of fit, .* but received 'never'"):
        parts.learn_one({"a": 1}, "never")


def test_an_example_that_is_refused_adds_no_class():
    model = OLClassifier(rule="nag")
    for label in (None, float("nan"), pd.NA):
        with pytest.raises(ValueError, match="expected a class"):
            model.learn_one({"a": 1.0}, label)
    with pytest.raises(ValueError, match="finite number or NaN for 'a' but received inf"):
        model.learn_one({"a": float("inf")}, "bad")
    model.learn_one({"a": 1.0}, "good")
    assert model.predict_proba_one({"a": 1.0}) == {"good": 1.0}
    with pytest.raises(ValueError, match="ask predict_one"):
        model.predict(pd.DataFrame({"a": [1.0]}))
    with pytest.raises(ValueError, match="finite number as the label but received nan"):
        OLRegressor().learn_one({"a": 1.0}, float("nan"))


def test_fit_does_not_continue_the_model_of_a_server():
    X, y = pd.DataFrame({"a": [1.0, 2, 3, 4]}), [1.0, 2, 3, 4]
    server = Server(["--task", "regression", "--loss", "squared", "--rule", "nag"])
    try:
        address = server.client.address
        OLRegressor(address=address).fit(X, y)
        with pytest.raises(ValueError, match="has learned 4 examples: call partial_fit"):
            OLRegressor(address=address).fit(X, y)
        OLRegressor(address=address).partial_fit(X, y)
        assert Client(address).health()["model"]["examples"] == 8
    finally:
        server.close()


def test_empty_tables_have_empty_answers_and_wrong_weights_are_refused():
    X, y = pd.DataFrame({"label": [1.0, 2, 3, 4]}), [0, 1, 0, 1]
    model = OLClassifier(rule="nag").fit(X, y)
    assert model.predict_proba(X[:0]).shape == (0, 2)
    assert OLRegressor(rule="nag").fit(X, y).predict_interval(X[:0]).shape == (0, 2)
    for weights in ([1.0, 1.0], [1.0, 1.0, 1.0, -1.0], [1.0, 1.0, 1.0, np.nan]):
        with pytest.raises(ValueError, match="(?i)sample.weight"):
            model.fit(X, y, sample_weight=weights)
    with pytest.raises(TypeError, match="expected a list of flags"):
        OLClassifier(flags="--l2 1").fit(X, y)


def test_plain_values():
    assert plain({1: np.float32(0.5), "n": np.float64("nan"), "t": pd.NaT, "m": pd.NA}) == {"1": 0.5, "n": None, "t": None, "m": None}
    assert plain([np.int64(3), np.bool_(True), np.array(2.5)]) == [3, True, 2.5]
    assert plain(np.datetime64("2024-01-02T03", "h")) == "2024-01-02T03:00:00"
    assert plain(np.datetime64("2024-01-02", "ns")).startswith("2024-01-02T00:00:00")
    assert plain(np.datetime64("NaT")) is None and plain(np.timedelta64(90, "m")) == 5400
    assert plain(datetime.timedelta(hours=1)) == 3600
    for value in (b"bytes", 1j, {1}, object()):
        with pytest.raises(TypeError, match=f"for 'a' but received {type(value).__name__}"):
            plain({"a": value})


def test_arrays_of_truth_values_are_numbers():
    x = np.random.default_rng(1).normal(size=(60, 3)) > 0
    y = np.where(x[:, 0], 1, 0)
    scores = [OLClassifier(rule="nag").fit(X, y).decision_function(X) for X in (x, x.astype(int), scipy.sparse.csr_matrix(x))]
    assert np.array_equal(scores[0], scores[1]) and np.array_equal(scores[0], scores[2])


@pytest.mark.parametrize("value", [np.inf, 1e200, 1e-200])
@pytest.mark.parametrize("kind", ["float", "Float64", "polars", "array"])
def test_a_table_that_is_refused_teaches_nothing(kind, value):
    x = np.random.default_rng(1).normal(size=(40, 2))
    y = np.where(x[:, 0] > 0, 1, 0)
    bad = x.copy()
    bad[30, 1] = value
    make = {
        "array": lambda table: table,
        "polars": lambda table: pytest.importorskip("polars").DataFrame({"a": table[:, 0], "b": table[:, 1]}),
    }.get(kind, lambda table: pd.DataFrame(table, columns=["a", "b"]).astype(kind))
    for model in (OLClassifier(rule="nag"), OLRegressor(rule="nag")):
        model.fit(make(x), y)
        expected = model.predict(make(x))
        for learn in (model.partial_fit, model.fit):
            with pytest.raises(ValueError, match="(?i)infinity|finite number|magnitude of 0"):
                learn(make(bad), y)
        assert model.client_.health()["model"]["examples"] == 40
        assert np.array_equal(model.predict(make(x)), expected)


def test_a_fit_that_is_refused_leaves_the_model():
    X, y = pd.DataFrame({"a": [1.0, 2, 3, 4]}), [0, 1, 0, 1]
    model = OLClassifier(rule="nag")
    for weights in ([1.0, 1.0, 1.0, -1.0], [1.0]):
        with pytest.raises(ValueError, match="(?i)sample.weight"):
            model.fit(X, y, sample_weight=weights)
        with pytest.raises(NotFittedError):
            model.predict(X)
    model.fit(X, y)
    expected = model.decision_function(X)
    with pytest.raises(ValueError, match="only one class"):
        model.fit(np.zeros((4, 2)), [1, 1, 1, 1])
    with pytest.raises(ValueError, match="(?i)sample.weight"):
        model.fit(X.rename(columns={"a": "b"}), list("uvuv"), sample_weight=[1.0])
    assert np.array_equal(model.decision_function(X), expected)


three = ["--task", "multiclass", "--classes"]


@pytest.mark.parametrize(
    "flags, estimator, labels",
    [
        (["--task", "regression", "--loss", "squared"], OLClassifier, [0, 1, 0, 1]),
        ([*three, "5"], OLClassifier, [0, 1, 2, 1]),
        ([*three, "u,v,w"], OLClassifier, [0, 1, 2, 1]),
        (["--loss", "logistic"], OLRegressor, [1, -1, 1, -1]),
        ([*three, "3"], OLRegressor, [1, 2, 3, 1]),
    ],
    ids=["numbers", "more classes", "named classes", "two classes", "classes"],
)
def test_a_server_of_another_task_is_refused(flags, estimator, labels):
    X = pd.DataFrame({"a": [1.0, 2, 3, 4]})
    server = Server([*flags, "--rule", "nag"])
    try:
        model = estimator(address=server.client.address)
        first = {"classes": sorted(set(labels))} if estimator is OLClassifier else {}
        for learn in (model.fit, lambda X, y: model.partial_fit(X, y, **first)):
            with pytest.raises(ValueError, match="expected a model of task"):
                learn(X, labels)
        with pytest.raises(ValueError, match="expected a model of task"):
            model.learn_one({"a": 1.0}, labels[0])
        assert server.client.health()["model"]["examples"] == 0
    finally:
        server.close()


def test_a_loss_without_probabilities_says_so():
    model = OLClassifier(rule="nag", flags=["--loss", "hinge"]).fit(np.eye(4), [0, 1, 0, 1])
    with pytest.raises(ValueError, match="loss 'hinge' has none"):
        model.predict_proba(np.eye(4))


def test_copies_of_an_estimator_of_a_running_server_ask_it():
    server = Server(["--task", "multiclass", "--classes", "c0,c1", "--most-classes", "100", "--rule", "nag"])
    try:
        model = OLClassifier(address=server.client.address)
        for k in range(20):
            model.learn_one({"a": float(k)}, "low" if k < 10 else "high")
        copy = pickle.loads(pickle.dumps(model))
        assert copy.predict_proba_one({"a": 3.0}) == model.predict_proba_one({"a": 3.0})
        copy.learn_one({"a": 1.0}, "high")
        assert server.client.health()["model"]["examples"] == 21
        # the server knows numbers of classes, and this estimator none of their names
        with pytest.raises(ValueError, match="has the names of its classes, but the model at .* has learned 21"):
            OLClassifier(address=server.client.address).learn_one({"a": 1.0}, "high")
    finally:
        server.close()
