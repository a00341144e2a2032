"""Golden traces of the rules vw, coin and nag-power: the updates of Vowpal Wabbit 9.11, and NAG with its power-t and
initial-t, in numpy, dense and in float64.

`python3 vw.py` writes the traces next to it. On data of test/vw its predictions equal the PyPI package
vowpalwabbit 9.11.2's to float32 (record.py there). Steps are importance-aware; the step of logistic loss is
found by bisection.
"""

import json
import math
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent


def loss_of(name, tau):
    """Value and derivative in the prediction p for the label y."""
    return {
        "squared": lambda p, y: ((p - y) ** 2, 2 * (p - y)),
        "logistic": lambda p, y: (math.log1p(math.exp(-y * p)), -y / (1 + math.exp(y * p))),
        "hinge": lambda p, y: (max(0.0, 1 - y * p), -y if y * p < 1 else 0.0),
        "quantile": lambda p, y: (tau * (y - p), -tau) if y > p else ((1 - tau) * (p - y), (1 - tau) * float(p > y)),
        "expectile": lambda p, y: ((1 - tau if p > y else tau) * (p - y) ** 2, (1 - tau if p > y else tau) * 2 * (p - y)),
        "poisson": lambda p, y: (math.exp(p) - y * p, math.exp(p) - y),
    }[name]


def invariant(name, tau, p, y, k, ppu):
    if name == "squared":
        return (y - p) * -math.expm1(-2 * k * ppu) / ppu
    if name == "expectile":
        return (y - p) * -math.expm1(-2 * k * ppu * (1 - tau if p > y else tau)) / ppu
    if name == "hinge":
        return y * min(k, (1 - y * p) / ppu)
    if name == "quantile":
        return min(tau * k, (y - p) / ppu) if y > p else max((tau - 1) * k, (y - p) / ppu)
    if name == "poisson":
        if y > 0:
            return y * k - math.log1p(math.exp(p) * math.expm1(y * k * ppu) / y) / ppu
        return -math.log1p(math.exp(p) * k * ppu) / ppu
    # logistic: the margin grows by D with D + e^m (e^D - 1) = k ppu
    low, high = 0.0, k * ppu
    for _ in range(200):
        mid = (low + high) / 2
        low, high = (mid, high) if mid + math.exp(y * p) * math.expm1(mid) < k * ppu else (low, mid)
    return y * low / ppu


def run(data, loss, eta, normalized=True, adaptive=True, invariant_step=True, power_t=0.5, initial_t=0.0, l1=0.0, l2=0.0):
    name, _, parameter = loss.partition(":")
    tau = float(parameter or 0.5)
    value = loss_of(name, tau)
    d = data["d"]
    w, s, G = np.zeros(d), np.zeros(d), np.full(d, float(initial_t))
    N = updates = t = initial_t
    contraction, gravity = 1.0, 0.0
    if not adaptive and not normalized:
        t = initial_t or 1.0
        eta *= t**power_t
    fixed = name in ("logistic", "poisson")
    low, high = (-50.0, 50.0) if fixed else (0.0, 0.0)
    predictions, total = [], 0.0

    def read():
        return np.sign(w) * np.maximum(np.abs(w) - gravity, 0) * contraction

    for example in data["examples"]:
        i, x, y = np.array(example["i"], int), np.array(example["x"], float), example["y"]
        if not fixed:
            low, high = min(low, y), max(high, y)
        p = min(max(float(read()[i] @ x), low), high)
        loss_here, g = value(p, y)
        predictions.append(p)
        total += loss_here
        t += 1
        if g == 0:
            continue
        if adaptive:
            G[i] += (g * x) ** 2
        if normalized:
            power = 2 - 2 * power_t if adaptive else 2
            for j, size in zip(i, np.abs(x)):
                if size > s[j]:
                    w[j] *= (s[j] / size) ** power if s[j] > 0 else 1
                    s[j] = size
        rate = G[i] ** -power_t if adaptive else np.ones(len(i))
        m = 1.0
        if normalized:
            N += float(np.sum((x / s[i]) ** 2))
            updates += 1
            rate = rate * s[i] ** (2 * power_t - 2 if adaptive else -2.0)
            m = (updates / N) ** (1 - power_t if adaptive else 1) if N > 0 else 0.0
        ppu = m * float(np.sum(x * x * rate))
        if not ppu > 0:
            continue
        k = eta if adaptive else eta * t**-power_t
        u = invariant(name, tau, p, y, k, ppu) if invariant_step else -k * g
        if abs(u) > 1e-8 and (l1 > 0 or l2 > 0):
            step = -u / g if abs(g) > 1e-8 else 0.0
            contraction *= 1 - l2 * step
            gravity += l1 * step
            u /= contraction
        w[i] += u * m * x * rate
    return predictions, read(), total / len(predictions)


def coin(data, loss, alpha=4.0, beta=1.0):
    """`--coin`: ftrl.cc, coin betting."""
    value = loss_of(loss, 0.5)
    d = data["d"]
    theta, G, wealth, L, M = (np.zeros(d) for _ in range(5))
    low = high = N = t = 0.0
    predictions, total = [], 0.0

    def bet(i):
        LM = L[i] * M[i]
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(LM > 0, (alpha + wealth[i]) / (LM * (LM + G[i])) * theta[i], 0.0)

    for example in data["examples"]:
        i, x, y = np.array(example["i"], int), np.array(example["x"], float), example["y"]
        low, high = (-50.0, 50.0) if loss == "logistic" else (min(low, y), max(high, y))
        M[i] = np.maximum(M[i], np.abs(x))
        t += 1
        N += float(np.sum((x / M[i]) ** 2))
        mean = (N + 1e-6) / t
        p = min(max(float(bet(i) @ x) / mean, low), high)
        loss_here, slope = value(p, y)
        predictions.append(p)
        total += loss_here
        grown = i[abs(slope) > L[i]]
        L[grown] = max(abs(slope), beta)
        wealth[i] -= slope * x * bet(i)
        theta[i] -= slope * x
        G[i] += abs(slope) * np.abs(x)
    return predictions, bet(np.arange(d)) / mean, total / len(predictions)


def nag_power(data, loss, eta, power_t, initial_t):
    """Ross, Mineiro, Langford 2013, Algorithm 2, with another power, on weights in the features' own units."""
    value = loss_of(loss, 0.5)
    d = data["d"]
    w, s, G = np.zeros(d), np.zeros(d), np.zeros(d)
    N, predictions, total = 0.0, [], 0.0
    for t, example in enumerate(data["examples"], 1):
        x, y = np.zeros(d), example["y"]
        x[example["i"]] = example["x"]
        on, grown = x != 0, np.abs(x) > s
        w[grown] *= (s[grown] / np.abs(x[grown])) ** (2 - 2 * power_t)
        s[grown] = np.abs(x[grown])
        p = float(w @ x)
        loss_here, slope = value(p, y)
        predictions.append(p)
        total += loss_here
        N += float(np.sum((x[on] / s[on]) ** 2))
        g = slope * x
        G += g * g
        mean = (initial_t + t) / (initial_t + N) if initial_t + N > 0 else 0.0
        rate = s[on] ** (2 * power_t - 2) * (initial_t * s[on] ** 2 + G[on]) ** -power_t
        w[on] -= eta * mean ** (1 - power_t) * g[on] * rate
    return predictions, w, total / len(predictions)


def main():
    real = json.loads((HERE / "data_reg_101.json").read_text())
    counts = {**real, "name": "data_count_101", "examples": [{**e, "y": round(abs(e["y"]) * 2)} for e in real["examples"]]}
    (HERE / "data_count_101.json").write_text(json.dumps(counts) + "\n")
    cases = {
        "squared": ("reg", {}),
        "logistic": ("raw", {}),
        "hinge": ("raw", {}),
        "quantile:0.3": ("reg", {}),
        "expectile:0.8": ("reg", {}),
        "poisson": ("count", {"eta": 0.1}),
        "squared_power": ("reg", {"power_t": 0.3}),
        "logistic_power_initial": ("raw", {"power_t": 0.7, "initial_t": 3}),
        "logistic_l1_l2": ("mod", {"l1": 0.01, "l2": 0.02}),
        "squared_normalized": ("reg", {"adaptive": False, "initial_t": 2}),
        "hinge_adaptive_power": ("mod", {"normalized": False, "power_t": 0.4, "invariant": False}),
        "logistic_neither": ("mod", {"adaptive": False, "normalized": False, "initial_t": 5, "power_t": 0.4}),
    }
    for name, (kind, given) in cases.items():
        params = {"class": "VW9", "loss": name.split("_")[0], "eta": 0.5, **given}
        data = f"data_{kind}_101"
        examples = json.loads((HERE / f"{data}.json").read_text())
        others = {key: value for key, value in params.items() if key not in ("class", "loss", "eta", "invariant")}
        step = params.get("invariant", True)
        predictions, weights, mean = run(examples, params["loss"], params["eta"], invariant_step=step, **others)
        write(f"vw9_{name.replace(':', '')}", params, data, predictions, weights, mean)
    for loss, given in {"squared": {}, "logistic": {"alpha": 2.0, "beta": 0.5}}.items():
        data = "data_reg_101" if loss == "squared" else "data_raw_101"
        made = coin(json.loads((HERE / f"{data}.json").read_text()), loss, **given)
        write(f"vw9_coin_{loss}", {"class": "VW9Coin", "loss": loss, **given}, data, *made)
    for loss, kind, power_t, initial_t in [("squared", "reg", 0.3, 4.0), ("logistic", "raw", 0.8, 0.0)]:
        data = f"data_{kind}_101"
        params = {"class": "NAGPower", "loss": loss, "eta": 0.5, "power_t": power_t, "initial_t": initial_t}
        examples = json.loads((HERE / f"{data}.json").read_text())
        write(f"nag_power_{loss}", params, data, *nag_power(examples, loss, 0.5, power_t, initial_t))


def write(stem, params, data, predictions, weights, mean):
    trace = {
        "algorithm": stem,
        "params": params,
        "data": data,
        "predictions": predictions,
        "final_weights": weights.tolist(),
        "mean_loss": mean,
    }
    (HERE / f"{stem}_101.json").write_text(json.dumps(trace) + "\n")


main()
