"""Tables as features: data frames by the names of their columns, arrays by the numbers of theirs."""

from __future__ import annotations

from typing import Any, Iterator

import numpy as np


def is_frame(X: Any) -> bool:
    """Whether it has columns that are named: pandas, polars, pyarrow."""
    return hasattr(X, "columns") and not isinstance(X, np.ndarray) or hasattr(X, "column_names")


def rows(X: Any) -> Iterator[dict]:
    """The features of each row. A missing value is null."""
    if hasattr(X, "to_pylist"):
        yield from X.to_pylist()
    elif hasattr(X, "iter_rows"):
        yield from X.iter_rows(named=True)
    elif hasattr(X, "itertuples"):
        names = [str(name) for name in X.columns]
        columns = [_column(X.iloc[:, k]) for k in range(len(names))]
        for values in zip(*columns):
            yield dict(zip(names, values))
    elif hasattr(X, "tocsr"):
        table = X.tocsr()
        for start, end in zip(table.indptr[:-1], table.indptr[1:]):
            yield {f"x{j}": v for j, v in zip(table.indices[start:end].tolist(), table.data[start:end].tolist())}
    else:
        # an array of numbers is a namespace, which is read quicker than names
        for row in np.asarray(X).tolist():
            yield {"x": [None if v != v else v for v in row]}


def _column(series: Any) -> list:
    values = series.tolist()
    if series.isna().any():
        return [None if missing else value for value, missing in zip(values, series.isna())]
    return values


def arrow_table(X: Any) -> Any:
    """The table as pyarrow has it; None where it is none, or pyarrow is not there."""
    try:
        import pyarrow as pa
    except ImportError:
        return None
    if isinstance(X, pa.Table):
        return X
    if hasattr(X, "to_arrow"):
        return X.to_arrow()
    if hasattr(X, "itertuples"):
        return pa.Table.from_pandas(X, preserve_index=False)
    return None
