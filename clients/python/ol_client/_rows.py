"""Tables as features: data frames by the names of their columns, arrays by the numbers of theirs."""

from __future__ import annotations

from typing import Any, Iterator, Mapping, Sequence

import numpy as np

from ._plain import plain

#: Columns of an Arrow table that are members of an example and no features.
_members = ("label", "weight", "id")


def is_frame(X: Any) -> bool:
    """Whether it has columns that are named: pandas, polars, pyarrow."""
    if hasattr(X, "collect_schema") and not hasattr(X, "height"):
        raise TypeError(f"expected a data frame but received {type(X).__name__}: call collect() first")
    return hasattr(X, "columns") and not isinstance(X, np.ndarray) or hasattr(X, "column_names")


def names_of(X: Any) -> list[str]:
    """The names of the columns of a data frame, as strings; ``ValueError`` if two are the same."""
    names = [str(name) for name in (X.column_names if hasattr(X, "column_names") else X.columns)]
    if len(set(names)) < len(names):
        twice = next(name for k, name in enumerate(names) if name in names[:k])
        raise ValueError(f"expected distinct names of columns but received {twice!r} twice")
    return names


def with_columns(X: Any, places: list[int]) -> Any:
    """The data frame with the columns of these places, in their order."""
    if hasattr(X, "iloc"):
        return X.iloc[:, places]
    return X[:, places] if hasattr(X, "get_columns") else X.select(places)


def native(labels: Any) -> Any:
    """Labels as numpy has them: scikit-learn takes integers and booleans of pandas that may be missing for floats."""
    kind = getattr(labels, "dtype", None)
    own = getattr(kind, "numpy_dtype", None)
    if own is None or not hasattr(labels, "to_numpy"):
        return labels if hasattr(labels, "columns") else np.asarray(labels)
    if labels.isna().any():
        raise ValueError("Input y contains NaN.")
    return labels.to_numpy(dtype=own)


def columns_of(X: Any) -> dict[str, Sequence[Any]]:
    """The columns of a data frame as plain values: lists, and arrays where numpy has numbers."""
    names = names_of(X)
    if hasattr(X, "iloc"):
        columns = [_of_pandas(X.iloc[:, k]) for k in range(len(names))]
    elif hasattr(X, "get_columns"):
        columns = [column.to_list() for column in X.get_columns()]
    else:
        columns = [column.to_pylist() for column in X.columns]
    return {
        name: column if isinstance(column, np.ndarray) else [plain(value, name) for value in column]
        for name, column in zip(names, columns)
    }


def _of_pandas(series: Any) -> Any:
    if hasattr(series.dtype, "subtype") and hasattr(series.dtype, "fill_value"):
        series = series.sparse.to_dense()
    if isinstance(series.dtype, np.dtype) and series.dtype.kind in "biuf":
        return series.to_numpy()
    return series.tolist()


def rows(X: Any) -> Iterator[dict]:
    """The features of each row."""
    if is_frame(X):
        yield from rows_of_columns(columns_of(X))
    elif hasattr(X, "tocsr"):
        table = X.tocsr()
        if not table.has_canonical_format:
            # entries of one place are a sum
            table = table.copy()
            table.sum_duplicates()
        for start, end in zip(table.indptr[:-1], table.indptr[1:]):
            places, values = table.indices[start:end].tolist(), table.data[start:end].tolist()
            yield {"x": {str(j): v for j, v in zip(places, values)}}
    else:
        # an array of numbers is a namespace, which is read quicker than names
        table = np.asarray(X)
        for row in (table.astype(np.uint8) if table.dtype == bool else table).tolist():
            yield {"x": row}


def rows_of_columns(columns: Mapping[str, Sequence[Any]]) -> Iterator[dict]:
    """The features of each row of ``columns_of``."""
    lists = [column.tolist() if isinstance(column, np.ndarray) else column for column in columns.values()]
    for values in zip(*lists):
        yield dict(zip(columns, values))


def slices(X: Any, count: int) -> Iterator[Any]:
    """Pieces of a data frame."""
    for start in range(0, X.shape[0], count):
        yield X.iloc[start : start + count] if hasattr(X, "iloc") else X.slice(start, count)


def check_magnitudes(values: Any, name: str | None = None) -> None:
    """Raises ``ValueError`` for a number that a server would refuse after it has learned other rows."""
    if not isinstance(values, np.ndarray):
        values = np.asarray([value for value in values if type(value) is float])
    if values.dtype.kind != "f" or values.size == 0:
        return
    # of numbers of 32 bits, too, and NaN is neither
    sizes = np.abs(values).astype(np.float64)
    wrong = (sizes > 1e100) | (sizes > 0) & (sizes < 1e-100)
    if wrong.any():
        place = "" if name is None else f" for {name!r}"
        value = float(values[wrong].flat[0])
        if np.isinf(value):
            raise ValueError(f"expected a finite number or NaN{place} but received {value}")
        raise ValueError(f"expected a magnitude of 0 or in [1e-100, 1e+100]{place} but received {value}")


def arrow_table(columns: Mapping[str, Sequence[Any]]) -> Any:
    """The features as a pyarrow table; None where pyarrow is not there or a column has cells of several kinds.

    Nested cells are left to JSON as well: Arrow would give each the members of all.
    """
    try:
        import pyarrow as pa
    except ImportError:
        return None
    if any(name in _members for name in columns):
        return None
    try:
        arrays = {name: pa.array(column) for name, column in columns.items()}
    except (pa.ArrowException, OverflowError, TypeError, ValueError):
        return None
    if any(pa.types.is_nested(array.type) for array in arrays.values()):
        return None
    return pa.table(arrays)
