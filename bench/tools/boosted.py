"""scikit-learn's HistGradientBoosting on the first four fifths of some rows: python3 boosted.py '{"file", "rows", "columns", "categories", "task"}'

`file`: rows of doubles, the label first; `categories`: the columns (from 0) whose numbers stand for strings. One line of JSON: the loss
over the last fifth of the model with its defaults and of a stronger one, and the seconds of fitting.
"""
import json
import sys
import time

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

job = json.loads(sys.argv[1])
table = np.fromfile(job["file"], dtype=np.float64).reshape(job["rows"], job["columns"] + 1)
labels, columns = table[:, 0], table[:, 1:]
real = job["task"] == "regression"
model_of = HistGradientBoostingRegressor if real else HistGradientBoostingClassifier
tail = int(0.8 * len(labels))
strong = {"max_iter": 1000, "learning_rate": 0.05, "max_leaf_nodes": 63, "early_stopping": True, "n_iter_no_change": 20}
results = {}
for name, options in [("usual", {}), ("strong", strong)]:
    model = model_of(random_state=1, categorical_features=job["categories"] or None, **options)
    started = time.perf_counter()
    model.fit(columns[:tail], labels[:tail])
    seconds = time.perf_counter() - started
    if real:
        loss = np.mean((model.predict(columns[tail:]) - labels[tail:]) ** 2) / np.var(labels)
    else:
        place = {label: k for k, label in enumerate(model.classes_)}
        chances = model.predict_proba(columns[tail:])
        own = [chances[e, place[y]] if y in place else 0.0 for e, y in enumerate(labels[tail:])]
        loss = -np.mean(np.log(np.maximum(own, 1e-15)))
    results[name] = {"loss": float(loss), "seconds": seconds, "trees": int(model.n_iter_)}
print(json.dumps(results))
