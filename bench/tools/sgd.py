"""scikit-learn's SGDClassifier, one pass: python3 sgd.py '{"file", "bits", ...}'. Each block of 1000 is predicted, then learned."""
import json
import sys
import time

import numpy as np
from sklearn.feature_extraction import FeatureHasher
from sklearn.linear_model import SGDClassifier
from vwtext import examples

job = json.loads(sys.argv[1])
classes = job.get("classes")
hasher = FeatureHasher(n_features=2 ** job.get("bits", 18), input_type="pair")
model = SGDClassifier(loss="log_loss")
labels = np.arange(1, classes + 1) if classes else np.array([-1, 1])


def learn(ys, rows, first, total):
    x, y = hasher.transform(rows), np.array(ys)
    if not first:
        if classes:
            total += np.sum(model.predict(x) != y)
        else:
            total += np.sum(np.logaddexp(0, -y * model.decision_function(x)))
    model.partial_fit(x, y, classes=labels)
    return total


started = time.perf_counter()
ys, rows, total, count, scored = [], [], 0.0, 0, 0
for label, features in examples(job["file"], job.get("crosses", [])):
    ys.append(label)
    rows.append(features)
    count += 1
    if len(ys) == 1000:
        total = learn(ys, rows, count <= 1000, total)
        scored += 0 if count <= 1000 else 1000
        ys, rows = [], []
if ys:
    total = learn(ys, rows, count <= 1000, total)
    scored += 0 if count <= 1000 else len(ys)
seconds = time.perf_counter() - started
loss = total / scored if scored else None
print(json.dumps({"seconds": seconds, "examples": count, "loss": loss, "figure": "error rate" if classes else "log loss"}))
