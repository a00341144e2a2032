"""The contestants of bench/missing.mjs that are not OL: a list of jobs on stdin, a list of their losses by contestant on stdout."""

import json
import math
import sys
import warnings

import numpy
import pandas
from river import compose, linear_model, preprocessing, stats
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder, StandardScaler

warnings.simplefilter("ignore")


def tables(job):
    types = {name: "float64" for name in job["numeric"]} | {name: "str" for name in job["categorical"]}
    for part in ("train", "test"):
        table = pandas.read_csv(
            f"{job['folder']}/{part}.csv",
            keep_default_na=False,
            na_values={name: [""] for name in job["numeric"]},
            dtype=types,
        )
        for name in job["categorical"]:
            table[name] = table[name].replace("", "missing")
        labels = table.pop(job["label"])
        yield table, labels if job["task"] == "regression" else labels.astype(str)


def loss(job, labels, predicted, classes=None):
    if job["task"] == "regression":
        return math.sqrt(numpy.mean((predicted - labels.to_numpy()) ** 2))
    place = {name: k for k, name in enumerate(classes)}
    right = [row[place[label]] if label in place else 0 for row, label in zip(predicted, labels)]
    return -float(numpy.mean(numpy.log(numpy.maximum(right, 1e-15))))


def by_scikit(job, features, model, train, labels, test, truth):
    pipeline = make_pipeline(features, model).fit(train, labels)
    if job["task"] == "regression":
        return loss(job, truth, pipeline.predict(test))
    return loss(job, truth, pipeline.predict_proba(test), list(pipeline.classes_))


def by_river(job, train, labels, test, truth):
    numeric = compose.Select(*job["numeric"])
    numeric |= preprocessing.StatImputer(*((name, stats.Mean()) for name in job["numeric"]))
    features = numeric | preprocessing.StandardScaler()
    if job["categorical"]:
        features += compose.Select(*job["categorical"]) | preprocessing.OneHotEncoder()
    if job["task"] == "regression":
        model = features | preprocessing.TargetStandardScaler(regressor=linear_model.LinearRegression())
    elif labels.nunique() == 2:
        model = features | linear_model.LogisticRegression()
    else:
        model = features | linear_model.SoftmaxRegression()
    classes = sorted(labels.unique())
    of = (lambda y: y) if len(classes) > 2 or job["task"] == "regression" else (lambda y: y == classes[1])

    def rows(table):
        for row in table.to_dict("records"):
            yield {name: None if isinstance(v, float) and math.isnan(v) else v for name, v in row.items()}

    for row, label in zip(rows(train), labels):
        model.learn_one(row, of(label))
    if job["task"] == "regression":
        return loss(job, truth, numpy.array([model.predict_one(row) for row in rows(test)]))
    predicted = [model.predict_proba_one(row) for row in rows(test)]
    return loss(job, truth, [[p.get(of(name), 0) for name in classes] for p in predicted], classes)


def run(job):
    (train, labels), (test, truth) = tables(job)
    regression = job["task"] == "regression"
    linear = ColumnTransformer(
        [
            ("numbers", make_pipeline(SimpleImputer(add_indicator=True), StandardScaler()), job["numeric"]),
            ("categories", OneHotEncoder(handle_unknown="ignore"), job["categorical"]),
        ]
    )
    encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1)
    codes = ColumnTransformer([("categories", encoder, job["categorical"]), ("numbers", "passthrough", job["numeric"])])
    trees = HistGradientBoostingRegressor if regression else HistGradientBoostingClassifier
    boosted = trees(random_state=0, categorical_features=list(range(len(job["categorical"]))) or None)
    plain = Ridge() if regression else LogisticRegression(max_iter=1000)
    given = (train, labels, test, truth)
    return {
        "river": by_river(job, *given),
        "scikit-learn, linear": by_scikit(job, linear, plain, *given),
        "scikit-learn, trees": by_scikit(job, codes, boosted, *given),
    }


print(json.dumps([run(job) for job in json.load(sys.stdin)]))
