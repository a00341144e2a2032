"""Wall-clock and processor seconds of Vowpal Wabbit learning FILE with the given arguments: python3 vw-time.py FILE ARGUMENT..."""

import json
import os
import sys
import time

import vowpalwabbit

path, *arguments = sys.argv[1:]
wall, before = time.perf_counter(), os.times()
vowpalwabbit.Workspace(arg_list=["-d", path, "--quiet", *arguments]).finish()
after = os.times()
seconds = time.perf_counter() - wall
print(json.dumps({"seconds": seconds, "cpu": after.user + after.system - before.user - before.system}))
