"""Records what Vowpal Wabbit makes of data that this script generates: recorded.json, which vw.test.ts compares OL with.

    python3 -m venv venv && venv/bin/pip install vowpalwabbit==9.11.2
    venv/bin/python record.py            writes recorded.json and flags.json
    venv/bin/python record.py --check    exits 1 where the package gives other losses

The cases are modelled after the linear ones of Vowpal Wabbit's own tests; the data are our own.
"""

import contextlib
import io
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import vowpalwabbit

HERE = pathlib.Path(__file__).parent
SIZE = 250


def lines(kind, seed):
    """Namespaces a (numbers of many scales), b (categories) and the default one (a category), some weights."""
    r = random.Random(seed)
    truth = [r.gauss(0, 1) for _ in range(8)]
    effect = {f"{c}{i}": r.gauss(0, 1) for c in "uv7" for i in range(4)}
    for _ in range(SIZE):
        xs = [(j, r.gauss(0, 1)) for j in range(8) if r.random() < 0.7]
        words = [f"{c}{r.randrange(4)}" for c in "uv7"]
        z = (sum(truth[j] * x for j, x in xs) + sum(effect[w] for w in words)) / 3 + r.gauss(0, 0.3)
        label = {
            "real": f"{z + 1.5:.4g}",
            "sign": "1" if z > 0 else "-1",
            "count": str(min(15, round(math.exp(z / 2)))),
            "class": str(1 if z < -0.5 else 2 if z < 0.5 else 3),
        }[kind]
        weight = r.choice(["", "", "", " 2", " 0.5"])
        numbers = " ".join(f"x{j}:{x * 10 ** (j % 4 - 1):.4g}" for j, x in xs)
        yield f"{label}{weight} |a {numbers} |b {words[0]} {words[1]} | {words[2]}"


DATA = {kind: "\n".join(lines(kind, seed)) + "\n" for seed, kind in enumerate(["real", "sign", "count", "class"], 1)}

# name of the data, flags; `--data` is added
CASES = [
    ("real", ""),
    ("sign", "--loss_function logistic"),
    ("sign", "--loss_function hinge"),
    ("real", "--loss_function quantile --quantile_tau 0.3"),
    ("real", "--loss_function expectile --expectile_q 0.2"),
    ("count", "--loss_function poisson -l 0.1"),
    ("real", "--loss_function classic -l 0.1"),
    ("sign", "--loss_function logistic -q ab"),
    ("sign", "--loss_function logistic --quadratic aa"),
    ("real", "-q ::"),
    ("real", "--interactions aab --cubic bbb"),
    ("sign", "--loss_function logistic --quadratic aa --permutations"),
    ("real", "-q :: --permutations"),
    ("real", "--ngram 2 --skips 1"),
    ("sign", "--loss_function hinge --ngram b2"),
    ("real", "--noconstant"),
    ("real", "--l1 0.0005"),
    ("real", "--l2 0.001"),
    ("sign", "--loss_function logistic --l1 0.0002 --l2 0.0005 -q ab"),
    ("real", "--passes 4 --holdout_off -k --cache_file CACHE"),
    ("sign", "--loss_function logistic --passes 3 --holdout_off -k --cache_file CACHE -l 0.2"),
    ("real", "--initial_t 5"),
    ("real", "--power_t 0.3"),
    ("sign", "--loss_function logistic --power_t 0.7 --initial_t 2 -l 1"),
    ("real", "--sgd -l 0.0005"),
    ("real", "--sgd -l 0.0003 --power_t 0.6 --initial_t 10"),
    ("real", "--adaptive -l 0.05"),
    ("real", "--adaptive --invariant -l 0.3"),
    ("sign", "--loss_function logistic --normalized -l 0.5"),
    ("real", "--normalized --invariant -l 0.5 --initial_t 3"),
    ("real", "--adaptive --normalized -l 0.1"),
    ("real", "--invariant -l 0.01"),
    ("sign", "--loss_function hinge --adaptive --normalized --invariant"),
    ("real", "-b 22 -q ab"),
    ("real", "--hash all"),
    ("sign", "--loss_function logistic --hash_seed 7"),
    ("real", "--ignore b"),
    ("real", "--keep a --keep b"),
    ("real", "--ignore bc"),
    ("real", "--keep abc -q \\x61b"),
    ("real", "--redefine c:=b -q ac"),
    ("real", "--min_prediction -1 --max_prediction 2"),
    ("real", "--coin"),
    ("sign", "--loss_function logistic --coin --ftrl_alpha 2 --ftrl_beta 0.5"),
    ("sign", "--loss_function logistic --ftrl --ftrl_alpha 0.2 --ftrl_beta 0.5 --l1 0.05 --l2 0.01"),
    ("real", "--ftrl --ftrl_alpha 0.02"),
    ("sign", "--loss_function logistic --ftrl"),
    ("class", "--oaa 3 --loss_function logistic"),
    ("class", "--oaa 3 --loss_function logistic --l1 0.0004"),
    ("real", "--cubic a:b"),
    ("real", "--keep b --ignore b"),
]


def run(data, args, folder):
    cache = folder / "cache"
    predictions = folder / "predictions"
    args = args.replace("CACHE", str(cache))
    vw = vowpalwabbit.Workspace(f"{args} --data {data} --predictions {predictions} --quiet")
    vw.run_parser()
    loss = vw.get_sum_loss() / vw.get_weighted_examples()
    vw.finish()
    return {"loss": loss, "last": float(predictions.read_text().split()[-1])}


def flags():
    """The flags of `vw --help`, each with its short name, and what it takes."""
    command = "import vowpalwabbit; vowpalwabbit.Workspace('--help')"
    text = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True).stdout
    found = {}
    for line in text.splitlines():
        match = re.match(r"^    (?:-(\w), )?--(\w+)( args?(?:\.\.\.)?)?(?:\s|$)", line)
        if match:
            short, name, takes = match.groups()
            kind = {None: "nothing", "arg": "value", "args...": "values"}[takes and takes.strip()]
            found[name] = {"takes": kind, **({"short": short} if short else {})}
    return dict(sorted(found.items()))


def main():
    cases = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for kind, text in DATA.items():
            (folder / f"{kind}.vw").write_text(text)
        for kind, args in CASES:
            with contextlib.redirect_stdout(io.StringIO()):
                made = run(folder / f"{kind}.vw", args, folder)
            cases.append({"data": kind, "args": args.replace(" --cache_file CACHE", ""), **made})
    if "--check" in sys.argv:
        old = json.loads((HERE / "recorded.json").read_text())["cases"]
        worst = max(abs(a["loss"] - b["loss"]) / b["loss"] for a, b in zip(cases, old, strict=True))
        print(f"{len(cases)} cases, largest relative deviation of a loss {worst:.2g}")
        sys.exit(int(worst > 1e-6))
    recorded = {"version": vowpalwabbit.__version__, "data": DATA, "cases": cases}
    (HERE / "recorded.json").write_text(json.dumps(recorded, indent=2) + "\n")
    (HERE / "flags.json").write_text(json.dumps(flags(), indent=2) + "\n")


main()
