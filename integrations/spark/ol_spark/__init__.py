"""Online learning with OL on Spark: shards learn apart, slices of their models are merged by a shuffle."""

import glob
import os
import pathlib
import shutil

from . import worker

__all__ = ["predict", "save_shards", "train"]


def files_of(data):
    """Returns the files of a path, a folder or a pattern, in the order of their names."""
    paths = [data] if isinstance(data, str) else list(data)
    found = []
    for path in paths:
        if os.path.isdir(path):
            path = os.path.join(path, "*")
        found += [one for one in sorted(glob.glob(path)) if not os.path.basename(one).startswith(("_", "."))]
    if not found:
        raise FileNotFoundError(f"no files in {data}")
    return found


def train(spark, data, k, model, rounds=1, options=(), merge_holdout=None, slices=None):
    """
    Learns a model in k shards and saves it as `model`.

    data: files, folders or patterns of text or Parquet on storage that all executors see, as the folder of the model is.
    options: flags of ol-cli train. merge_holdout: "1/100" weighs the lanes by examples that no shard learns from.
    slices: into how many a model is cut (default: k, as many as there are tasks to merge them).

    The driver holds paths and counts alone. A task that is run again gives the same bytes. Returns the bytes that were
    shuffled, and the bytes of the model.
    """
    context = spark.sparkContext
    files = files_of(data)
    slices = slices or k
    options = [*options, *(() if merge_holdout is None else ("--merge-holdout", merge_holdout))]
    folder = pathlib.Path(f"{model}.slices")
    folder.mkdir(parents=True, exist_ok=True)
    moved = context.accumulator(0)

    def learn(shard, initial):
        # in a later round the model knows its options
        own = options if initial is None else ([] if merge_holdout is None else ["--merge-holdout", merge_holdout])
        for j, part in enumerate(worker.train_shard(files, shard, k, slices, own, initial)):
            yield j, (shard, part)

    def merge(item):
        j, parts = item
        parts = list(parts)
        moved.add(sum(len(data) for _, data in parts))
        path = folder / f"slice.{j}"
        # another attempt at the same slice writes the same bytes
        part = folder / f"slice.{j}.{os.getpid()}"
        part.write_bytes(worker.merge_slices(parts))
        part.replace(path)
        return str(path)

    initial = None
    for _ in range(rounds):
        shards = context.parallelize(range(1, k + 1), k)
        sliced = shards.flatMap(lambda shard, initial=initial: learn(shard, initial))
        paths = sliced.groupByKey(slices).map(merge).collect()
        context.parallelize([0], 1).foreach(lambda _, paths=tuple(paths): worker.join_slices(paths, model))
        if merge_holdout is not None:
            results = shards.map(lambda shard: worker.holdout_shard(files, model, shard, k, merge_holdout)).collect()
            context.parallelize([0], 1).foreach(lambda _, results=tuple(results): worker.weigh(model, results, model))
        initial = model
    # also what a driver that was killed has left
    shutil.rmtree(folder)
    return {"moved": moved.value, "model": os.path.getsize(model)}


def save_shards(frame, k, folder):
    """Hashes the rows of a data frame into k Parquet files, the same ones each time and in an order of hashes, for `train`."""
    from pyspark.sql.functions import xxhash64

    columns = frame.columns
    # sorted by a feature or the label they would be learned badly
    frame.repartition(k, *columns).sortWithinPartitions(xxhash64(*columns), *columns).write.mode("overwrite").parquet(folder)


def predict(model):
    """Returns a pandas UDF of a struct of columns, named as in the training: the score of each row."""
    import pandas
    from pyspark.sql.functions import pandas_udf

    @pandas_udf("double")
    def scores(rows: pandas.DataFrame) -> pandas.Series:
        import subprocess

        if len(rows) == 0:
            return pandas.Series([], dtype="float64")
        done = subprocess.run(
            [*worker.command(), "predict", "-", "-m", model, "--raw", "--on-bad", "empty"],
            input=rows.to_csv(index=False),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"ol-cli predict: exit {done.returncode}: {done.stderr.strip()}")
        # a bad row has an empty line, and no score
        return pandas.to_numeric(pandas.Series(done.stdout.split("\n")[:-1]))

    return scores
