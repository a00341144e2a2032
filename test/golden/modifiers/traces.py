"""Writes traces.json: rules with penalties, forgetting and averaged weights, on a few examples.

    pip install numpy; python traces.py

Written from the formulas alone (docs/rules.md), with numpy, in the units of the features: every round goes over every
weight, fades every statistic, and keeps the whole history of the weights to average it.
"""

import json
import os

import numpy as np

FEATURES = 6
MEANS = ("snag", "snag-seen", "snag-meansquare")


def examples(seed, size=30):
    draw = np.random.default_rng(seed)
    units = 10.0 ** draw.integers(-3, 4, FEATURES)
    truth = draw.normal(size=FEATURES)
    found = []
    for _ in range(size):
        present = draw.random(FEATURES) < 0.5
        x = np.round(np.where(present, draw.normal(size=FEATURES), 0), 3)
        score = float(truth @ x)
        # scales grow now and then, so that weights move
        x = x * units
        found.append((x, score + float(draw.normal()) * 0.3, float(draw.choice([1, 1, 1, 0.5, 2.25]))))
    return found


def flow(z, y, loss, length):
    """The score after the gradient flow of the loss over a length, in place of one gradient step."""
    if loss == "squared":
        return y + (z - y) * np.exp(-2 * length)
    margin = y * z
    goal = margin + np.exp(margin) + length
    margin = goal if goal < 1 else np.log(goal)
    for _ in range(100):  # from above, where Newton's steps never overshoot
        margin -= (margin + np.exp(margin) - goal) / (1 + np.exp(margin))
    return y * margin


def slope(z, y, loss):
    return 2 * (z - y) if loss == "squared" else -y / (1 + np.exp(y * z))


def shrink(v, a, l1, l2):
    size = np.abs(v)
    size = (size + l1 / l2) * np.exp(-l2 * a) - l1 / l2 if l2 > 0 else size - l1 * a
    return np.sign(v) * np.maximum(size, 0)


def learn(base, data, loss, update, p):
    eta, l1, l2, half = p["learningRate"], p.get("l1", 0), p.get("l2", 0), p.get("forget", 0)
    w, s, top, q, G, G_held = (np.zeros(FEATURES) for _ in range(6))
    t = N = 0.0
    history, weights, scores = [], [], []
    for x, label, h in data:
        y = (1.0 if label > 0 else -1.0) if loss == "logistic" else label
        seen = x != 0
        fade = 2.0 ** (-h / half) if half else 1.0
        t, N = t * fade + h, N * fade
        q, G = q * fade + h * x * x, G * fade
        old = s.copy()
        if base in ("adagrad", "sgd"):
            s = np.ones(FEATURES)
        elif base in MEANS:
            now = np.sqrt(q / t)
            s = np.where(seen, now, s) if base == "snag-seen" else now
        else:
            s = np.maximum(s, np.abs(x))
        moved = np.ones(FEATURES)  # the norm of v = w s
        if base == "ng":
            moved = np.divide(old, s, out=np.zeros(FEATURES), where=s > 0)
        if base == "snag-seen":
            grown = seen & (old > 0)
            moved[grown] = np.minimum(s, top)[grown] / old[grown]
            top = np.where(seen, np.maximum(top, s), top)
        v = w * (old if base not in ("adagrad", "sgd") else s) * moved
        history = [past * moved for past in history] + [v.copy()]
        weights.append(h)
        inverse = np.divide(1, s, out=np.zeros(FEATURES), where=s > 0)
        r = x * inverse
        z = float(v @ r)
        scores.append(z)
        N += h * float(r @ r)
        g = slope(z, y, loss)
        G = G + h * (g * (r if base == "snag-meansquare" else x)) ** 2
        G_held = np.where(seen | (base == "snag"), G, G_held)
        root = np.sqrt(G_held)
        over = lambda a: np.divide(a, root, out=np.zeros(FEATURES), where=root > 0)
        factor = {"snag-meansquare": 1.0, "adagrad": 1.0, "sgd": 1.0, "ng": t / N if N else 0.0}.get(
            base, np.sqrt(t / N) if N else 0.0
        )
        rate = {"ng": np.ones(FEATURES), "sgd": np.ones(FEATURES), "snag-meansquare": over(np.ones(FEATURES))}.get(
            base, over(s)
        )
        a = factor * rate
        p_ = float(a @ (r * r))
        if update == "plain":
            v = v - eta * h * g * a * r
        elif p_ > 0:
            v = v + a * r * (flow(z, y, loss, eta * h * p_) - z) / p_
        v = shrink(v, eta * h * a, l1, l2)
        w = v * inverse
    mean = np.average(np.array(history), axis=0, weights=weights) * np.divide(
        1, s, out=np.zeros(FEATURES), where=s > 0
    )
    return scores, w, mean


def main():
    data = examples(7)
    cases = []
    terms = [{"l1": 0.02}, {"l2": 0.05}, {"l1": 0.02, "l2": 0.03, "forget": 12}, {"forget": 5}]
    for base in ("nag", "ng") + MEANS:
        for own in terms:
            for loss, update in (("logistic", "plain"), ("logistic", "invariant"), ("squared", "invariant")):
                p = {"learningRate": 0.05 if base == "ng" else 0.4, **own}
                scores, w, _ = learn(base, data, loss, update, p)
                cases.append(case(f"{base}-regularized", loss, update, p, scores, w))
    for base in ("nag", "ng") + MEANS + ("adagrad", "sgd"):
        p = {"learningRate": {"ng": 0.05, "sgd": 1e-6}.get(base, 0.4)}
        scores, _, mean = learn(base, data, "logistic", "invariant", p)
        cases.append(case(f"{base}-averaged", "logistic", "invariant", p, scores, mean))
    rows = [
        {"features": [[i, float(v)] for i, v in enumerate(x) if v != 0], "label": y, "weight": h} for x, y, h in data
    ]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "traces.json"), "w") as out:
        out.write('{"examples": [\n' + ",\n".join(map(json.dumps, rows)) + "\n],\n")
        out.write('"cases": [\n' + ",\n".join(map(json.dumps, cases)) + "\n]}\n")


def case(rule, loss, update, params, scores, weights):
    return {
        "rule": rule,
        "loss": loss,
        "update": update,
        "params": params,
        "scores": scores,
        "weights": [float(v) for v in weights],
    }


if __name__ == "__main__":
    main()
