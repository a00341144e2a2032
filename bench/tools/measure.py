"""Runs a command and prints what it took: python3 measure.py COMMAND ARGUMENT ...

One line of JSON: wall and processor seconds of the whole process, its largest memory in bytes, its exit code and what it wrote.
"""
import json
import resource
import subprocess
import sys
import time

started = time.perf_counter()
done = subprocess.run(sys.argv[1:], capture_output=True, text=True)
wall = time.perf_counter() - started
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps({
    "wall": wall,
    "processor": used.ru_utime + used.ru_stime,
    "memory": used.ru_maxrss * 1024,
    "status": done.returncode,
    "stdout": done.stdout,
    "stderr": done.stderr[-2000:],
}))
