"""Values of Python, numpy and pandas as JSON has them: one way for rows, columns and single examples."""

from __future__ import annotations

import math
from decimal import Decimal
from numbers import Integral, Real
from typing import Any, Mapping

import numpy as np

#: What pandas calls a missing value, and its categories that are not strings; pandas itself may not be installed.
_missing = ("NAType", "NaTType")
_categories = ("Period", "Interval")


def plain(value: Any, name: str | None = None) -> Any:
    """Returns a value as JSON has it.

    NaN, NaT and NA are ``None``: missing. Dates and times are strings of ISO 8601, a duration is its seconds,
    a period and an interval of pandas are strings. Raises ``ValueError`` for an infinity, and ``TypeError`` for
    what is none of these; both name the member that holds the value.
    """
    kind = type(value)
    if kind is float and math.isfinite(value) or kind is int or value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, np.datetime64):
        return None if np.isnat(value) else _text_of_date(value)
    if isinstance(value, np.timedelta64):
        return None if np.isnat(value) else float(value / np.timedelta64(1, "s"))
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, (Real, Decimal)):
        number = float(value)
        if math.isinf(number):
            raise ValueError(f"expected a finite number or NaN{_of(name)} but received {value}")
        return None if math.isnan(number) else number
    if isinstance(value, Mapping):
        return {str(key): plain(member, str(key)) for key, member in value.items()}
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return plain(value[()], name)
    if isinstance(value, (list, tuple, np.ndarray)):
        # most lists are numbers, and a call takes longer than this comparison
        return [v if type(v) is float and -math.inf < v < math.inf else plain(v, name) for v in value]
    if is_missing(value):
        return None
    if hasattr(value, "total_seconds"):
        return value.total_seconds()
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if kind.__name__ in _categories:
        return str(value)
    raise TypeError(
        f"expected a number, a text, true, false, a date, a time, a list or a mapping{_of(name)} but received {kind.__name__}"
    )


def is_missing(value: Any) -> bool:
    """Whether a value is None, NaN, NaT or NA."""
    return value is None or type(value).__name__ in _missing or isinstance(value, (float, np.floating)) and value != value


def _text_of_date(value: np.datetime64) -> str:
    unit = np.datetime_data(value)[0]
    return str(value.astype("datetime64[D]") if unit in "YMW" else value.astype("datetime64[s]") if unit in "hm" else value)


def _of(name: str | None) -> str:
    return "" if name is None else f" for {name!r}"
