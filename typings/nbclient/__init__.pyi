from collections.abc import Mapping

from nbformat import NotebookNode

class NotebookClient:
    def __init__(self, nb: NotebookNode, *, timeout: int, resources: Mapping[str, object]) -> None: ...
    def execute(self) -> NotebookNode: ...
