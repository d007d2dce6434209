"""The README, the pages of the site and the recorded sessions show what the program really does."""

from pathlib import Path

import pytest
from tools.page_walks import PAGES, ROOT, PageError, anew, can_be_walked

PAGE = """\
```{code-block} text
:caption: five.txt
five
```

```console
$ cat five.txt
four
```

```diff
-five
+six in 0.12 s
```

```console
$ cat five.txt
six
in 9.99 s
$ cat five.txt
```

```python
number = 6
```

```pycon
>>> number + 1
8
>>> print(number)
6
```
"""


@pytest.mark.turns(90)
@pytest.mark.parametrize("page", PAGES)
def test_pages_show_what_happens(page: str) -> None:
    """Every file, change, command and snippet of a page, one after the other, has the output that stands there."""
    if not can_be_walked(page):
        pytest.skip("the native core is not there")
    assert anew(page) == (ROOT / page).read_text(encoding="utf-8"), "make generate writes it anew"


def test_every_guide_is_walked() -> None:
    """Every guide of the site is among the pages."""
    assert {f"docs/guides/{path.name}" for path in (ROOT / "docs" / "guides").iterdir()} <= set(PAGES)


@pytest.mark.turns(2)
def test_what_is_not_so_is_written_anew(tmp_path: Path) -> None:
    """Output that is another is replaced; times may differ, and the line breaks beside them; what is not shown is not written."""
    page = tmp_path / "page.md"
    page.write_text(PAGE, encoding="utf-8")
    assert anew(str(page)) == PAGE.replace("four", "five").replace("8\n", "7\n")


@pytest.mark.turns(8)
@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("console\n$ cat nothing.txt\n", "cat nothing.txt: exit status 1"),
        ("console\n$ aceten solve nothing.txt\n", "aceten solve nothing.txt: exit status 2"),
        ("console\naceten --help\n", "expected $ and a command"),
        ("python\nassert False\n", "AssertionError"),
        ("pycon\n>>> nothing\n", "NameError"),
        ("diff\n-this\n+that\n", "0 files have the lines that this changes"),
        ("yaml\ntest:\n  - aceten solve nothing.txt\n", "aceten solve nothing.txt: exit status 2"),
    ],
)
def test_a_step_that_fails_is_noticed(tmp_path: Path, step: str, said: str) -> None:
    """A command that fails where no output is shown, code that raises, and a change of what is not there."""
    page = tmp_path / "page.md"
    page.write_text(f"```{step}```\n", encoding="utf-8")
    with pytest.raises(PageError) as error:
        anew(str(page))
    assert said in str(error.value)
