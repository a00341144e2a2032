"""Writes the golden traces of intervals: where labels lie, by what a model predicts. Needs numpy.

Each trace has the predictions of a model (`model`; for classes the log probabilities), the labels, the
weights, and the results of the plain formulas of docs/intervals.md before each label: for numbers half the
width of the intervals of three levels, for classes the sets. `following`: for the next example; `settled`:
for many.
"""

import json
import math

import numpy as np

LEVELS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.975, 0.99, 0.995, 0.999]
ASKED = [0.5, 0.9, 0.93]
WINDOW = 1024


class Thresholds:
    def __init__(self, start, least, low, high):
        self.theta = np.array(start, dtype=float)
        self.least, self.low, self.high = least, low, high
        self.weight, self.n = 0.0, 0
        self.settled, self.terms = self.theta.copy(), 0

    def count(self, h):
        self.weight += h
        self.n += 1
        return h * self.n / self.weight

    def learn(self, score, share, unit=0.0):
        if unit > -math.inf:
            self.terms += 1
            off = self.theta + unit - self.settled
            rate = min(1.0, share * max(1 / 500, 1 / self.terms))
            self.settled += off if self.terms == 1 else rate * np.clip(off, -3, 3)
        step = min(0.5, max(self.least, 0.5 / math.sqrt(self.n)) * share)
        missed = (score > self.theta).astype(float)
        self.theta = np.clip(self.theta + step * (missed - (1 - np.array(LEVELS))), self.low, self.high)

    def at(self, level, theta, of=lambda t: t):
        rising = np.maximum.accumulate(np.concatenate([[0.0], of(theta)]))
        places = -np.log(1 - np.concatenate([[0.0], LEVELS]))
        return float(np.interp(-math.log(1 - level), places, rising))


class Bend:
    """By how much errors are larger where a prediction lies."""

    def __init__(self):
        self.seen, self.cuts = [], None

    def value(self, z):
        return 1.0 if self.cuts is None else max(0.01, float(np.interp(z, self.cuts, self.w)))

    def hats(self, z):
        if z <= self.cuts[0]:
            return [(0, 1.0)]
        if z > self.cuts[-1]:
            return [(len(self.cuts) - 1, 1.0)]
        j = int(np.searchsorted(self.cuts, z, side="left"))
        t = (z - self.cuts[j - 1]) / (self.cuts[j] - self.cuts[j - 1])
        return [(j - 1, 1 - t), (j, t)]

    def learn(self, z, error, share):
        if self.cuts is None:
            return
        for i, hat in self.hats(z):
            if hat == 0:
                continue
            self.c[i] += hat * share
            rate = min(1.0, hat * share * max(0.01, 1 / self.c[i]))
            self.w[i] += rate * (min(error, 10.0) - self.w[i])

    def note(self, z):
        self.seen.append(z)
        n = len(self.seen)
        if n < 256 or n & (n - 1):
            return
        cuts = np.unique(np.quantile(self.seen[-WINDOW:], np.linspace(0, 1, 16)))
        if len(cuts) < 3:
            return
        self.w = np.ones(len(cuts)) if self.cuts is None else np.interp(cuts, self.cuts, self.w)
        self.cuts, self.c = cuts, np.full(len(cuts), 20.0)


def numbers(model, labels, weights):
    thresholds = Thresholds([math.log(-math.log(1 - c)) for c in LEVELS], 0.07, -20, 50)
    bend, deviation, following, settled = Bend(), 0.0, [], []
    for z, y, h in zip(model, labels, weights):
        unit = deviation * bend.value(z)
        own = None if thresholds.n < 2 else [unit * thresholds.at(c, thresholds.theta, np.exp) for c in ASKED]
        following.append(own)
        mean = [bend.value(z) * thresholds.at(c, thresholds.settled, np.exp) for c in ASKED]
        settled.append(mean if thresholds.terms > 0 else own)
        share = thresholds.count(h)
        if thresholds.n > 1:
            error, local = abs(y - z), bend.value(z)
            if thresholds.n > 2:
                score = math.inf if unit == 0 else -math.inf if error == 0 else math.log(error / unit)
                thresholds.learn(score, share, math.log(deviation) if deviation > 0 else -math.inf)
                if unit > 0:
                    bend.learn(z, error / deviation, share)
            rate = min(1.0, share * max(0.01, 1 / (thresholds.n - 1)))
            deviation += rate * (error / local - deviation)
        bend.note(z)
    return {"following": following, "settled": settled}


def classes(model, labels, weights):
    thresholds, found = Thresholds(LEVELS, 0.05, 0, 2), {"following": [], "settled": []}
    for row, y, h in zip(model, labels, weights):
        p = np.exp(np.array(row) - max(row))
        p /= p.sum()
        order = sorted(range(len(p)), key=lambda k: (-p[k], k))
        above = np.concatenate([[0.0], np.cumsum(p[order])[:-1]])
        for name, theta in [("following", thresholds.theta), ("settled", thresholds.settled)]:
            asked = [thresholds.at(c, theta) for c in ASKED]
            found[name].append([[int(k) for k, a in zip(order, above) if a <= most] for most in asked])
        share = thresholds.count(h)
        thresholds.learn(above[order.index(y)], share)
    return found


def rounded(values):
    return [[float(f"{v:.6g}") for v in row] if isinstance(row, (list, np.ndarray)) else float(f"{row:.6g}") for row in values]


def write(name, find, **inputs):
    given = {key: rounded(value) for key, value in inputs.items()}
    given["labels"] = [int(y) for y in given["labels"]] if name == "classes" else given["labels"]
    with open(f"{name}_101.json", "w") as file:
        json.dump({**given, "asked": ASKED, **find(**given)}, file, separators=(",", ":"))
        file.write("\n")


rng = np.random.default_rng(101)
n = 700
weights = np.where(rng.random(n) < 0.2, rng.uniform(0.2, 5, n), 1)
# errors grow with the prediction, and threefold after half of the stream
z = rng.uniform(0, 8, n)
noise = rng.normal(size=n) * (0.2 + z) * np.where(np.arange(n) < n / 2, 1, 3)
y = z + noise
y[300:320] = z[300:320]
write("numbers", numbers, model=z, labels=y, weights=weights)
logits = rng.normal(size=(n, 4)) * np.array([3, 2, 1, 1])
p = np.exp(logits * 0.6)
labels = [int(rng.choice(4, p=row / row.sum())) for row in p]
logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
write("classes", classes, model=[list(row) for row in logs], labels=labels, weights=weights)
