"""Vowpal Wabbit (PyPI vowpalwabbit) on a file, with its own parser: python3 vw.py '{"file", "bits", "crosses", ...}'"""
import json
import os
import sys
import time

from vowpalwabbit import pyvw

job = json.loads(sys.argv[1])
flags = [f"-b {job.get('bits', 18)}", "--quiet", "--no_stdin"]
for pair in job.get("crosses", []):
    flags.append(f"-q {pair}")
if job.get("classes"):
    flags += ["--loss_function logistic", f"--oaa {job['classes']}"]
else:
    flags.append("--loss_function logistic")
model = job["file"] + f".{job.get('bits', 18)}.vw"
cache = job["file"] + ".vwcache"
if job.get("input") == "cache":
    flags.append(f"--cache_file {cache}")
if job.get("task") == "test":
    flags = ["-t", "--quiet", f"-i {model}"]
if job.get("prepare"):
    if job.get("task") == "test":
        flags = [f"-b {job.get('bits', 18)}", "--quiet", "--loss_function logistic", f"-f {model}"]
        flags += [f"-q {pair}" for pair in job.get("crosses", [])]
        flags += [f"--oaa {job['classes']}"] if job.get("classes") else []
    elif os.path.exists(cache):
        os.remove(cache)
started = time.perf_counter()
learner = pyvw.Workspace(arg_str=f"-d {job['file']} " + " ".join(flags))
seconds = time.perf_counter() - started
examples = learner.get_weighted_examples()
loss = learner.get_sum_loss() / examples
learner.finish()
print(json.dumps({"seconds": seconds, "examples": examples, "loss": loss, "figure": "error rate" if job.get("classes") else "log loss"}))
