"""Pictures of a page at three widths, and what axe-core finds: needs playwright and axe-playwright-python.

python tests/practice/look.py PAGE.html FOLDER
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from driven import CHROMIUM

SIZES = ((360, 740, "light"), (800, 900, "dark"), (1440, 900, "light"))


def main() -> None:
    """Fills in a page, wrong at first, with all hints; prints what is logged, what overflows and what axe says."""
    from axe_playwright_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright

    page_file, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for width, height, scheme in SIZES:
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            logged: list[str] = []
            page.on("pageerror", lambda error, logged=logged: logged.append(str(error)))
            page.on("console", lambda message, logged=logged: logged.append(message.text))
            page.goto(page_file.as_uri())
            asked = [
                line for line in json.loads(page.locator("#problems").text_content())[0]["lines"] if line.get("asked")
            ]
            for number, line in enumerate(asked):
                texts = [text[:5] for row in line["shown"] for text in row]
                form = page.locator("form.step").last
                for place, text in enumerate(texts):
                    form.locator("input").nth(place).fill(str(float(text) + 1) if number == place == 0 else text)
                page.keyboard.press("Enter")
                go = form.get_by_role("button", name="Go on with these numbers")  # there where something is wrong
                if go.count():
                    for _ in range(3):
                        form.get_by_role("button", name="Hint").click()
                    page.screenshot(path=folder / f"practice-{width}-{number}.png", full_page=True)
                    go.click()
            page.screenshot(path=folder / f"practice-{width}.png", full_page=True)
            wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
            found = [(one["id"], one["impact"]) for one in Axe().run(page).response["violations"]]
            print(f"{width} px, {scheme}: logged {logged}, {'too wide' if wide else 'fits'}, axe finds {found}")
        browser.close()


if __name__ == "__main__":
    main()
