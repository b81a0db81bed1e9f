"""What the documentation site has besides docs/: pages from elsewhere, sources, the reference of commands.

Pages link to each other as files of the repository, so that they can be read there too.  Here every such link
is led to the page that the file has become; a file that is no page becomes one that shows it.  A link that
leads to no file stops the build.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag

import click
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from proofcheck.cli import main

ROOT = Path(__file__).parents[1]
ELSEWHERE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "cases/README.md": "reading-a-case.md",
}
LINK = re.compile(r"(?<=\]\()(?!https?:|mailto:|#)([^)\s]+)(?=\))")
COMMANDS = "# Commands\n\nAll commands, as `--help` shows them. Exit codes: [Verdicts](verdicts.md).\n"
WIDTH = 80  # characters of a line of help
LANGUAGES = {".py": "python", ".lean": "lean", ".json": "json", ".toml": "toml", ".yml": "yaml"}


def on_files(files: Files, config: Any) -> Files:
    """Add the pages from elsewhere, the commands, and a page for every source that a page links to."""
    commands = COMMANDS + "".join(reference(main, "proofcheck"))
    files.append(File.generated(config, "commands.md", content=commands))
    for name, page in ELSEWHERE.items():
        files.append(File.generated(config, page, content=(ROOT / name).read_text("utf-8")))
    for file in list(files.documentation_pages()):
        for target in targets(file.src_uri, file.content_string):
            page = site_path(target)
            if target not in ELSEWHERE and not target.startswith("docs/") and page not in files.src_uris:
                files.append(File.generated(config, page, content=shown(target)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Lead the links to where the files have gone."""
    here = page.file.src_uri

    def led(match: re.Match[str]) -> str:
        file, anchor = urldefrag(match[1])
        there = posixpath.relpath(site_path(resolved(here, file)), posixpath.dirname(here) or ".")
        return f"{there}#{anchor}" if anchor else there

    return markdown if here.startswith("source/") else LINK.sub(led, markdown)


def targets(page: str, markdown: str) -> list[str]:
    """The files of the repository that a page links to."""
    return [resolved(page, urldefrag(link)[0]) for link in LINK.findall(markdown)]


def resolved(page: str, link: str) -> str:
    """A link of a page as a path in the repository; the file must be there."""
    origin = {site: name for name, site in ELSEWHERE.items()}.get(page, f"docs/{page}")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), link))
    if path.startswith("..") or not (ROOT / path).is_file():
        raise PluginError(f"{origin}: link to {link}, which is no file of the repository")
    return path


def site_path(path: str) -> str:
    """Where a file of the repository is in the site's sources."""
    if path in ELSEWHERE:
        return ELSEWHERE[path]
    return path.removeprefix("docs/") if path.startswith("docs/") else f"source/{path}.md"


def shown(path: str) -> str:
    """A page that shows a file."""
    language = LANGUAGES.get(Path(path).suffix, "text")
    text = (ROOT / path).read_text("utf-8")
    return f"# {path}\n\n``````{language}\n{text}\n``````\n"


def reference(command: click.Command, name: str, parent: click.Context | None = None) -> Iterator[str]:
    """The help of a command, then of the commands below it."""
    context = click.Context(command, info_name=name.split()[-1], parent=parent, max_content_width=WIDTH)
    context.terminal_width = WIDTH
    yield f"\n## {name}\n\n``````text\n{command.get_help(context)}\n``````\n"
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            if found is not None and not found.hidden:
                yield from reference(found, f"{name} {below}", context)
