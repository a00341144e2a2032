"""Scores files with the metrics of the benchmark Pollock, for bench/pollock.mjs: a task as JSON on stdin, the results on stdout."""

import contextlib
import io
import json
import os
import sys

task = json.load(sys.stdin)
sys.path.insert(0, task["pollock"])
with contextlib.redirect_stdout(io.StringIO()):
    from pollock import metrics

# strips white space around cells, as OL does, on both sides of the comparison
normalize = metrics.normalize_cell
metrics.normalize_cell = lambda cell: normalize(cell.strip())

names = ["success", "header_p", "header_r", "header_f1", "record_p", "record_r", "record_f1", "cell_p", "cell_r", "cell_f1"]
weights_file = os.path.join(task["pollock"], "pollock_weights.json")
weights = json.load(open(weights_file)) if task["set"] == "polluted_files" else {}
rows = []
for name in task["files"]:
    clean = os.path.join(task["pollock"], task["set"], "clean", name)
    loaded = os.path.join(task["out"], name)
    success = metrics.successful_csv(loaded)
    try:
        found = [success, *metrics.header_record_cell_measures_csv(clean, loaded)] if success else [0] * 10
    except Exception:
        found = [0] * 10
    rows.append((name, [float(value) for value in found]))
means = [sum(found[k] for _, found in rows) / len(rows) for k in range(10)]
lines = [f"{len(rows)} files", *(f"{name:10} {mean:.4f}" for name, mean in zip(names, means)), f"simple     {sum(means):.3f}"]
if weights:
    total = sum(weights.get(name, -1) for name, _ in rows)
    lines.append(f"weighted   {sum(sum(found) * weights.get(name, -1) for name, found in rows) / total:.3f}")
files = sorted(({"name": name, "score": sum(found)} for name, found in rows), key=lambda row: row["score"])
print(json.dumps({"table": "\n".join(lines), "files": files}))
