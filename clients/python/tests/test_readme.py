"""The program of the README runs as it stands there, in the root of the repository."""

import re
import subprocess
import sys
from pathlib import Path


def test_first_program():
    folder = Path(__file__).resolve().parents[1]
    program = re.search(r"```python\n(.*?)```", (folder / "README.md").read_text(), re.S).group(1)
    run = subprocess.run([sys.executable, "-c", program], cwd=folder.parents[1], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    predicted, share = run.stdout.splitlines()[0], float(run.stdout.splitlines()[-1])
    assert predicted.startswith("['no' 'no' 'no']")
    assert 0.9 < share <= 1
