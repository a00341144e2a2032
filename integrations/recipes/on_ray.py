"""python on_ray.py merged.ol K big.csv -- --rule nag --loss logistic"""

import pathlib
import sys

import ray

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "spark"))
from ol_spark import worker


@ray.remote(max_retries=3)
def learn(files, shard, shards, options):
    """Learns a shard; Ray runs it again where its worker is lost."""
    return worker.train_shard(files, shard, shards, 1, options)[0]


@ray.remote(max_retries=3)
def merge(model, *slices):
    """Merges the shards in their order."""
    merged = pathlib.Path(f"{model}.slice")
    merged.write_bytes(worker.merge_slices(list(enumerate(slices))))
    worker.join_slices([merged], model)
    merged.unlink()


if __name__ == "__main__":
    at = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    model, k, *files = sys.argv[1:at]
    ray.init(runtime_env={"env_vars": {"PYTHONPATH": str(pathlib.Path(__file__).parent.parent / "spark")}})
    shards = [learn.remote(files, shard, int(k), sys.argv[at + 1 :]) for shard in range(1, int(k) + 1)]
    ray.get(merge.remote(str(pathlib.Path(model).resolve()), *shards))
