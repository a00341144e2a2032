"""
Shows that every engine makes the same model of the same shards: npm run engines -- FILE.csv [ENGINE...]

Needs pyspark and Java, ray, dask, mpi4py and mpirun; takes minutes. Prints a table of the SHA-256 of each, as in docs/merging.md, and
exits 1 where one differs. Columns are found by themselves; OL_ENGINE_FLAGS has other flags of ol-cli train.
"""

import hashlib
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here / "spark"))
os.environ.setdefault("OL_CLI", f"node {here.parent / 'packages/cli/bin/ol-cli.js'}")
os.environ["PYTHONPATH"] = str(here / "spark")
from ol_spark import worker

options = shlex.split(os.environ.get("OL_ENGINE_FLAGS", ""))


def shell(model, data, k):
    """xargs: shards as processes, two at a time."""
    folder = f"{model}.shards"
    os.mkdir(folder)
    line = " ".join([os.environ["OL_CLI"], "train", data, "--shard", f"K/{k}", *options, "--quiet", "-o", f"{folder}/K.ol"])
    subprocess.run(f"seq {k} | xargs -P 2 -I K {line}", shell=True, check=True, stdout=subprocess.DEVNULL)
    worker.run("merge", *(f"{folder}/{i + 1}.ol" for i in range(k)), "-o", model)


def gnu_parallel(model, data, k):
    """GNU parallel."""
    folder = f"{model}.shards"
    os.mkdir(folder)
    line = " ".join([os.environ["OL_CLI"], "train", data, "--shard", f"{{}}/{k}", *options, "--quiet", "-o", f"{folder}/{{}}.ol"])
    subprocess.run(["parallel", "-j", "2", line, ":::", *map(str, range(1, k + 1))], check=True, stdout=subprocess.DEVNULL)
    worker.run("merge", *(f"{folder}/{i + 1}.ol" for i in range(k)), "-o", model)


def threads(model, data, k):
    """Worker threads of one process."""
    worker.run("train", data, "--parallel", k, *options, "-o", model)


def driver(master, model, data, k):
    """Starts a Spark driver in a process of its own."""
    code = (
        "import sys; from pyspark.sql import SparkSession; import ol_spark; "
        f"s = SparkSession.builder.master({master!r}).config('spark.ui.enabled', 'false')"
        f".config('spark.executorEnv.PYTHONPATH', {str(here / 'spark')!r}).getOrCreate(); "
        "s.sparkContext.setLogLevel('FATAL'); "
        f"print(ol_spark.train(s, {data!r}, {k}, {model!r}, options={options!r}))"
    )
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def spark(master, kills=(), rerun=False):
    """Spark; `kills`: patterns of processes below the driver to kill half-way; `rerun`: the driver too, which then starts again."""

    def run(model, data, k):
        if rerun:
            first = driver(master, model, data, k)
            wait_for(first, " train ")
            time.sleep(3)
            first.kill()
            first.communicate()
            note(f"driver {first.pid} killed, started again")
        process = driver(master, model, data, k)
        killer = threading.Thread(target=kill_below, args=(process, kills))
        killer.start()
        out, err = process.communicate()
        killer.join()
        if process.returncode != 0:
            raise RuntimeError(err[-2000:])
        note(out.strip())

    return run


def note(text):
    """Says next to the table what happened."""
    print(f"  {text}", file=sys.stderr, flush=True)


def processes_below(pid):
    """Returns the processes below one, with their command lines."""
    lines = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True, check=True).stdout.splitlines()
    rows = [line.split(None, 2) for line in lines]
    below, found = {str(pid)}, []
    for _ in rows:
        more = [row for row in rows if row[1] in below and row[0] not in below]
        if not more:
            break
        below |= {row[0] for row in more}
        found += more
    return [(int(row[0]), row[2] if len(row) > 2 else "") for row in found]


def wait_for(process, pattern):
    """Waits until a process below this one has such a command line and shards are learning; returns its ids, none: too late."""
    for _ in range(600):
        time.sleep(0.1)
        if process.poll() is not None:
            return []
        below = processes_below(process.pid)
        found = [pid for pid, args in below if pattern in args]
        if found and any(" train " in args for _, args in below):
            return found
    return []


def kill_below(process, patterns):
    """Kills one process below this one for each pattern, once shards are learning."""
    for pattern in patterns:
        found = wait_for(process, pattern)
        if not found:
            note(f"NOT killed: no {pattern}")
            continue
        os.kill(found[-1], signal.SIGKILL)
        note(f"killed {pattern} ({found[-1]})")
        time.sleep(2)


def script(path, *before):
    """A recipe as a script: the model, then the number of shards where it differs from the number of
    processes."""

    def run(model, data, k, kills=()):
        head = [sys.executable, str(here / path), model]
        line = [*before, *head, *([] if before else [str(k)]), data, "--", *options]
        process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        killer = threading.Thread(target=kill_below, args=(process, kills))
        killer.start()
        _, err = process.communicate()
        killer.join()
        if process.returncode != 0:
            raise RuntimeError(err[-2000:])

    return run


def killing(run, *kills):
    """The same with processes killed on the way."""
    return lambda model, data, k: run(model, data, k, kills)


mpirun = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "4"]
local, cluster = "local[2,4]", "local-cluster[2,1,1024]"
engines = {
    "ol-cli, xargs": (8, shell),
    "ol-cli, GNU parallel": (8, gnu_parallel),
    "ol-cli --parallel, worker threads": (8, threads),
    f"Spark {local}": (8, spark(local)),
    f"Spark {local}, a Python worker killed": (8, spark(local, ["pyspark.daemon"])),
    f"Spark {local}, the driver killed and run again": (8, spark(local, rerun=True)),
    f"Spark {cluster}": (8, spark(cluster)),
    f"Spark {cluster}, an executor's JVM killed": (8, spark(cluster, ["CoarseGrainedExecutorBackend"])),
    "Ray": (8, script("recipes/on_ray.py")),
    "Dask": (8, script("recipes/on_dask.py")),
    "Dask, a worker killed": (8, killing(script("recipes/on_dask.py"), "multiprocessing.spawn")),
    "ol-cli, xargs, K = 4": (4, shell),
    "MPI, K = 4": (4, script("mpi/train.py", *mpirun)),
}


def main():
    data, *chosen = sys.argv[1:]
    names = [name for name in engines if not chosen or any(part in name for part in chosen)]
    sums = {}
    print("| engine | K | seconds | SHA-256 |\n| --- | --: | --: | --- |", flush=True)
    for name in names:
        k, run = engines[name]
        with tempfile.TemporaryDirectory(prefix="ol-engines-") as folder:
            model = os.path.join(folder, "merged.ol")
            started = time.time()
            try:
                run(model, os.path.abspath(data), k)
                found = hashlib.sha256(pathlib.Path(model).read_bytes()).hexdigest()
            except Exception as error:  # noqa: BLE001
                found = f"failed: {error}"
            sums.setdefault(k, set()).add(found)
            print(f"| {name} | {k} | {time.time() - started:.0f} | `{found}` |", flush=True)
    sys.exit(0 if all(len(found) == 1 and not min(found).startswith("failed") for found in sums.values()) else 1)


if __name__ == "__main__":
    main()
