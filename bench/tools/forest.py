"""river's adaptive random forest, one pass of progressive validation: python3 forest.py '{"file", "limit"}'"""
import json
import math
import os
import sys
import time

sys.path = [p for p in sys.path if os.path.abspath(p or ".") != os.path.dirname(os.path.abspath(__file__))]
from river import forest  # noqa: E402

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
from vwtext import examples  # noqa: E402

job = json.loads(sys.argv[1])
model = forest.ARFClassifier(seed=1)
started = time.perf_counter()
total, count = 0.0, 0
for label, pairs in examples(job["file"], []):
    if count == job["limit"]:
        break
    x = dict(pairs)
    p = model.predict_proba_one(x).get(True, 0.5)
    total -= math.log(max(p if label > 0 else 1 - p, 1e-15))
    model.learn_one(x, label > 0)
    count += 1
seconds = time.perf_counter() - started
print(json.dumps({"seconds": seconds, "examples": count, "loss": total / count, "figure": "log loss"}))
