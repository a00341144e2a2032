"""Runs the daemon of Vowpal Wabbit from its wheel, which has no program: `python vw-daemon.py --daemon --port 26542 ...`."""

import sys

import pylibvw
import vowpalwabbit

pylibvw.vw.run_parser(vowpalwabbit.Workspace(arg_list=sys.argv[1:]))
