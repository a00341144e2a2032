"""python on_dask.py merged.ol K big.csv -- --rule nag --loss logistic"""

import pathlib
import sys

from dask.distributed import Client, LocalCluster

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "spark"))
from ol_spark import worker


def merge(model, slices):
    """Merges the shards in their order."""
    merged = pathlib.Path(f"{model}.slice")
    merged.write_bytes(worker.merge_slices(list(enumerate(slices))))
    worker.join_slices([merged], model)
    merged.unlink()


def learn(files, shard, shards, options):
    """Learns a shard; Dask runs it again where its worker is lost."""
    return worker.train_shard(files, shard, shards, 1, options)[0]


if __name__ == "__main__":
    at = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    model, k, *files = sys.argv[1:at]
    with LocalCluster(n_workers=2, threads_per_worker=1) as cluster, Client(cluster) as client:
        shards = [client.submit(learn, files, shard, int(k), sys.argv[at + 1 :]) for shard in range(1, int(k) + 1)]
        client.submit(merge, str(pathlib.Path(model).resolve()), shards).result()
