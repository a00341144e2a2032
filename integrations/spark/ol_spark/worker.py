"""The steps that every engine runs: a shard learned, cut into slices; slices merged; slices joined. All of it
is ol-cli."""

import os
import pathlib
import shlex
import subprocess
import tempfile


def command():
    """Returns the command of OL: the environment variable OL_CLI, or ol-cli."""
    return shlex.split(os.environ.get("OL_CLI", "ol-cli"))


def run(*arguments):
    """Runs ol-cli and returns what it prints; raises with its message where it fails."""
    done = subprocess.run([*command(), *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"ol-cli {arguments[0]}: exit {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def train_shard(files, shard, shards, slices, options=(), initial=None):
    """Learns a shard, from 1, and returns the bytes of its slices. The same arguments give the same bytes."""
    with tempfile.TemporaryDirectory(prefix="ol-shard-") as folder:
        model = pathlib.Path(folder, "model.ol")
        again = () if initial is None else ("-i", initial, "--share", shards)
        run("train", *files, *again, "--shard", f"{shard}/{shards}", *options, "--quiet", "-o", model)
        run("split", model, "--slices", slices, "-o", pathlib.Path(folder, "slice.#"))
        return [pathlib.Path(folder, f"slice.{j + 1}").read_bytes() for j in range(slices)]


def merge_slices(parts):
    """Merges slices of one number, given as (shard, bytes) in any order: they are merged in the order of the shards."""
    with tempfile.TemporaryDirectory(prefix="ol-merge-") as folder:
        paths = []
        for shard, data in sorted(parts):
            paths.append(pathlib.Path(folder, f"shard.{shard}"))
            paths[-1].write_bytes(data)
        merged = pathlib.Path(folder, "merged")
        run("merge", *paths, "--quiet", "-o", merged)
        return merged.read_bytes()


def join_slices(paths, model):
    """Joins the files of all slices to a model file."""
    run("merge", *paths, "--quiet", "-o", model)


def holdout_shard(files, model, shard, shards, merge_holdout, options=()):
    """Returns the result of a merged model on the holdout of a shard, as JSON."""
    return run("holdout", model, *files, "--shard", f"{shard}/{shards}", "--merge-holdout", merge_holdout, *options)


def weigh(model, results, weighed):
    """Weighs the lanes of a model by holdout results, in the order of the shards."""
    with tempfile.TemporaryDirectory(prefix="ol-holdout-") as folder:
        paths = []
        for shard, result in enumerate(results, 1):
            paths.append(pathlib.Path(folder, f"holdout.{shard}.json"))
            paths[-1].write_text(result)
        run("merge", model, "--holdout-results", *paths, "--quiet", "-o", weighed)
