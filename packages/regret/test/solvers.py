# Writes solvers.json: problems, and what scipy finds. python3 solvers.py, with numpy and scipy. Shares no code with OL.
import json
import os

import numpy as np
from scipy.optimize import minimize

random = np.random.default_rng(5)
determinants = []
for p in [1, 1.5, 2, 4]:
    for size, count in [(2, 5), (4, 30)]:
        x = random.normal(size=(count, size)) * 10.0 ** random.integers(-2, 3, size=size)
        scale = np.abs(x).max(axis=0)
        c = np.abs(x / scale) ** p
        # over b = ln a: the largest sum under sum exp(b_i) c_ti <= 1
        start = np.full(size, -np.log(c.sum(axis=1).max()))
        found = minimize(
            lambda b: -b.sum(),
            start,
            jac=lambda b: -np.ones(size),
            constraints={"type": "ineq", "fun": lambda b: 1 - c @ np.exp(b), "jac": lambda b: -c * np.exp(b)},
            method="SLSQP",
            options={"ftol": 1e-14, "maxiter": 5000},
        )
        S = np.exp(found.x) ** (2 / p) / scale**2
        determinants.append({"p": p, "inputs": x.tolist(), "S": S.tolist(), "logDeterminant": float(np.log(S).sum())})

size = 5
groups = [0, 0, 1, 1, 1]
members = [[0, 1], [2, 3, 4]]
steps = []


def problem():
    B = random.normal(size=(size, 2 * size))
    return B @ B.T / size + 0.1 * np.eye(size), random.normal(size=size) * 2


def smooth(H, v):
    return lambda x: v @ x + x @ H @ x / 2


def add(H, v, penalty, value):
    steps.append({"H": H.ravel().tolist(), "v": v.tolist(), "penalty": penalty, "value": float(value)})


def constrained(f, start, constraints=(), bounds=None):
    found = minimize(
        f, start, method="SLSQP", constraints=constraints, bounds=bounds, options={"ftol": 1e-15, "maxiter": 10000}
    )
    return found.fun


for k in range(3):
    H, v = problem()
    f = smooth(H, v)
    # norms as bounds on further variables: x = z[:size]
    l = 0.7
    split = lambda z: f(z[:size] - z[size:])
    zeros = np.full(2 * size, 0.1)
    positive = [(0, None)] * (2 * size)
    add(H, v, {"kind": "none"}, f(-np.linalg.solve(H, v)))
    add(H, v, {"kind": "l1", "strength": l}, constrained(lambda z: split(z) + l * z.sum(), zeros, bounds=positive))
    add(
        H, v, {"kind": "elastic", "l1": l, "l2": 0.5},
        constrained(lambda z: split(z) + l * z.sum() + 0.25 * (z[:size] - z[size:]) @ (z[:size] - z[size:]), zeros, bounds=positive),
    )
    add(H, v, {"kind": "l2sq", "strength": 0.5}, smooth(H + 0.5 * np.eye(size), v)(-np.linalg.solve(H + 0.5 * np.eye(size), v)))
    add(H, v, {"kind": "box", "radius": 0.3}, constrained(f, np.zeros(size), bounds=[(-0.3, 0.3)] * size))
    add(
        H, v, {"kind": "l1-ball", "radius": 0.8},
        constrained(split, zeros, bounds=positive, constraints={"type": "ineq", "fun": lambda z: 0.8 - z.sum()}),
    )
    add(
        H, v, {"kind": "l2-ball", "radius": 0.6},
        constrained(f, np.full(size, 0.1), constraints={"type": "ineq", "fun": lambda x: 0.36 - x @ x}),
    )
    add(
        H, v, {"kind": "linf", "strength": l},
        constrained(
            lambda z: f(z[:size]) + l * z[size],
            np.full(size + 1, 0.1),
            constraints=[
                {"type": "ineq", "fun": lambda z: z[size] - z[:size]},
                {"type": "ineq", "fun": lambda z: z[size] + z[:size]},
            ],
        ),
    )
    # the largest over u of the dual ball is the norm: the least over x is then a smooth problem in u alone
    dual = lambda u: -(-0.5 * (v + u) @ np.linalg.solve(H, v + u))
    add(
        H, v, {"kind": "l2", "strength": l},
        -constrained(dual, np.full(size, 0.01), constraints={"type": "ineq", "fun": lambda u: l * l - u @ u}),
    )
    add(
        H, v, {"kind": "group-l2", "strength": l, "groups": groups},
        -constrained(
            dual,
            np.full(size, 0.01),
            constraints=[{"type": "ineq", "fun": lambda u, m=m: l * l - u[m] @ u[m]} for m in members],
        ),
    )
    add(
        H, v, {"kind": "group-linf", "strength": l, "groups": groups},
        constrained(
            lambda z: f(z[:size]) + l * (z[size] + z[size + 1]),
            np.full(size + 2, 0.1),
            constraints=[
                c
                for g, m in enumerate(members)
                for c in (
                    {"type": "ineq", "fun": lambda z, g=g, m=m: z[size + g] - z[m]},
                    {"type": "ineq", "fun": lambda z, g=g, m=m: z[size + g] + z[m]},
                )
            ],
        ),
    )

# AdaGrad with a full matrix: gradients, and the weights after each
runs = []
rounds = 12
for method in ["rda", "cmd"]:
    for penalty in [
        {"kind": "l1", "strength": 0.05},
        {"kind": "elastic", "l1": 0.05, "l2": 0.1},
        {"kind": "linf", "strength": 0.05},
        {"kind": "box", "radius": 0.2},
        {"kind": "l1-ball", "radius": 0.4},
        {"kind": "group-linf", "strength": 0.05, "groups": groups},
    ]:
        eta, delta = 0.5, 0.1
        gradients = random.normal(size=(rounds, size))
        G, u, x, weights = np.zeros((size, size)), np.zeros(size), np.zeros(size), []
        for t, g in enumerate(gradients, 1):
            G, u = G + np.outer(g, g), u + g
            values, vectors = np.linalg.eigh(G)
            H = delta * np.eye(size) + (vectors * np.sqrt(np.maximum(values, 0))) @ vectors.T
            v = eta * u if method == "rda" else eta * g - H @ x
            by = eta * t if method == "rda" else eta
            f = smooth(H, v)
            kind = penalty["kind"]
            tied = [{"type": "ineq", "fun": lambda z: z[size] - z[:size]}, {"type": "ineq", "fun": lambda z: z[size] + z[:size]}]
            options = {"ftol": 1e-16, "maxiter": 10000}
            if kind in ("l1", "elastic", "l1-ball"):
                l1 = by * penalty.get("l1", penalty.get("strength", 0))
                l2 = by * penalty.get("l2", 0)
                ball = {"type": "ineq", "fun": lambda z: penalty["radius"] - z.sum()} if kind == "l1-ball" else ()
                value = lambda z: f(z[:size] - z[size:]) + l1 * z.sum() + l2 / 2 * (z[:size] - z[size:]) @ (z[:size] - z[size:])
                slope = lambda z: (lambda d: np.concatenate([d, -d]))(v + (H + l2 * np.eye(size)) @ (z[:size] - z[size:])) + l1
                z = minimize(
                    value, np.concatenate([np.maximum(x, 0), np.maximum(-x, 0)]), jac=slope,
                    method="SLSQP", bounds=[(0, None)] * (2 * size), constraints=ball, options=options,
                ).x
                x = z[:size] - z[size:]
            elif kind == "box":
                r = penalty["radius"]
                x = minimize(f, x, jac=lambda z: v + H @ z, method="SLSQP", bounds=[(-r, r)] * size, options=options).x
            else:
                of = [list(range(size))] if kind == "linf" else members
                l = by * penalty["strength"]
                constraints = [
                    c
                    for k, m in enumerate(of)
                    for c in (
                        {"type": "ineq", "fun": lambda z, k=k, m=m: z[size + k] - z[m]},
                        {"type": "ineq", "fun": lambda z, k=k, m=m: z[size + k] + z[m]},
                    )
                ]
                start = np.concatenate([x, [np.abs(x[m]).max() for m in of]])
                x = minimize(
                    lambda z: f(z[:size]) + l * z[size:].sum(), start,
                    jac=lambda z: np.concatenate([v + H @ z[:size], np.full(len(of), l)]),
                    method="SLSQP", constraints=constraints, options=options,
                ).x[:size]
            weights.append(x.tolist())
        runs.append({"method": method, "eta": eta, "delta": delta, "penalty": penalty, "gradients": gradients.tolist(), "weights": weights})

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "solvers.json"), "w") as out:
    json.dump({"determinants": determinants, "steps": steps, "runs": runs}, out)
    out.write("\n")
