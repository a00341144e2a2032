"""
Compares OL with MLlib's LogisticRegression on the same rows: python mllib.py TRAIN.csv TEST.csv

CSV with a header, the label (-1 or 1) last; columns of strings are one-hot encoded for MLlib by a hash into 2^14 places, without a dictionary, and its
rows are cached in two partitions. Prints seconds and the average log loss on TEST of both.
"""

import json
import math
import os
import pathlib
import sys
import tempfile
import time

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here / "spark"))
os.environ.setdefault("OL_CLI", f"node {here.parent / 'packages/cli/bin/ol-cli.js'}")
from ol_spark import worker

iterations = 100


def of_mllib(train, test):
    """Returns seconds, of Spark's start too, and the loss."""
    from pyspark.ml.classification import LogisticRegression
    from pyspark.ml.feature import FeatureHasher
    from pyspark.sql import SparkSession

    started = time.time()
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("FATAL")
    schema = spark.read.csv(train, header=True, inferSchema=True, samplingRatio=0.05).schema

    def read(path):
        frame = spark.read.csv(path, header=True, schema=schema)
        rows = frame.withColumn("y", (frame[frame.columns[-1]] > 0).cast("double"))
        hashed = FeatureHasher(inputCols=rows.columns[:-2], outputCol="features", numFeatures=1 << 14)
        return hashed.transform(rows).select("features", "y").coalesce(2).cache()

    model = LogisticRegression(labelCol="y", maxIter=iterations).fit(read(train))
    seconds = time.time() - started
    scored = model.transform(read(test)).select("probability", "y")
    total = scored.rdd.map(lambda row: (-math.log(max(1e-15, row[0][int(row[1])])), 1)).reduce(
        lambda a, b: (a[0] + b[0], a[1] + b[1])
    )
    spark.stop()
    return seconds, total[0] / total[1]


def of_ol(train, test, *options):
    """Returns seconds, of the process's start too, and the loss."""
    with tempfile.TemporaryDirectory() as folder:
        model = pathlib.Path(folder, "model.ol")
        started = time.time()
        worker.run("train", train, "--loss", "logistic", "--quiet", "-o", model, *options)
        seconds = time.time() - started
        return seconds, json.loads(worker.run("test", test, "-m", model, "--json", "--quiet"))["averageLoss"]


def main():
    train, test = map(os.path.abspath, sys.argv[1:3])
    rows = {
        "OL, auto": lambda: of_ol(train, test),
        "OL, nag": lambda: of_ol(train, test, "--rule", "nag"),
        "OL, nag, a mixture of rates": lambda: of_ol(train, test, "--rule", "nag", "--learning-rate", "auto"),
        "MLlib LogisticRegression": lambda: of_mllib(train, test),
    }
    print("| | seconds | log loss |\n| --- | --- | --- |")
    for name, run in rows.items():
        seconds, loss = run()
        print(f"| {name} | {seconds:.1f} | {loss:.4f} |", flush=True)


if __name__ == "__main__":
    main()
