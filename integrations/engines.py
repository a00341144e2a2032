"""
Shows that every engine makes the same model of the same shards: npm run engines -- FILE.csv [ENGINE...]

Needs pyspark and Java, ray, dask, mpi4py and mpirun; takes minutes. Prints the SHA-256 of each, and exits 1 where one differs.
"""

import hashlib
import os
import pathlib
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

options = ["--rule", "nag", "--loss", "logistic", "-b", "12", "--names", "off"]


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


def spark(master, kills=()):
    """Spark in a process of its own; `kills`: patterns of processes below it to kill half-way."""

    def run(model, data, k):
        code = (
            "import sys; from pyspark.sql import SparkSession; import ol_spark; "
            f"s = SparkSession.builder.master({master!r}).config('spark.ui.enabled', 'false')"
            f".config('spark.executorEnv.PYTHONPATH', {str(here / 'spark')!r}).getOrCreate(); "
            "s.sparkContext.setLogLevel('FATAL'); "
            f"print(ol_spark.train(s, {data!r}, {k}, {model!r}, options={options!r}))"
        )
        process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        killer = threading.Thread(target=kill_below, args=(process, kills))
        killer.start()
        out, err = process.communicate()
        killer.join()
        if process.returncode != 0:
            raise RuntimeError(err[-2000:])
        print(f"    {out.strip()}")

    return run


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


def kill_below(process, patterns):
    """Kills one process below this one for each pattern, once shards are learning."""
    for pattern in patterns:
        for _ in range(600):
            time.sleep(0.1)
            if process.poll() is not None:
                return
            below = processes_below(process.pid)
            victims = [pid for pid, args in below if pattern in args]
            if victims and any(" train " in args for _, args in below):
                os.kill(victims[-1], signal.SIGKILL)
                print(f"    killed {pattern} ({victims[-1]})")
                break
        time.sleep(2)


def script(path, *before):
    """A recipe as a script: the model, then the number of shards where it is not that of the processes."""

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
engines = {
    "xargs": (8, shell),
    "parallel": (8, gnu_parallel),
    "threads": (8, threads),
    "spark-local": (8, spark("local[2,4]")),
    "spark-local-killed": (8, spark("local[2,4]", ["pyspark.daemon"])),
    "spark-cluster": (8, spark("local-cluster[2,1,1024]")),
    "spark-cluster-killed": (8, spark("local-cluster[2,1,1024]", ["CoarseGrainedExecutorBackend"])),
    "ray": (8, script("recipes/on_ray.py")),
    "dask": (8, script("recipes/on_dask.py")),
    "dask-killed": (8, killing(script("recipes/on_dask.py"), "multiprocessing.spawn")),
    "xargs-4": (4, shell),
    "mpi-4": (4, script("mpi/train.py", *mpirun)),
}


def main():
    data, *chosen = sys.argv[1:]
    sums = {}
    for name in chosen or engines:
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
            print(f"{name:22} K = {k}  {time.time() - started:6.1f} s  {found}", flush=True)
    sys.exit(0 if all(len(found) == 1 and not min(found).startswith("failed") for found in sums.values()) else 1)


if __name__ == "__main__":
    main()
