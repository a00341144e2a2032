"""Progressive loss of Vowpal Wabbit at some rates: python3 vw.py FILE TASK RATE... (the rate "default": no rate is passed)

FILE has lines as `ol-cli convert --to vw` writes them. Prints a JSON object for each rate: log loss or squared error, and the
error rate, without the first example, as for OL. Labels of a regression are scaled to [0, 1], in hindsight, and the error back.
"""

import json
import os
import sys
import tempfile

import numpy as np
import vowpalwabbit

path, task, *rates = sys.argv[1:]
with open(path, encoding="latin1") as file:
    lines = file.read().split("\n")[:-1]
labels = np.array([float(line.split(" ", 1)[0].split("|", 1)[0]) for line in lines])
scale = 1.0
if task == "regression":
    low, scale = labels.min(), labels.max() - labels.min()
    labels = (labels - low) / scale
    lines = [f"{y:.17g} |{line.split('|', 1)[1]}" for y, line in zip(labels, lines)]

with tempfile.TemporaryDirectory() as folder:
    data, predicted = os.path.join(folder, "data"), os.path.join(folder, "predicted")
    with open(data, "w", encoding="latin1") as file:
        file.write("\n".join(lines) + "\n")
    del lines
    classes = int(labels.max()) if task == "multiclass" else 0
    for rate in rates:
        arguments = ["-d", data, "-p", predicted, "--quiet", "-b", "24" if classes else "22"]
        if task != "regression":
            arguments += ["--loss_function", "logistic"]
        if classes:
            arguments += ["--oaa", str(classes), "--probabilities"]
        if rate != "default":
            arguments += ["-l", rate]
        vowpalwabbit.Workspace(arg_list=arguments).finish()
        with open(predicted) as file:
            text = file.read()
        if task == "multiclass":
            numbers = np.array(text.replace(":", " ").split(), dtype=np.float64).reshape(len(labels), 2 * classes)
            # probabilities are printed in the order of their size or of the classes
            order = np.argsort(numbers[:, 0::2], axis=1, kind="stable")
            p = np.take_along_axis(numbers[:, 1::2], order, axis=1)
            own = p[np.arange(len(labels)), labels.astype(int) - 1]
            losses = -np.log(np.maximum(own, 1e-10))
            wrong = p.argmax(axis=1) != labels.astype(int) - 1
        else:
            z = np.array(text.split(), dtype=np.float64)
            losses = np.logaddexp(0, -labels * z) if task == "binary" else (scale * (z - labels)) ** 2
            wrong = labels * z <= 0
        error = None if task == "regression" else float(wrong[1:].mean())
        print(json.dumps({"rate": rate, "loss": float(losses[1:].mean()), "error": error}), flush=True)
