"""Writes the golden traces of refinements: what a curve over scores and a stack of lanes predict. Needs numpy.

Each trace has the predictions of a model (`model`, and with a stack `lanes`), the labels, the weights, and
`refined`: the prediction of each
example before its label is learned, as the plain formulas of docs/auto.md give it with numpy's own sorting and quantiles.
"""

import json
import math

import numpy as np

WINDOW = 1024


def hats(cuts, z):
    """The points next to z, and their shares."""
    if z <= cuts[0]:
        return [(0, 1.0)]
    if z > cuts[-1]:
        return [(len(cuts) - 1, 1.0)]
    j = int(np.searchsorted(cuts, z, side="left"))
    share = (z - cuts[j - 1]) / (cuts[j] - cuts[j - 1])
    return [(j - 1, 1 - share), (j, share)]


class Curve:
    def __init__(self, most, start):
        self.most, self.start = most, start
        self.seen, self.cuts = [], None

    def value(self, z):
        if self.cuts is None:
            self.at = None
            return 0.0
        self.at = hats(self.cuts, z)
        return sum(self.w[i] * h for i, h in self.at)

    def note(self, z):
        self.seen.append(z)
        n = len(self.seen)
        if n < 256 or n & (n - 1):
            return
        cuts = np.unique(np.quantile(self.seen[-WINDOW:], np.linspace(0, 1, self.most)))
        if len(cuts) < 3:
            return
        old = np.zeros(len(cuts)) if self.cuts is None else np.interp(cuts, self.cuts, self.w)
        self.cuts, self.w, self.e = cuts, old, np.full(len(cuts), self.start)


def curve_binary(model, labels, weights):
    curve, out, low = Curve(16, 0.25), [], math.log(1e-9)
    for given, y, h in zip(model, labels, weights):
        z = min(max(given, low), -low)
        s = z + curve.value(z)
        begun = curve.at is not None
        out.append(min(max(s, math.log(1e-7)), -math.log(1e-7)) if begun else given)
        if begun:
            g = h * (1 / (1 + math.exp(-s)) - (y > 0))
            for i, share in curve.at:
                curve.e[i] += (g * share) ** 2
                curve.w[i] -= 0.5 * g * share / math.sqrt(curve.e[i])
        curve.note(z)
    return out


def curve_classes(model, labels, weights):
    K = len(model[0])
    curves, out = [Curve(12, 0.25) for _ in range(K)], []
    for row, y, h in zip(model, labels, weights):
        z = [max(v, math.log(1e-9)) for v in row]
        s = np.array([v + c.value(v) for v, c in zip(z, curves)])
        logs = s - s.max() - math.log(np.exp(s - s.max()).sum())
        begun = any(c.at is not None for c in curves)
        out.append([max(v, math.log(1e-7)) for v in logs] if begun else row)
        p = np.exp(logs)
        for k, c in enumerate(curves):
            if c.at is not None:
                g = h * (p[k] - (k == y))
                for i, share in c.at:
                    c.e[i] += (g * share) ** 2
                    c.w[i] -= 0.3 * g * share / math.sqrt(c.e[i])
            c.note(z[k])
    return out


def curve_numbers(model, labels, weights):
    curve, out = Curve(16, 30.0), []
    low = high = None
    total = squares = 0.0
    for z, y, h in zip(model, labels, weights):
        s = z
        if curve.cuts is not None:
            s = min(max(z + curve.value(z), low), high)
            most = 6 * math.sqrt(squares / total)
            e = min(max(y - s, -most), most)
            for i, share in curve.at:
                curve.e[i] += h * share
                curve.w[i] += share * e * min(0.2, h * curve.e[i] ** -0.75)
        out.append(s)
        low, high = (y, y) if low is None else (min(low, y), max(high, y))
        total += h
        squares += h * (y - z) ** 2
        curve.note(z)
    return out


def stack(model, lanes, labels, weights):
    L = len(lanes[0])
    P, w, out = np.eye(L) / 10, np.zeros(L), []
    low = high = None
    total = squares = 0.0
    for n, (z, own, y, h) in enumerate(zip(model, lanes, labels, weights)):
        s = z
        if n >= 20:
            unit = math.sqrt(squares / total)
            x = (np.array(own) - z) / unit
            s = min(max(z + unit * (w @ x), low), high)
            e = min(max((y - z) / unit - w @ x, -5.0), 5.0)
            gain = P @ x
            below = 0.9998 / h + x @ gain
            w = w + gain * (e / below)
            P = (P - np.outer(gain, gain) / below) / 0.9998
            if np.trace(P) > L:
                P *= L / np.trace(P)
        out.append(s)
        if low is None:
            low = high = y
        else:
            low, high = min(low, y), max(high, y)
            square = (y - z) ** 2
            if n > 20:
                square = min(square, 64 * squares / total)
            total += h
            squares += h * square
    return out


def rounded(values):
    return [[float(f"{v:.6g}") for v in row] if isinstance(row, (list, np.ndarray)) else float(f"{row:.6g}") for row in values]


def write(name, refine, **inputs):
    given = {key: rounded(value) for key, value in inputs.items()}
    with open(f"{name}_101.json", "w") as file:
        json.dump({**given, "refined": refine(**given)}, file, separators=(",", ":"))
        file.write("\n")


rng = np.random.default_rng(101)
n = 1100
weights = np.where(rng.random(n) < 0.1, rng.uniform(0.2, 5, n), 1.0)

truth = rng.normal(0, 2, n)
labels = np.where(rng.random(n) < 1 / (1 + np.exp(-truth)), 1.0, -1.0)
# too bold, with ties and scores beyond all bounds
bold = np.where(rng.random(n) < 0.05, 0.0, 3 * truth)
bold[600] = 40.0
write("curve_binary", curve_binary, model=bold, labels=labels, weights=weights)

scores = rng.normal(0, 1.5, (n, 3))
p = np.exp(scores) / np.exp(scores).sum(1, keepdims=True)
classes = [int(rng.choice(3, p=row)) for row in p]
bent = 2 * scores
logs = bent - np.log(np.exp(bent).sum(1, keepdims=True))
write("curve_classes", curve_classes, model=logs, labels=classes, weights=weights)

x = rng.uniform(-2, 2, n)
y = np.exp(x) + rng.normal(0, 0.2, n)
y[700] = 60.0
write("curve_numbers", curve_numbers, model=1 + 1.4 * x, labels=y, weights=weights)

parts = rng.normal(0, 1, (n, 4))
target = parts @ [0.5, 0.3, -0.2, 0.6] + rng.normal(0, 0.1, n)
target[500] = -30.0
write("stack", stack, model=parts.mean(1), lanes=parts, labels=target, weights=weights)
