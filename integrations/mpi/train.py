"""
Trains a model with MPI, a shard for each rank, and merges it by an exchange of slices:

    mpirun -n 4 python train.py merged.ol big.csv -- --rule nag --loss logistic
"""

import pathlib
import sys
import tempfile

import numpy
from mpi4py import MPI

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "spark"))
from ol_spark import worker


def exchange(comm, slices):
    """Sends slice j to rank j, and returns this rank's slices of all ranks, in the order of the ranks."""
    sizes = numpy.array([len(data) for data in slices], dtype="i8")
    coming = numpy.empty_like(sizes)
    comm.Alltoall(sizes, coming)
    sent = numpy.frombuffer(b"".join(slices), dtype="u1")
    got = numpy.empty(int(coming.sum()), dtype="u1")
    starts = lambda counts: numpy.concatenate(([0], numpy.cumsum(counts)[:-1]))
    comm.Alltoallv([sent, sizes, starts(sizes), MPI.BYTE], [got, coming, starts(coming), MPI.BYTE])
    ends = numpy.cumsum(coming)
    return [got[end - size : end].tobytes() for size, end in zip(coming, ends)]


def main():
    comm = MPI.COMM_WORLD
    rank, size = comm.Get_rank(), comm.Get_size()
    at = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    model, *files = sys.argv[1:at]
    options = sys.argv[at + 1 :]
    own = exchange(comm, worker.train_shard(files, rank + 1, size, size, options))
    merged = comm.gather(worker.merge_slices(list(enumerate(own))), root=0)
    if rank == 0:
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for j, data in enumerate(merged):
                paths.append(pathlib.Path(folder, f"slice.{j}"))
                paths[-1].write_bytes(data)
            worker.join_slices(paths, model)


try:
    main()
except BaseException:  # noqa: BLE001
    # one rank alone would leave the others waiting
    import traceback

    traceback.print_exc()
    MPI.COMM_WORLD.Abort(1)
