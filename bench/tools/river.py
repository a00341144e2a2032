"""river's logistic regression (standardized where the numbers are dense), one pass: python3 river.py '{"file", ...}'"""
import json
import math
import os
import sys
import time

sys.path = [p for p in sys.path if os.path.abspath(p or ".") != os.path.dirname(os.path.abspath(__file__))]
from river import linear_model, multiclass, preprocessing  # noqa: E402

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
from vwtext import examples  # noqa: E402

job = json.loads(sys.argv[1])
classes = job.get("classes")
model = linear_model.LogisticRegression()
if classes:
    model = multiclass.OneVsRestClassifier(model)
if job.get("dense"):
    model = preprocessing.StandardScaler() | model
started = time.perf_counter()
total, count = 0.0, 0
for label, pairs in examples(job["file"], job.get("crosses", [])):
    x = dict(pairs)
    if classes:
        total += model.predict_one(x) != label
        model.learn_one(x, label)
    else:
        p = model.predict_proba_one(x).get(True, 0.5)
        total -= math.log(max(p if label > 0 else 1 - p, 1e-15))
        model.learn_one(x, label > 0)
    count += 1
seconds = time.perf_counter() - started
print(json.dumps({"seconds": seconds, "examples": count, "loss": total / count, "figure": "error rate" if classes else "log loss"}))
