"""LIBLINEAR's logistic regression, offline, on the whole of its share: python3 liblinear.py '{"file", ...}'. It predicts nothing before it learns: no loss."""
import json
import os
import sys
import time

here = os.path.dirname(os.path.abspath(__file__))
sys.path = [p for p in sys.path if os.path.abspath(p or ".") != here]
from liblinear.liblinearutil import train  # noqa: E402
from sklearn.feature_extraction import FeatureHasher  # noqa: E402

sys.path.append(here)
from vwtext import examples  # noqa: E402

job = json.loads(sys.argv[1])
hasher = FeatureHasher(n_features=2 ** job.get("bits", 18), input_type="pair")
started = time.perf_counter()
labels, rows = [], []
for label, features in examples(job["file"], job.get("crosses", [])):
    labels.append(label)
    rows.append(features)
train(labels, hasher.transform(rows), "-s 0 -q")
seconds = time.perf_counter() - started
print(json.dumps({"seconds": seconds, "examples": len(labels), "loss": None}))
