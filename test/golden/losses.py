"""Golden traces of the losses huber, expectile and epsilon-insensitive.

An implementation of its own in numpy, dense and in float64: `python3 losses.py` writes the traces next to it. The
importance-aware step is not a closed form here: it is integrated, dz = -loss'(z) dk, in small steps.
"""

import json
import pathlib

import numpy as np

HERE = pathlib.Path(__file__).parent
LOSSES = {
    "huber:0.4": (
        lambda e: 0.5 * e * e if abs(e) <= 0.4 else 0.4 * (abs(e) - 0.2),
        lambda e: float(np.clip(e, -0.4, 0.4)),
    ),
    "expectile:0.2": (
        lambda e: (0.2 if e < 0 else 0.8) * e * e,
        lambda e: 2 * (0.2 if e < 0 else 0.8) * e,
    ),
    "epsilon_insensitive:0.3": (
        lambda e: max(0.0, abs(e) - 0.3),
        lambda e: float(np.sign(e)) if abs(e) > 0.3 else 0.0,
    ),
}


def way(slope, e, reach, steps=4000):
    """Follows the negative derivative of the loss from the error e, for a total step of `reach`."""
    h = reach / steps
    start = np.sign(slope(e))
    for _ in range(steps):
        k1 = slope(e)
        k2 = slope(e - h / 2 * k1)
        k3 = slope(e - h / 2 * k2)
        k4 = slope(e - h * k3)
        # at a kink the way ends: no step goes past the label
        if min(start * k1, start * k4) <= 0:
            low, high = 0.0, h
            for _ in range(60):
                mid = (low + high) / 2
                low, high = (mid, high) if start * slope(e - mid * k1) > 0 else (low, mid)
            return e - low * k1
        e -= h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return e


def nag(data, value, slope, eta):
    """Ross, Mineiro, Langford 2013, Algorithm 2, as printed."""
    w, s, G = np.zeros(data["d"]), np.zeros(data["d"]), np.zeros(data["d"])
    N, predictions, total = 0.0, [], 0.0
    for t, (x, y) in enumerate(rows(data), 1):
        grown = np.abs(x) > s
        w[grown] *= s[grown] / np.abs(x[grown])
        s[grown] = np.abs(x[grown])
        p = float(w @ x)
        predictions.append(p)
        total += value(p - y)
        on = x != 0
        N += float(np.sum((x[on] / s[on]) ** 2))
        g = slope(p - y) * x
        G += g * g
        step = (G > 0) & on
        if N > 0:
            w[step] -= eta * np.sqrt(t / N) * g[step] / (s[step] * np.sqrt(G[step]))
    return predictions, w, total / len(predictions)


def invariant(data, value, slope, eta):
    """AdaGrad with importance-aware steps."""
    w, G = np.zeros(data["d"]), np.zeros(data["d"])
    low = high = 0.0
    predictions, total = [], 0.0
    for x, y in rows(data):
        low, high = min(low, y), max(high, y)
        p = min(max(float(w @ x), low), high)
        predictions.append(p)
        total += value(p - y)
        g = slope(p - y)
        on = x != 0
        if g == 0 or not on.any():
            continue
        G += (g * x) ** 2
        rate = np.zeros_like(w)
        rate[on] = 1 / np.sqrt(G[on])
        ppu = float(np.sum(x * x * rate))
        moved = (p - y) - way(slope, p - y, eta * ppu)
        w -= moved / ppu * x * rate
    return predictions, w, total / len(predictions)


def rows(data):
    for example in data["examples"]:
        x = np.zeros(data["d"])
        x[example["i"]] = example["x"]
        yield x, example["y"]


def main():
    name = "data_reg_101"
    data = json.loads((HERE / f"{name}.json").read_text())
    for loss, (value, slope) in LOSSES.items():
        for algorithm, params, run in [
            ("nag", {"class": "NAG", "eta": 0.5}, nag),
            ("vw_ag", {"class": "VW", "eta": 0.5, "invariant": True, "normalized": False}, invariant),
        ]:
            predictions, weights, mean = run(data, value, slope, params["eta"])
            trace = {
                "algorithm": f"{algorithm}_{loss.replace(':', '')}",
                "params": {**params, "loss": loss},
                "data": name,
                "predictions": predictions,
                "final_weights": weights.tolist(),
                "mean_loss": mean,
            }
            path = HERE / f"{algorithm}_{loss.replace(':', '')}_101.json"
            path.write_text(json.dumps(trace) + "\n")


main()
