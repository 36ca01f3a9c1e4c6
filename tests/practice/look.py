"""A page filled in by keyboard alone at three widths, light and dark: pictures, and what axe-core finds.

python tests/practice/look.py PAGE.html FOLDER    (needs playwright and axe-playwright-python)
"""

from __future__ import annotations

import json
import sys
from itertools import product
from pathlib import Path
from typing import Any

from driven import CHROMIUM

SIZES = ((360, 740), (800, 900), (1440, 900))
SCHEMES = ("light", "dark")
MOST = 200  # keys on the way to what is looked for
FOCUSED = "document.activeElement.matches({!r}) && document.activeElement.textContent.startsWith({!r})"


def reached(page: Any, selector: str, text: str = "") -> None:
    """Tab is pressed until what is looked for has the focus."""
    for _ in range(MOST):
        if page.evaluate(FOCUSED.format(selector, text)):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {selector} {text}")


def filled_in(page: Any, look: Any) -> None:
    """The first problem, its first number wrong, with all hints of what is not right; `look` is called now and then."""
    lines = json.loads(page.locator("#problems").text_content())[0]["lines"]
    for number, line in enumerate(line for line in lines if line.get("asked")):
        reached(page, "form:last-of-type input")
        for place, text in enumerate(text[:5] for row in line["shown"] for text in row):
            page.keyboard.type(str(float(text) + 1) if number == place == 0 else text)
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        if page.locator("form").last.get_by_role("button", name="Go on").is_visible():
            reached(page, "button", "Hint")
            for _ in range(3):
                page.keyboard.press("Enter")
            look(str(number))
            reached(page, "button", "Go on")
            page.keyboard.press("Enter")
    look("end")


def main() -> None:
    """Prints what is logged, whether all fits, and what axe finds."""
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright

    page_file, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for (width, height), scheme in product(SIZES, SCHEMES):
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            logged: list[str] = []
            page.on("pageerror", lambda error, logged=logged: logged.append(str(error)))
            page.on("console", lambda message, logged=logged: logged.append(message.text))
            page.goto(page_file.as_uri())

            def look(name: str, page: Any = page, width: int = width, scheme: str = scheme) -> None:
                page.screenshot(path=folder / f"practice-{width}-{scheme}-{name}.png", full_page=True)
                found = [(one["id"], one["impact"]) for one in Axe().run(page).response["violations"]]
                wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
                print(f"{width} px, {scheme}, {name}: {'too wide' if wide else 'fits'}, axe finds {found}")

            filled_in(page, look)
            print(f"logged {logged}")
        browser.close()


if __name__ == "__main__":
    main()
