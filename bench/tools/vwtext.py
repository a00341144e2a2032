"""Reads VW text as a user of Python would: plain string methods."""


def examples(path, crosses=()):
    """Yields (label, [(name, value), ...]) for each line; `crosses` adds the products of pairs of namespaces."""
    with open(path) as lines:
        for line in lines:
            head, *spaces = line.split("|")
            features = []
            of = {}
            for space in spaces:
                first, *rest = space.split(" ") if space.startswith(" ") else space.split(" ", 1)
                words = rest if space.startswith(" ") else (rest[0].split() if rest else [])
                pairs = []
                for word in words:
                    name, colon, value = word.strip().partition(":")
                    if name:
                        pairs.append((f"{first}^{name}", float(value) if colon else 1.0))
                of.setdefault(first[:1], []).extend(pairs)
                features += pairs
            for left, right in crosses:
                features += [
                    (f"{a}*{b}", x * y) for a, x in of.get(left, ()) for b, y in of.get(right, ())
                ]
            yield float(head), features
