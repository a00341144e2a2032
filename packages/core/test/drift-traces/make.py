"""Writes traces.json: what the detectors of river do on streams. python make.py, with river installed."""

import base64
import json
from pathlib import Path

import river
from river import drift, linear_model, preprocessing
from river.datasets import synth


def uniform(seed):
    state = seed
    while True:
        state = (state * 1664525 + 1013904223) % 2**32
        yield state / 2**32


def means(levels, noise, seed):
    """Numbers around levels, as many of each."""
    random = uniform(seed)
    return [level + noise * (next(random) - 0.5) for count, level in levels for _ in range(count)]


def errors(stream, count):
    """The errors of a linear model that learns a stream: 1 where it is wrong."""
    model = preprocessing.StandardScaler() | linear_model.LogisticRegression()
    wrong = []
    for x, y in stream.take(count):
        wrong.append(int(model.predict_one(x) != bool(y)))
        model.learn_one(x, bool(y))
    return wrong


def drifting(first, second, position, width):
    return synth.ConceptDriftStream(first, second, seed=1, position=position, width=width)


def bits(values):
    data = bytearray((len(values) + 7) // 8)
    for i, value in enumerate(values):
        data[i >> 3] |= value << (i & 7)
    return base64.b64encode(bytes(data)).decode()


levels = {
    "flat": [[[3000, 0.3]], 1.0, 1],
    "abrupt": [[[1500, 0.2], [1500, 0.6]], 1.0, 2],
    "up and down": [[[1000, 0.0], [1000, 2.0], [1000, 1.0], [1000, 1.0]], 2.0, 3],
    "large numbers": [[[800, 1e4], [800, 1.2e4]], 5e3, 4],
    "small steps": [[[700, 0.01 * k] for k in range(12)], 0.2, 5],
}
streams = {
    "SEA, abrupt": drifting(synth.SEA(0, seed=1), synth.SEA(2, seed=1), 4000, 50),
    "SEA, slow": drifting(synth.SEA(0, seed=1), synth.SEA(3, seed=1), 4000, 2000),
    "Agrawal, abrupt": drifting(synth.Agrawal(0, seed=1), synth.Agrawal(3, seed=1), 4000, 50),
    "Agrawal, slow": drifting(synth.Agrawal(1, seed=1), synth.Agrawal(2, seed=1), 4000, 2000),
    "hyperplane": synth.Hyperplane(seed=1, n_features=5, n_drift_features=3, mag_change=0.002),
}
detectors = {
    "adwin": [({}, {}), ({"delta": 0.05, "every": 8}, {"delta": 0.05, "clock": 8}), ({"buckets": 3, "leastSide": 20, "least": 100}, {"max_buckets": 3, "min_window_length": 20, "grace_period": 100})],
    "pageHinkley": [({}, {}), ({"threshold": 10, "least": 100, "direction": "up"}, {"threshold": 10, "min_instances": 100, "mode": "up"}), ({"threshold": 20, "tolerance": 0.1, "fading": 0.99, "direction": "down"}, {"threshold": 20, "delta": 0.1, "alpha": 0.99, "mode": "down"})],
}
classes = {"adwin": drift.ADWIN, "pageHinkley": drift.PageHinkley}


def traces(values):
    for name, settings in detectors.items():
        for own, theirs in settings:
            detector = classes[name](**theirs)
            found = []
            for i, value in enumerate(values):
                detector.update(value)
                if detector.drift_detected:
                    found.append(i)
            trace = {"detector": name, "options": own, "detections": found}
            if name == "adwin":
                trace["width"] = detector.width
                trace["mean"] = detector.estimation
            yield trace


cases = [{"name": name, "levels": level, "noise": noise, "seed": seed, "traces": list(traces(means(level, noise, seed)))} for name, (level, noise, seed) in levels.items()]
for name, stream in streams.items():
    values = errors(stream, 8000)
    cases.append({"name": name, "count": len(values), "bits": bits(values), "traces": list(traces(values))})
text = json.dumps({"river": river.__version__, "cases": cases}, indent=1)
Path(__file__).with_name("traces.json").write_text(text + "\n")
