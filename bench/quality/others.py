"""The contestants of bench/quality.mjs that are not OL: python3 others.py JOB

JOB is a JSON object: contestant, task, file, labels, out, rows, and for Vowpal Wabbit text and rates. Predictions are
written to OUT as doubles: probabilities of the second class, of each class (in the order of sorted text), or real numbers.
Prints a JSON object with seconds, and the first row that is predicted.
"""

import json
import os
import sys
import time
import warnings

import numpy
import pandas

warnings.simplefilter("ignore")


def read_labels(job):
    with open(job["labels"], encoding="utf-8") as file:
        lines = file.read().split("\n")[:-1]
    if job["task"] == "regression":
        return numpy.array(lines, dtype=float), None
    # the order of JavaScript, by UTF-16 code units
    names = sorted(set(lines), key=lambda text: text.encode("utf-16-be"))
    places = {name: k for k, name in enumerate(names)}
    return numpy.array([places[line] for line in lines]), len(names)


def read_table(job):
    """Returns numbers, with missing ones as NaN, and categories as strings."""
    table = pandas.read_csv(job["file"], low_memory=False).drop(columns=["label"])
    numeric = [name for name in table.columns if pandas.api.types.is_numeric_dtype(table[name])]
    numbers = table[numeric].astype(float)
    words = table[[name for name in table.columns if name not in numeric]].fillna("missing").astype(str)
    return numbers, words


def kept_within(found, labels, step):
    """Keeps real predictions within the labels so far, as OL and Vowpal Wabbit do; `step` rows are predicted at a time."""
    for at in range(step, len(found), step):
        found[at : at + step] = found[at : at + step].clip(labels[:at].min(), labels[:at].max())


def vowpal_wabbit(job, labels, classes):
    import vowpalwabbit

    with open(job["text"], encoding="latin1") as file:
        rests = [line.split("|", 1)[1] for line in file.read().split("\n")[:-1]]
    if len(rests) != len(labels):
        raise ValueError(f"{len(rests)} lines of {len(labels)} rows")
    low, scale = 0.0, 1.0
    arguments = ["--quiet", "-b", "22"]
    if classes is None:
        low, scale = labels.min(), labels.max() - labels.min()
        shown = [f"{y:.17g}" for y in (labels - low) / scale]
    elif classes == 2:
        shown = ["1" if y == 1 else "-1" for y in labels]
        arguments += ["--loss_function", "logistic"]
    else:
        shown = [str(y + 1) for y in labels]
        arguments += ["--loss_function", "logistic", "--oaa", str(classes), "--probabilities"]
    data, predicted = job["out"] + ".vw", job["out"] + ".txt"
    with open(data, "w", encoding="latin1", newline="\n") as file:
        file.writelines(f"{y} |{rest}\n" for y, rest in zip(shown, rests))
    seconds = []
    for rate in job["rates"]:
        own = [] if rate == "default" else ["-l", rate]
        started = time.perf_counter()
        # the first run makes a cache of the parsed lines, which the others read
        vowpalwabbit.Workspace(arg_list=["-d", data, "-p", predicted, "--cache_file", data + ".cache", *arguments, *own]).finish()
        seconds.append(time.perf_counter() - started)
        with open(predicted) as file:
            text = file.read()
        if classes is not None and classes > 2:
            found = numpy.array(text.replace(":", " ").split(), dtype=float).reshape(len(labels), 2 * classes)
            # probabilities are printed in the order of their size or of the classes
            order = numpy.argsort(found[:, 0::2], axis=1, kind="stable")
            values = numpy.take_along_axis(found[:, 1::2], order, axis=1)
        else:
            values = numpy.array(text.split(), dtype=float)
            values = low + scale * values if classes is None else 1 / (1 + numpy.exp(-values))
        values.astype(float).tofile(f"{job['out']}.{rate}")
    for path in (data, predicted, data + ".cache"):
        os.remove(path)
    return seconds


def river_model(job, numbers, words, classes):
    from river import compose, forest, linear_model, preprocessing, tree

    numeric = compose.Select(*numbers.columns)
    kind = job["contestant"]
    if kind == "river linear":
        features = numeric | preprocessing.StandardScaler()
        if len(words.columns) > 0:
            features = features + (compose.Select(*words.columns) | preprocessing.OneHotEncoder())
        if classes is None:
            return features | preprocessing.TargetStandardScaler(regressor=linear_model.LinearRegression())
        return features | (linear_model.LogisticRegression() if classes == 2 else linear_model.SoftmaxRegression())
    features = numeric
    if len(words.columns) > 0:
        categories = compose.Select(*words.columns)
        # leaves of regression trees are linear models, which do not take strings
        features = numeric + (categories | preprocessing.OneHotEncoder() if classes is None else categories)
    if kind == "river Hoeffding":
        return features | (
            tree.HoeffdingAdaptiveTreeRegressor(seed=1) if classes is None else tree.HoeffdingAdaptiveTreeClassifier(seed=1)
        )
    return features | (forest.ARFRegressor(seed=1) if classes is None else forest.ARFClassifier(seed=1))


def river(job, labels, classes):
    numbers, words = read_table(job)
    # a missing number is the mean of earlier ones, because trees need every column in every row
    means = numbers.expanding().mean().shift(1).fillna(0)
    numbers = numbers.fillna(means)
    model = river_model(job, numbers, words, classes)
    rows = pandas.concat([numbers, words], axis=1).iloc[: job["rows"]].to_dict("records")
    found = numpy.zeros((len(rows), classes or 1))
    started = time.perf_counter()
    for e, row in enumerate(rows):
        y = float(labels[e]) if classes is None else int(labels[e])
        if classes is None:
            found[e, 0] = model.predict_one(row) or 0
        else:
            p = model.predict_proba_one(row)
            found[e] = [p.get(k, 0) for k in range(classes)]
            total = found[e].sum()
            found[e] = found[e] / total if total > 0 else 1 / classes
        model.learn_one(row, bool(y) if classes == 2 and job["contestant"] == "river linear" else y)
    seconds = time.perf_counter() - started
    if classes is None:
        kept_within(found, labels, 1)
    (found[:, 1] if classes == 2 else found).tofile(job["out"])
    return seconds, 0


def stochastic_gradient(job, labels, classes):
    """scikit-learn's SGD: predicts, then learns, a hundred rows at a time. Scales come from earlier rows."""
    from scipy import sparse
    from sklearn.linear_model import SGDClassifier, SGDRegressor
    from sklearn.preprocessing import OneHotEncoder, StandardScaler

    numbers, words = read_table(job)
    numbers = numbers.fillna(numbers.mean()).fillna(0).to_numpy()
    one_hot = OneHotEncoder(handle_unknown="ignore").fit_transform(words).tocsr() if len(words.columns) else None
    model = SGDRegressor(random_state=1) if classes is None else SGDClassifier(loss="log_loss", random_state=1)
    scaler, target, chunk = StandardScaler(), StandardScaler(), 100
    found = numpy.full((len(labels), classes or 1), 0.0 if classes is None else 1 / classes)
    started = time.perf_counter()
    for at in range(0, len(labels), chunk):
        part = slice(at, min(at + chunk, len(labels)))
        y = labels[part]
        if numbers.shape[1] > 0:
            # the first rows have no rows before them
            x = (scaler if at > 0 else scaler.partial_fit(numbers[part])).transform(numbers[part])
        else:
            x = numpy.zeros((part.stop - part.start, 0))
        if one_hot is not None:
            x = sparse.hstack([sparse.csr_matrix(x), one_hot[part]]).tocsr()
        if at > 0:
            with numpy.errstate(all="ignore"):
                if classes is None:
                    found[part, 0] = target.inverse_transform(model.predict(x)[:, None])[:, 0]
                else:
                    found[part] = model.predict_proba(x)
        if classes is None:
            target.partial_fit(y[:, None])
            model.partial_fit(x, target.transform(y[:, None])[:, 0])
        else:
            model.partial_fit(x, y, classes=numpy.arange(classes))
        if numbers.shape[1] > 0 and at > 0:
            scaler.partial_fit(numbers[part])
    seconds = time.perf_counter() - started
    found = numpy.nan_to_num(found, nan=0.0 if classes is None else 1 / classes)
    if classes is None:
        kept_within(found, labels, chunk)
    (found[:, 1] if classes == 2 else found).tofile(job["out"])
    return seconds, 0


def boosted(job, labels, classes):
    """Trees fitted offline to the first four fifths, with their defaults; they predict the last fifth."""
    numbers, words = read_table(job)
    tail = int(0.8 * len(labels))
    columns, categorical = [numbers.to_numpy()], []
    for name in words.columns:
        codes = pandas.Categorical(words[name]).codes.astype(float)
        # HistGradientBoosting supports at most 255 categories; columns with more are numbers
        if codes.max() < 255:
            categorical.append(numbers.shape[1] + len(columns) - 1)
        columns.append(codes[:, None])
    x = numpy.hstack(columns)
    started = time.perf_counter()
    if job["contestant"] == "HistGradientBoosting":
        from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

        kind = HistGradientBoostingRegressor if classes is None else HistGradientBoostingClassifier
        model = kind(random_state=1, categorical_features=categorical or None).fit(x[:tail], labels[:tail])
    else:
        from lightgbm import LGBMClassifier, LGBMRegressor

        kind = LGBMRegressor if classes is None else LGBMClassifier
        model = kind(random_state=1, verbose=-1, n_jobs=1)
        model.fit(x[:tail], labels[:tail], categorical_feature=categorical or "auto")
    seconds = time.perf_counter() - started
    if classes is None:
        found = model.predict(x[tail:])
    else:
        given = model.predict_proba(x[tail:])
        found = numpy.zeros((len(given), classes))
        found[:, model.classes_] = given
        found = found[:, 1] if classes == 2 else found
    numpy.ascontiguousarray(found, dtype=float).tofile(job["out"])
    return seconds, tail


job = json.loads(sys.argv[1])
labels, classes = read_labels(job)
name = job["contestant"]
if name == "Vowpal Wabbit":
    print(json.dumps({"seconds": vowpal_wabbit(job, labels, classes), "from": 0}))
else:
    run = river if name.startswith("river") else stochastic_gradient if name == "SGD" else boosted
    seconds, first = run(job, labels, classes)
    print(json.dumps({"seconds": seconds, "from": first}))
