"""Golden traces of rules that treat features by namespace.

An implementation of its own in numpy and scipy, dense and in float64: `python3 groups.py` writes traces.json next to it. Every
coordinate takes every round, whether or not its feature is present. The steps with norms of groups are roots found by
scipy.optimize.brentq; `check` holds each of the first steps against scipy.optimize.minimize, which solves the dual problem.
"""

import json
import pathlib

import numpy as np
from scipy.optimize import brentq, minimize

HERE = pathlib.Path(__file__).parent
D, T = 12, 150
rng = np.random.default_rng(46)
# features 10 and 11 belong to no namespace
GROUPS = np.array([97, 97, 97, 97, 98, 98, 98, 99, 99, 99, 0, 0])


def examples():
    truth = np.where(np.arange(D) < 7, rng.normal(size=D), 0.05 * rng.normal(size=D))
    rows = []
    for _ in range(T):
        x = np.where(rng.random(D) < 0.4, rng.normal(size=D), 0)
        x[11] = 1
        y = 1 if rng.random() < 1 / (1 + np.exp(-truth @ x)) else -1
        rows.append((x, y))
    return rows


def slope(z, y):
    return -y / (1 + np.exp(y * z))


def aogd(rows, H, radius):
    w, lambdas = np.zeros(D), np.zeros(D)
    scores = []
    for t, (x, y) in enumerate(rows, 1):
        z = w @ x
        scores.append(z)
        for i in range(D):
            g = slope(z, y) * x[i] + H[i] * w[i]
            # (3/2) radius^2 lambda (A + lambda) = g^2
            A = H[i] * t + lambdas[i]
            c = g * g / (1.5 * radius**2)
            if c == 0:
                continue
            lam = max(np.roots([1, A, -c]).real)
            lambdas[i] += lam
            w[i] = np.clip(w[i] - (g + lam * w[i]) / (A + lam), -radius, radius)
    return scores, w


def group_step(v, h, lam, norm):
    """Minimizes sum h x^2 / 2 - v x + lam |x| over the members of a group, where h > 0."""
    if norm == "l2":
        if np.linalg.norm(v) <= lam:
            return np.zeros_like(v)
        over = lambda s: np.sum((v / (h * s + lam)) ** 2) - 1
        high = (np.linalg.norm(v) + 1) / h.min()
        s = brentq(over, 1e-300 if lam == 0 else 0, high, xtol=1e-300, rtol=8.9e-16, maxiter=1000) if lam > 0 else None
        return v / h if s is None else v / (h + lam / s)
    if np.sum(np.abs(v)) <= lam:
        return np.zeros_like(v)
    over = lambda t: np.sum(np.maximum(np.abs(v) - h * t, 0)) - lam
    t = brentq(over, 0, np.max(np.abs(v) / h), xtol=1e-300, rtol=8.9e-16, maxiter=1000)
    return np.clip(v / h, -t, t)


def check(v, h, lam, norm, x):
    """Compares a step with the step of the dual problem, which is smooth: a minimizes sum (v - a)^2 / (2 h) in a ball, x = (v - a) / h."""
    n = len(v)
    if norm == "l2":
        f = lambda a: np.sum((v - a) ** 2 / (2 * h))
        slope_of = lambda a: (a - v) / h
        ball = {"type": "ineq", "fun": lambda a: lam**2 - a @ a, "jac": lambda a: -2 * a}
        start, bounds, dual = np.zeros(n), None, lambda a: a
    else:
        dual = lambda a: a[:n] - a[n:]
        f = lambda a: np.sum((v - dual(a)) ** 2 / (2 * h))
        slope_of = lambda a: np.concatenate([(dual(a) - v) / h, (v - dual(a)) / h])
        ball = {"type": "ineq", "fun": lambda a: lam - a.sum(), "jac": lambda a: -np.ones(2 * n)}
        start, bounds = np.zeros(2 * n), [(0, None)] * (2 * n)
    options = {"ftol": 1e-16, "maxiter": 2000}
    found = minimize(f, start, jac=slope_of, method="SLSQP", constraints=[ball], bounds=bounds, options=options)
    size = np.linalg.norm(x) if norm == "l2" else np.max(np.abs(x))
    value = np.sum(h * x**2 / 2 - v * x) + lam * size
    # the two values are each other's negative
    scale = 1e-12 + np.sum(v**2 / (2 * h))
    assert abs(value + found.fun) <= 1e-6 * scale, (value, found.fun)
    assert np.max(np.abs(x - (v - dual(found.x)) / h)) <= 1e-5 * (1e-3 + np.max(np.abs(v / h)))


def adagrad(rows, method, norm, eta, delta, strength, factors):
    w, G, u = np.zeros(D), np.zeros(D), np.zeros(D)
    scores = []
    for t, (x, y) in enumerate(rows, 1):
        z = w @ x
        scores.append(z)
        g = slope(z, y) * x
        G += g * g
        u += g
        h = delta + np.sqrt(G)
        seen = h > 0
        v = -eta * u if method == "rda" else h * w - eta * g
        for group in np.unique(GROUPS):
            own = (GROUPS == group) & seen & (G > 0)
            if not own.any():
                continue
            lam = eta * strength * factors.get(int(group), 1) * (t if method == "rda" else 1)
            w[own] = v[own] / h[own] if lam == 0 else group_step(v[own], h[own], lam, norm)
            if t <= 25 and lam > 0:
                check(v[own], h[own], lam, norm, w[own])
    return scores, w


def main():
    rows = examples()
    runs = []

    def add(name, rule, params, factors, made):
        scores, weights = made
        runs.append(
            {
                "name": name,
                "rule": rule,
                "params": params,
                "groupFactors": {chr(k): v for k, v in factors.items()},
                "predictions": list(map(float, scores)),
                "weights": list(map(float, weights)),
            }
        )

    for name, factors in {
        "a factor for each namespace": {97: 0.5, 98: 4, 99: 20},
        "a namespace without convexity": {97: 0, 98: 1, 99: 3},
    }.items():
        H = 0.02 * np.array([factors.get(int(k), 1) for k in GROUPS])
        add(f"aogd, {name}", "aogd", {"radius": 1, "convexity": 0.02}, factors, aogd(rows, H, 1))
    for method in ("cmd", "rda"):
        for norm in ("l2", "linf"):
            for name, factors in {"one strength": {}, "factors": {97: 0, 98: 0.5, 99: 6}}.items():
                params = {"learningRate": 0.3, "delta": 0.01, "regularizer": f"group-{norm}", "strength": 0.03}
                made = adagrad(rows, method, norm, 0.3, 0.01, 0.03, factors)
                add(f"adagrad-{method}-dense, group-{norm}, {name}", f"adagrad-{method}-dense", params, factors, made)
    data = [
        {"y": y, "i": [int(i) for i in np.flatnonzero(x)], "x": [float(v) for v in x[x != 0]]} for x, y in rows
    ]
    text = json.dumps({"groups": GROUPS.tolist(), "examples": data, "runs": runs})
    (HERE / "traces.json").write_text(text + "\n")
    for run in runs:
        print(run["name"], sum(w == 0 for w in run["weights"]), run["predictions"][-1])


main()
