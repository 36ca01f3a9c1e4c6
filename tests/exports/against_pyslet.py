"""QTI 2.1 packages read and marked by pyslet, another's engine: `pip install pyslet`, then this with packages.

Each item is read strictly; right answers are to have all marks, and wrong ones none.
"""

from __future__ import annotations

import collections
import collections.abc
import inspect
import sys
import tempfile
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

vars(collections).update({name: getattr(collections.abc, name) for name in collections.abc.__all__})  # it is of 2017
inspect.getargspec = inspect.getfullargspec

from pyslet import html401 as html  # noqa: E402
from pyslet import rfc2396  # noqa: E402
from pyslet.qtiv2 import expressions, variables  # noqa: E402
from pyslet.qtiv2.xml import QTIDocument  # noqa: E402
from pyslet.xml import namespace  # noqa: E402

QTI, MATHML = "{http://www.imsglobal.org/xsd/imsqti_v2p1}", "http://www.w3.org/1998/Math/MathML"
WRONG = {"float": 12345.0, "identifier": "none"}


class Math(html.InlineMixin, namespace.NSElement):
    """MathML, which may stand where words may; pyslet does not know it."""


QTIDocument.classMap[MATHML, "math"] = Math
expressions.Equal.XMLATTR_tolerance = ("tolerance", float, str, list)  # two numbers, of which it reads none
expressions.Expression.float_or_template_ref = lambda self, state, value: value


def read(path: Path):
    """What is in a file; raises what pyslet does for what is not valid."""
    document = QTIDocument(base_uri=str(rfc2396.URI.from_path(str(path))))
    document.read()
    return document.root


def score(item, path: Path, *, right: bool) -> tuple[float, float]:
    """The marks of right or of wrong answers, and those that there are."""
    state = variables.ItemSessionState(item)
    state.select_clone()
    state.begin_session()
    for declared in ET.parse(path).getroot().iter(f"{QTI}responseDeclaration"):
        kind, text = declared.get("baseType"), declared.find(f"{QTI}correctResponse/{QTI}value").text
        value = text if right else WRONG[kind]
        state[declared.get("identifier")] = (
            variables.FloatValue(float(value)) if kind == "float" else variables.IdentifierValue(value)
        )
    item.ResponseProcessing.run(state)
    return state["SCORE"].value, state["MAXSCORE"].value


def main(packages: list[str]) -> int:
    """Says what of these packages is not as it should be."""
    items = failed = 0
    for package in packages:
        with tempfile.TemporaryDirectory() as folder:
            zipfile.ZipFile(package).extractall(folder)
            read(Path(folder, "test.xml"))
            for path in sorted(Path(folder).glob("q*.xml")):
                item = read(path)
                (all_right, most), (none_right, _) = (score(item, path, right=right) for right in (True, False))
                items += 1
                if abs(all_right - most) > 1e-6 or none_right:
                    failed += 1
                    print(f"{package}, {path.name}: {all_right} of {most}, and {none_right} for wrong answers")
    print(f"{len(packages)} packages, {items} items: {failed} marked otherwise")
    return failed


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
