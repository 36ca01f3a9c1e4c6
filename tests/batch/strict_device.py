"""CuPy, played by NumPy, as strict as it is: arrays of the host and of the device are never mixed, nor converted."""

from types import ModuleType, SimpleNamespace

import numpy as np

COMES = {"asarray", "array", "ascontiguousarray"}  # what brings an array of the host to the device


class DeviceArray:
    """An array that is on the device: what is asked of it is asked of the array behind it."""

    __array_ufunc__ = None  # an operator of NumPy's leaves it to this side

    def __init__(self, data):
        self.data = data

    def __array__(self, *_, **__):
        raise TypeError("Implicit conversion to a NumPy array is not allowed. Please use `.get()`")

    def __getattr__(self, name):
        found = getattr(self.data, name)
        return on_device(found) if callable(found) else given(found)

    def __getitem__(self, place):
        return given(self.data[taken(place)])

    def __setitem__(self, place, value):
        self.data[taken(place)] = taken(value)

    def __iter__(self):
        raise TypeError("an array on the device is not iterated over")

    def __len__(self):
        return len(self.data)

    def __bool__(self):
        return bool(self.data)

    def __float__(self):
        return float(self.data)

    def get(self):
        """The array, brought to the host."""
        return np.array(self.data)


DeviceArray.__module__ = "cupy"  # by which it is known


def _operator(name):
    def operator(self, *others):
        return given(getattr(self.data, name)(*map(taken, others)))

    return operator


for _name in ("add", "sub", "mul", "truediv", "matmul", "pow", "and", "or", "xor"):
    for _kind in ("", "r"):
        setattr(DeviceArray, f"__{_kind}{_name}__", _operator(f"__{_kind}{_name}__"))
    setattr(DeviceArray, f"__i{_name}__", lambda self, other, name=f"__i{_name}__": _in_place(self, name, other))
for _name in ("neg", "invert", "abs", "lt", "le", "gt", "ge", "eq", "ne"):
    setattr(DeviceArray, f"__{_name}__", _operator(f"__{_name}__"))
DeviceArray.__hash__ = None


def _in_place(array, name, other):
    getattr(array.data, name)(taken(other))
    return array


def taken(value):
    """What NumPy takes in the place of a value; raises TypeError for an array of the host."""
    if isinstance(value, DeviceArray):
        return value.data
    if isinstance(value, np.ndarray):
        raise TypeError(f"Unsupported type {type(value)}: an array of the host among those of the device")
    if isinstance(value, (tuple, list)):
        return type(value)(map(taken, value))
    return value


def given(value):
    """What CuPy gives in the place of a value: its scalars are arrays without axes."""
    if isinstance(value, (np.ndarray, np.generic)):
        return DeviceArray(np.asarray(value) if isinstance(value, np.generic) else value)
    return tuple(map(given, value)) if type(value) is tuple and any(isinstance(x, np.ndarray) for x in value) else value


def on_device(function, comes=False):
    """A function or method, of arrays that are on the device."""

    def call(*values, **named):
        if comes:
            values = (values[0].data if isinstance(values[0], DeviceArray) else values[0], *values[1:])
            return given(np.array(function(*values, **named)))
        return given(function(*map(taken, values), **{name: taken(value) for name, value in named.items()}))

    return call


class Cupy(ModuleType):
    """The module, with so many bytes that are free, and for one array; `full` is what it raises beyond."""

    ndarray = DeviceArray

    def __init__(self, free=1 << 34, largest=1 << 34, devices=1, full=MemoryError):
        super().__init__("cupy")
        self.largest, self.full, self.asked, self.emptied = largest, full, [], 0
        runtime = SimpleNamespace(getDeviceCount=lambda: devices, memGetInfo=lambda: (free, free))
        self.cuda = SimpleNamespace(runtime=runtime)

    def __getattr__(self, name):
        found = getattr(np, name)
        wraps = callable(found) and not isinstance(found, type)
        return on_device(found, comes=name in COMES) if wraps else found

    def get_default_memory_pool(self):
        """What keeps memory that nobody uses."""
        return SimpleNamespace(free_all_blocks=self.empty_pool)

    def empty_pool(self):
        """Counts how often it was emptied."""
        self.emptied += 1

    def empty(self, shape, dtype=float):
        """An array, or what a full memory raises."""
        made = np.empty(shape, dtype)
        self.asked.append(made.nbytes)
        if made.nbytes > self.largest:
            raise self.full(f"Out of memory allocating {made.nbytes} bytes")
        return DeviceArray(made)
