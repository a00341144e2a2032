"""Reads model files of OL with numpy alone. The format: docs/formats/model.md."""

import json
import zlib

import numpy as np

TYPES = {"F32": "<f4", "F64": "<f8", "U8": "u1", "U32": "<u4", "U64": "<u8"}


def read(path):
    """Returns the settings of a model file and its tensors, by name."""
    with open(path, "rb") as file:
        data = bytearray(file.read())
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 + length or length == 0:
        raise ValueError(f"{path}: not a model, or truncated")
    header = json.loads(data[8 : 8 + length])
    settings = header.pop("__metadata__")
    if settings.get("format") != "ol":
        raise ValueError(f"{path}: a safetensors file, but not a model of OL")
    # the checksum covers the file with zeros in its place
    at = data.index(settings["checksum"].encode(), 8)
    data[at : at + 8] = b"00000000"
    if zlib.crc32(data) != int(settings["checksum"], 16):
        raise ValueError(f"{path}: corrupt, the checksum does not fit")
    tensors = {}
    for name, tensor in header.items():
        start, end = (8 + length + offset for offset in tensor["data_offsets"])
        tensors[name] = np.frombuffer(data[start:end], TYPES[tensor["dtype"]]).reshape(tensor["shape"])
    return settings, tensors


def weights(settings, tensors):
    """Returns the weights of a model of rule nag, each in the unit of its feature, and their slots."""
    if settings["rule"] != "nag" or settings["lanes"] != "1" or settings["bits"] == "grow":
        raise ValueError("this reads one model of rule nag in a table of a fixed size")
    rows = len(tensors["weight"])
    slots = tensors.get("slot", np.arange(rows))
    stored = tensors["weight"].astype(float)
    scale = tensors["scale"]
    return slots, np.divide(stored, np.abs(scale), out=np.zeros(rows), where=stored != 0)


def names(settings, tensors):
    """Returns the slot of each feature whose name the model keeps, and its name."""
    text = tensors["name_text"].tobytes()
    ends = tensors["name_end"].astype(int)
    starts = np.concatenate([[0], ends[:-1]])
    # the low half of a key is the hash of the feature, and the slot is that modulo the number of slots
    slots = (tensors["name_key"] & 0xFFFFFFFF) % (1 << int(settings["bits"]))
    return slots, [text[a:b].decode() for a, b in zip(starts, ends)]
