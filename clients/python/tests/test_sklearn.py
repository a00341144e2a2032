"""scikit-learn's own checks, and what a user does with scikit-learn and river."""

import pickle
import re
import subprocess

import numpy as np
import pandas as pd
import pytest
from ol_client import OLClassifier, OLRegressor, ServerError
from ol_client._server import command
from sklearn.base import clone
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

# checks that do not apply, and why
expected = {
    "check_sample_weight_equivalence_on_dense_data": "the order of examples counts, and a weight is not a repetition",
    "check_sample_weight_equivalence_on_sparse_data": "the order of examples counts, and a weight is not a repetition",
}


@parametrize_with_checks(
    [OLClassifier(), OLRegressor()],
    expected_failed_checks=lambda estimator: expected,
)
def test_scikit_learn(estimator, check):
    check(estimator)


def frame(count=2000, seed=1):
    random = np.random.default_rng(seed)
    data = pd.DataFrame(random.normal(size=(count, 3)), columns=["a", "b", "c"])
    data["job"] = random.choice(["cook", "judge"], count)
    data.loc[::17, "b"] = np.nan
    label = np.where(data.a + data.c + 2 * (data.job == "cook") > 1, "yes", "no")
    return data, label


def test_frames_with_categories_and_missing_cells():
    X, y = frame()
    model = OLClassifier().fit(X[:1500], y[:1500])
    assert model.score(X[1500:], y[1500:]) > 0.9
    shares = model.predict_proba(X[1500:])
    assert shares.shape == (500, 2) and np.allclose(shares.sum(1), 1)
    assert np.array_equal(model.classes_[shares.argmax(1)], model.predict(X[1500:]))


def test_partial_fits_are_one_fit():
    X, y = frame()
    whole = OLClassifier().fit(X, y)
    parts = OLClassifier()
    for k in range(0, 2000, 500):
        parts.partial_fit(X[k : k + 500], y[k : k + 500], classes=["no", "yes"])
    assert np.array_equal(whole.predict_proba(X), parts.predict_proba(X))


def test_arrow_and_lists_teach_the_same(monkeypatch):
    X, y = frame()
    arrow = OLClassifier().fit(X, y)
    import ol_client._estimators as estimators

    monkeypatch.setattr(estimators, "arrow_table", lambda X: None)
    assert np.array_equal(OLClassifier().fit(X, y).predict_proba(X), arrow.predict_proba(X))


def test_copies_have_servers_of_their_own():
    X, y = frame(600)
    model = OLClassifier().fit(X, y)
    copy = pickle.loads(pickle.dumps(model))
    assert np.array_equal(copy.predict_proba(X), model.predict_proba(X))
    before = model.predict_proba(X)
    copy.partial_fit(X, np.where(y == "yes", "no", "yes"))
    assert np.array_equal(model.predict_proba(X), before)
    assert clone(model).get_params() == model.get_params()


def test_pipelines_and_cross_validation():
    X, y = frame(900)
    numbers = X[["a", "c"]].to_numpy()
    scores = cross_val_score(make_pipeline(StandardScaler(), OLClassifier(rule="nag")), numbers, y, cv=3)
    assert scores.mean() > 0.6
    assert OLRegressor().fit(numbers, 3 * numbers[:, 0] + 1).score(numbers, 3 * numbers[:, 0] + 1) > 0.99
    regressor = OLRegressor().fit(numbers, 3 * numbers[:, 0] + 1)
    ends = regressor.predict_interval(numbers, 0.8)
    assert ends.shape == (len(numbers), 2)
    assert np.all(ends[:, 0] <= regressor.predict(numbers)) and np.all(regressor.predict(numbers) <= ends[:, 1])


def test_river():
    from river import metrics

    X, y = frame(800)
    model, accuracy = OLClassifier(), metrics.Accuracy()
    assert model.predict_one({}) is None
    for x, label in zip(X.to_dict('records'), y):
        guess = model.predict_one(x)
        if guess is not None:
            accuracy.update(label, guess)
        model.learn_one(x, label)
    assert accuracy.get() > 0.8
    assert abs(sum(model.predict_proba_one({"a": 1}).values()) - 1) < 1e-9


def test_pipelines_and_evaluations_of_river():
    from river import evaluate, metrics, preprocessing

    X, y = frame(300)
    rows = X[["a", "c"]].to_dict("records")
    named = evaluate.progressive_val_score(zip(rows, y), OLClassifier(rule="nag"), metrics.MacroF1())
    assert named.get() > 0.6
    scaled = preprocessing.StandardScaler() | OLClassifier(rule="nag")
    assert evaluate.progressive_val_score(zip(rows, y == "yes"), scaled, metrics.LogLoss()).get() < 0.65
    numbers = preprocessing.StandardScaler() | OLRegressor(rule="nag")
    assert evaluate.progressive_val_score(zip(rows, X.a * 3), numbers, metrics.MAE()).get() < 0.5


def test_threads_and_forked_processes_ask_one_server():
    import multiprocessing
    import threading

    X, y = frame(300)
    model = OLClassifier(rule="nag").fit(X, y)
    expected = model.predict_proba(X)
    found = []
    threads = [threading.Thread(target=lambda: found.append(model.predict_proba(X))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and all(np.array_equal(shares, expected) for shares in found)

    def child(results):
        nonlocal model
        results.put(np.array_equal(model.predict_proba(X), expected))
        del model

    context = multiprocessing.get_context("fork")
    results = context.Queue()
    process = context.Process(target=child, args=(results,))
    process.start()
    assert results.get(timeout=30)
    process.join()
    # the server lives on, and so does the connection of this process
    assert np.array_equal(model.predict_proba(X), expected)


def test_a_forked_process_does_not_teach_the_model_of_its_parent():
    import copy
    import multiprocessing

    X, y = frame(300)
    model = OLClassifier(rule="nag").fit(X, y)
    expected = model.predict_proba(X)

    def child(results):
        for learn in (lambda: model.partial_fit(X, y), lambda: model.learn_one({"a": 1.0}, "yes")):
            try:
                learn()
                results.put("it has learned")
            except RuntimeError as error:
                results.put(str(error))
        own = copy.deepcopy(model)
        results.put(str(np.array_equal(own.predict_proba(X), expected)))
        own.partial_fit(X, y)
        results.put(str(own.client_.health()["model"]["examples"]))

    context = multiprocessing.get_context("fork")
    results = context.Queue()
    process = context.Process(target=child, args=(results,))
    process.start()
    answers = [results.get(timeout=30) for _ in range(4)]
    process.join()
    assert all("whose server it is" in answer for answer in answers[:2]) and answers[2:] == ["True", "600"]
    assert np.array_equal(model.predict_proba(X), expected)


def test_errors_name_what_is_wrong():
    X, y = frame(50)
    model = OLClassifier().fit(X, y)
    with pytest.raises(ValueError, match="do not exist in the initial classes"):
        model.partial_fit(X, np.full(50, "maybe"))
    with pytest.raises(ServerError) as raised:
        model.client_.learn({"a": [{}]}, 1)
    assert raised.value.code == "OL_FEATURES" and raised.value.status == 400
    with pytest.raises(RuntimeError, match="rule"):
        OLClassifier(rule="no-rule").fit(X, y)


def test_parameters_do_not_change_between_calls_of_partial_fit():
    X, y = frame(400)
    for estimator, labels in [(OLClassifier(rule="nag"), y), (OLRegressor(rule="nag"), X.a.to_numpy())]:
        estimator.fit(X, labels)
        for changed in [{"rule": "adagrad"}, {"flags": ["--l2", "1e-3"]}, {"address": "http://localhost:9"}]:
            before = estimator.get_params()
            estimator.set_params(**changed)
            with pytest.raises(ValueError, match="with which the model began"):
                estimator.partial_fit(X, labels)
            estimator.set_params(**before)
        estimator.partial_fit(X, labels)
        other = estimator.set_params(rule="adagrad").fit(X, labels)
        assert other.client_.health()["model"]["rule"] == "adagrad"
    with pytest.raises(ValueError, match="with which the model began"):
        model = OLRegressor(rule="nag")
        model.learn_one({"a": 1}, 1)
        model.set_params(rule="adagrad").learn_one({"a": 1}, 1)


def test_each_flag_of_a_server_that_no_model_keeps_is_known():
    import ol_client._estimators as estimators

    text = subprocess.run([*command(), "serve", "--help"], capture_output=True, text=True, check=True).stdout
    groups = dict(part.split(":\n", 1) for part in text.split("\n\n") if ":\n" in part)
    of_server = [groups[name] for name in ("Connections", "Late labels", "Changes")]
    flags = set(re.findall(r"^  (--[a-z-]+) <", "\n".join(of_server), re.MULTILINE))
    assert {"--host", "--expire-as", "--on-drift"} <= flags
    # the classes are of the model
    assert estimators._server_flags == flags - {"--most-classes"} | {"--backend"}


def test_a_pickled_estimator_keeps_the_flags_of_its_server(monkeypatch):
    import ol_client._estimators as estimators

    started = []

    class Recorded(estimators.Server):
        def __init__(self, flags, model=None):
            started.append((list(flags), model is not None))
            super().__init__(flags, model)

    monkeypatch.setattr(estimators, "Server", Recorded)
    X, y = frame(400)
    kept = ["--on-drift", "reset", "--label-seconds=7", "--lines-port", "0", "--challenger", "adagrad"]
    flags = [*kept[:2], "--l2", "1e-3", *kept[2:]]
    model = OLClassifier(rule="nag", flags=flags).fit(X, y)
    copy = pickle.loads(pickle.dumps(model))
    assert np.array_equal(copy.predict(X), model.predict(X))
    assert started[-1] == (kept, True)
    copy.partial_fit(X, y)
