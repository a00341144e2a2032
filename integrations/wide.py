"""
Shows that models are moved by the slots in use: npm run engines:wide

Merges models of 2^24 slots from 4 shards on Spark with its default memory limits, and prints the bytes that were shuffled.
"""

import os
import pathlib
import sys
import tempfile
import time

here = pathlib.Path(__file__).parent
sys.path.insert(0, str(here / "spark"))
os.environ.setdefault("OL_CLI", f"node {here.parent / 'packages/cli/bin/ol-cli.js'}")
os.environ["PYTHONPATH"] = str(here / "spark")

shards = 4
options = ["--rule", "nag", "--loss", "logistic", "-b", "24", "--names", "off"]


def write(path, features):
    """Writes lines of 20 features, each of which occurs in all shards."""
    with open(path, "w") as lines:
        for _ in range(2 * shards):
            for first in range(0, features, 20):
                words = " ".join(f"w{i}" for i in range(first, first + 20))
                lines.write(f"{1 if first // 20 % 3 else -1} | {words}\n")


def main():
    import ol_spark
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false").getOrCreate()
    spark.sparkContext.setLogLevel("FATAL")
    print("| features | bytes shuffled | a feature and shard | bytes of the model | seconds |")
    print("| --: | --: | --: | --: | --: |")
    for features in (50_000, 100_000, 200_000):
        with tempfile.TemporaryDirectory(prefix="ol-wide-") as folder:
            data, model = (str(pathlib.Path(folder, name)) for name in ("train.vw", "model.ol"))
            write(data, features)
            started = time.time()
            done = ol_spark.train(spark, data, shards, model, options=options)
            row = [features, done["moved"], f"{done['moved'] / features / shards:.1f}", done["model"]]
            print("|", " | ".join(map(str, [*row, f"{time.time() - started:.0f}"])), "|", flush=True)
    spark.stop()


if __name__ == "__main__":
    main()
