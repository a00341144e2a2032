"""Reads tables with pandas and pyarrow, for bench/tables.mjs: a JSON object on each line of stdin, and one on each of stdout.

An object has the path and, if pandas is told how to read it, the delimiter and whether there is a header."""

import gzip
import json
import math
import sys
import warnings

import pandas

warnings.simplefilter("ignore")


def first_line(path):
    opened = gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb")
    with opened as file:
        return file.readline()


def read(path, told):
    name = path.removesuffix(".gz").lower()
    if name.endswith(".parquet"):
        return pandas.read_parquet(path, engine="pyarrow"), None
    if name.endswith((".feather", ".arrow")):
        return pandas.read_feather(path), None
    if name.endswith((".jsonl", ".ndjson")):
        return pandas.read_json(path, lines=True), None
    if name.endswith(".json"):
        return pandas.read_json(path), None
    separator = "\t" if name.endswith((".tsv", ".tab")) else ","
    line = first_line(path)
    encoding = "utf-8"
    try:
        data = (gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb")).read()
        data.decode("utf-8")
    except UnicodeDecodeError:
        encoding = "windows-1252"
    index = 0 if line.startswith((b'"",', b",")) else None
    options = {"sep": separator, "index_col": index, "encoding": encoding, "low_memory": False}
    if told is not None:
        options.update(sep=told["delimiter"], header=0 if told["header"] else None, skiprows=told["skip"])
        if told["delimiter"] == " ":
            options["sep"] = r"\s+"
            del options["low_memory"]
    frame = pandas.read_csv(path, **options)
    strings = pandas.read_csv(path, keep_default_na=False, na_values=[""], dtype=str, **options)
    return frame, strings


def number(value):
    value = float(value)
    return value if math.isfinite(value) else None


def column(series, strings):
    kind = (
        "boolean" if pandas.api.types.is_bool_dtype(series)
        else "number" if pandas.api.types.is_numeric_dtype(series)
        else "date" if pandas.api.types.is_datetime64_any_dtype(series)
        else "string"
    )
    found = {"name": str(series.name), "type": kind, "missing": int(series.isna().sum())}
    if kind == "string" and strings is not None:
        # words such as NA are values of strings
        found["missing"] = int(strings.isna().sum())
    if kind == "number":
        values = series[~series.isna()].astype(float)
        finite = values[(values != math.inf) & (values != -math.inf)]
        found["missing"] += int(len(values) - len(finite))
        if len(finite):
            found.update(min=number(finite.min()), max=number(finite.max()), mean=number(finite.mean()))
    return found


for line in sys.stdin.read().splitlines():
    task = json.loads(line)
    try:
        frame, strings = read(task["path"], task.get("told"))
        columns = [
            column(frame.iloc[:, k], None if strings is None else strings.iloc[:, k]) for k in range(frame.shape[1])
        ]
        print(json.dumps({"rows": len(frame), "columns": columns}), flush=True)
    except Exception as error:
        print(json.dumps({"error": f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:200]}), flush=True)
