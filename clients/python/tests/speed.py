"""Seconds of partial_fit over 100,000 rows of 20 columns: python tests/speed.py. Beside scikit-learn's SGDClassifier, river and ol-cli train."""

import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd
from ol_client import OLClassifier
from ol_client._server import command
from river import linear_model, preprocessing
from sklearn.linear_model import SGDClassifier

random = np.random.default_rng(1)
X = pd.DataFrame(random.normal(size=(100_000, 20)), columns=[f"c{k}" for k in range(20)])
y = np.where(X.c0 + 0.5 * X.c1 + random.normal(size=len(X)) > 0, 1, -1)


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "rows.csv"
    X.assign(label=y).to_csv(path, index=False)
    flags = ["--label", "label", "--loss", "logistic", "--rule", "nag", "--quiet"]
    print(f"ol-cli train of the CSV      {seconds(lambda: subprocess.run([*command(), 'train', path, *flags], check=True)):.2f} s")
model = OLClassifier(rule="nag")
model.partial_fit(X[:10], y[:10], classes=[-1, 1])
print(f"OLClassifier.partial_fit     {seconds(lambda: model.partial_fit(X, y)):.2f} s, accuracy {model.score(X[:5000], y[:5000]):.3f}")
sgd = SGDClassifier(loss="log_loss")
print(f"SGDClassifier.partial_fit    {seconds(lambda: sgd.partial_fit(X, y, classes=[-1, 1])):.2f} s, accuracy {sgd.score(X[:5000], y[:5000]):.3f}")
pipeline = preprocessing.StandardScaler() | linear_model.LogisticRegression()


def learn_one_by_one():
    for row, label in zip(X[:10_000].to_dict("records"), y[:10_000] > 0):
        pipeline.learn_one(row, bool(label))


print(f"river, one by one            {10 * seconds(learn_one_by_one):.2f} s (ten times 10,000 rows)")
