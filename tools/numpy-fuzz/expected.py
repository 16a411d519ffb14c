"""Evaluates cases with NumPy: JSON lines in, the same lines with what NumPy gives out.

The first line is a header with the functions' names in Python. See src/case.ts for the form of the lines.
"""

import base64
import json
import sys
import warnings

import numpy as np
import scipy
from scipy import special

BFLOAT16 = "bfloat16"


def main():
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    header = json.loads(sys.stdin.readline())
    header["versions"] = {"numpy": np.__version__, "scipy": scipy.__version__}
    emit(header)
    callables = {name: function_of(entry) for name, entry in header["functions"].items()}
    for line in sys.stdin:
        case = json.loads(line)
        case["expected"] = evaluate(case, callables[case["name"]], header["functions"][case["name"]])
        emit(case)


def emit(value):
    sys.stdout.write(json.dumps(value, separators=(",", ":")) + "\n")


def function_of(entry):
    magnitude = entry.get("magnitude")
    return eval(entry["numpy"]), None if magnitude is None else eval(magnitude)


def evaluate(case, functions, entry):
    function, magnitude = functions
    bases = [base_of(recipe) for recipe in case["arrays"]]
    views = [view_of(base, recipe["steps"]) for base, recipe in zip(bases, case["arrays"])]
    before = [view.copy() for view in views]
    args = [python_value(value, views) for value in case["args"]]
    options = {snake_case(name): python_value(value, views) for name, value in case["options"].items()}
    try:
        results = function(*args, **options)
    except Exception as error:
        return {"raises": type(error).__name__, "message": str(error).split("\n")[0][:160]}
    is_narrow = any(recipe["dtype"] == BFLOAT16 for recipe in case["arrays"])
    written = written_array(case, entry, bases)
    if entry.get("mutates"):
        arrays = [encoded(written, is_narrow)]
    else:
        several = results if isinstance(results, (tuple, list)) else [results]
        arrays = [encoded(np.asarray(result), is_narrow) for result in several]
        if written is not None:
            arrays.append(encoded(written, is_narrow))
    if "out" in options:
        add_precision(arrays, function, [python_value(value, before) for value in case["args"]], options)
    add_magnitude(arrays, magnitude, [python_value(value, before) for value in case["args"]], options)
    add_undefined(arrays, case, entry, before)
    return {"arrays": arrays}


def written_array(case, entry, bases):
    """The dense array that holds what the call writes: a write beside the view shows there."""
    if entry.get("mutates"):
        return bases[case["args"][0]["array"]]
    out = case["options"].get("out")
    return None if out is None else bases[out["array"]]


def add_magnitude(arrays, magnitude, args, options):
    if magnitude is None:
        return
    plain = {name: value for name, value in options.items() if name not in ("dtype", "out")}
    for array in arrays[:1]:
        value = np.asarray(magnitude(*args, **plain)).astype(np.float64)
        if list(value.shape) == array["shape"]:
            array["magnitude"] = text_of(value)


def add_precision(arrays, function, args, options):
    """The dtype in which the result was computed, before it was converted to that of `out`."""
    plain = {name: value for name, value in options.items() if name != "out"}
    precision = np.asarray(function(*args, **plain)).dtype
    if precision.kind in "fc":
        for array in arrays:
            array["precision"] = precision.name


def add_undefined(arrays, case, entry, before):
    """Marks the casts that C leaves undefined: floats that an integer dtype does not hold."""
    source = entry.get("casts")
    dtype = case["options"].get("dtype")
    if source is not None:
        view = before[case["args"][source]["array"]]
        lost = out_of_range(view, target_dtype(case, entry))
        # A write beside the view is looked at as well, so a mask would have to be laid out as the base is.
        if entry.get("mutates"):
            lost = np.full(arrays[0]["shape"], bool(lost.any()))
        arrays[0]["undefined"] = text_of(np.broadcast_to(lost, arrays[0]["shape"]).astype(np.uint8))
    elif isinstance(dtype, str) and case["arrays"]:
        if out_of_range(before[0], dtype).any():
            arrays[0]["undefined"] = text_of(np.ones(arrays[0]["shape"], np.uint8))


def target_dtype(case, entry):
    if entry.get("mutates"):
        return case["arrays"][case["args"][0]["array"]]["dtype"]
    return case["args"][1]


def out_of_range(values, dtype):
    target = np.dtype(dtype)
    if values.dtype.kind not in "fc" or target.kind not in "iu":
        return np.zeros(values.shape, bool)
    real = np.trunc(values.real.astype(np.longdouble))
    info = np.iinfo(target)
    return ~((real >= np.longdouble(info.min)) & (real <= np.longdouble(info.max)))


def base_of(recipe):
    data = base64.b64decode(recipe["values"])
    if recipe["dtype"] == BFLOAT16:
        wide = np.frombuffer(data, np.uint16).astype(np.uint32) << 16
        return wide.view(np.float32).reshape(recipe["shape"]).copy()
    return np.frombuffer(data, recipe["dtype"]).reshape(recipe["shape"]).copy()


def view_of(array, steps):
    for step in steps:
        if "slice" in step:
            array = array[tuple(slice(*bounds) for bounds in step["slice"])]
        elif "transpose" in step:
            array = array.transpose(step["transpose"])
        else:
            array = np.broadcast_to(array, step["broadcast"])
    return array


def python_value(value, arrays):
    if isinstance(value, list):
        values = [python_value(each, arrays) for each in value]
        return values if any(isinstance(each, np.ndarray) for each in values) else tuple(values)
    if not isinstance(value, dict):
        return value
    if "array" in value:
        return arrays[value["array"]]
    if "bigint" in value:
        return int(value["bigint"])
    if "complex" in value:
        return complex(float(value["complex"][0]), float(value["complex"][1]))
    number = float(value["number"])
    # A whole number of JavaScript is an integer as far as it is exact; -0 is a float.
    if number.is_integer() and abs(number) < 2**53 and value["number"] != "-0.0":
        return int(number)
    return number


def snake_case(name):
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name)


def encoded(array, is_narrow):
    if is_narrow and array.dtype == np.float32:
        return {"dtype": BFLOAT16, "shape": list(array.shape), "values": text_of(narrow(array))}
    if array.dtype.newbyteorder("=").name not in KNOWN:
        return {"dtype": "unsupported " + array.dtype.name, "shape": list(array.shape), "values": ""}
    return {"dtype": array.dtype.name, "shape": list(array.shape), "values": text_of(array)}


KNOWN = {
    *("bool", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"),
    *("float16", "float32", "float64", "complex64", "complex128"),
}


def narrow(array):
    """float32 rounded to bfloat16, ties to even."""
    bits = np.ascontiguousarray(array).view(np.uint32).astype(np.uint64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(array), 0x7FC0, rounded).astype(np.uint16)


def text_of(array):
    return base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()


# What the table calls besides NumPy's and SciPy's own functions. -----------------------------------------------------


def magnitude_of(function):
    """The function of absolute values, in extended precision."""

    def of_absolute_values(*args, **options):
        absolute = [np.abs(arg).astype(np.longdouble) if isinstance(arg, np.ndarray) else arg for arg in args]
        return function(*absolute, **options)

    return of_absolute_values


def mean_square(a, axis=None, keepdims=False, where=True, ddof=0):
    square = np.abs(a).astype(np.longdouble) ** 2
    count = np.sum(np.broadcast_to(where, a.shape), axis=axis, keepdims=keepdims)
    return np.sum(square, axis=axis, keepdims=keepdims, where=where) / np.maximum(count - ddof, 0)


def root_mean_square(a, **options):
    return np.sqrt(mean_square(a, **options))


def linspace_magnitude(start, stop, count, endpoint=True):
    return np.full(count, max(abs(start), abs(stop)))


def where(condition, yes, no, out=None):
    result = np.where(condition, yes, no)
    if out is None:
        return result
    if out.shape != result.shape:
        raise ValueError("out is of another shape")
    np.copyto(out, result, casting="same_kind")
    return out


def unique_all(x):
    return tuple(np.unique_all(x))


def assign(target, source):
    target[...] = source


main()
