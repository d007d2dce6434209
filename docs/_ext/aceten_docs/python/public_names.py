"""Sphinx extension for the pages on the Python packages.

autodoc documents each name in the module that defines it; users import most names from the package. Here each such name is also
given its short form, so that a reference may use either, and ``.. public-names:: PACKAGE`` lists them.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import re
import sys
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar, get_args, get_origin

import msgspec
from docutils import nodes
from sphinx import addnodes
from sphinx.errors import ExtensionError
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

PACKAGES: Final = ("aceten_spec", "aceten", "aceten.proofs", "aceten_certificates", "aceten_solver", "aceten_surveys")
"""The packages that are documented."""

_SHORT: Final = 3
"""The most fields with which a Struct is shown with a signature."""

_LONG: Final = 50
"""The most characters with which the value of a constant is shown."""


_resolved: Final[set[str]] = set()
"""The modules to which everything was given that their annotations name."""


class ForeignNames(SphinxPostTransform):
    """Leaves names of Python itself as they are: Sphinx would compare each with the end of every name of ours, in vain."""

    default_priority = 5
    """Before references are resolved."""

    def run(self, **_: object) -> None:
        """Replace references to such names by what they show."""
        for node in list(self.document.findall(addnodes.pending_xref)):
            target = str(node.get("reftarget"))
            if node.get("refdomain") == "py" and (
                target in vars(builtins) or target.partition(".")[0] in sys.stdlib_module_names
            ):
                node.replace_self(node.children)


class PublicNames(SphinxDirective):
    """The directive ``public-names``: all that a package exports."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return a paragraph of links."""
        package = self.arguments[0]
        exports = importlib.import_module(package)
        names: list[str] = exports.__all__
        # A module that is exported is explained by its own name.
        modules = {name: found.__name__ for name in names if inspect.ismodule(found := getattr(exports, name, None))}
        roles = ", ".join(f":py:obj:`~{modules.get(name, f'{package}.{name}')}`" for name in names)
        return self.parse_text_to_nodes(f"``{package}`` exports {roles}.")


def resolve_annotations(app: Sphinx, _page: str, source: list[str]) -> None:
    """Let autodoc evaluate every annotation in the modules that a page documents, and in those that they import.

    A module lacks the names that it imports for type checkers only; they are given to it here, once. A constrained type
    (``Annotated``) is shown as the type that it constrains.
    """
    for name in re.findall("automodule:: (.+)", source[0]):
        importlib.import_module(name)
    unresolved = {name for name in sys.modules if name.partition(".")[0] in PACKAGES} - _resolved
    _resolved.update(unresolved)
    for module in map(sys.modules.__getitem__, unresolved):
        for statement in ast.parse(inspect.getsource(module)).body:
            if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
                code = compile(ast.Module(statement.body, []), module.__name__, "exec")
                exec(code, vars(module))  # noqa: S102 - our own source, which says what it imports
        for alias, value in vars(module).items():
            if get_origin(value) is Annotated:
                kind = get_args(value)[0].__name__
                if app.config.autodoc_type_aliases.setdefault(alias, kind) != kind:  # they have no module there
                    message = f"{module.__name__}: {alias} is another type in another module: give it a name of its own"
                    raise ExtensionError(message)


def shorten_signature(
    _app: Sphinx, what: str, _name: str, obj: object, _options: object, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """Leave out the signature of a Struct that has many fields or constrained ones: its fields follow. And one that says nothing."""
    if signature == "(*args, **kwargs)":
        return "", None
    if what == "class" and isinstance(obj, type) and issubclass(obj, msgspec.Struct) and _is_long(obj, signature or ""):
        return "", None
    return signature, returns


def _is_long(struct: type[msgspec.Struct], signature: str) -> bool:
    return len(struct.__struct_fields__) > _SHORT or "Annotated[" in signature


def hide_long_values(_app: Sphinx, page: nodes.document) -> None:
    """Leave out the value of a constant where it is too long to say anything, or has no notation."""
    for part in list(page.findall(addnodes.desc_annotation)):
        value = part.astext()
        if value.startswith(" = ") and (len(value) > _LONG or "<" in value):
            part.parent.remove(part)


def write_dashes(_app: Sphinx, page: nodes.document) -> None:
    """Write the dash that Sphinx sets between a parameter and what is said of it as one character."""
    for part in list(page.findall(nodes.Text)):
        if part == " -- ":
            part.parent.replace(part, nodes.Text(" \N{EN DASH} "))


def add_short_names(_app: Sphinx, env: BuildEnvironment) -> None:
    """Let ``aceten.State`` stand for ``aceten.engine.state.State``, and so for every exported name and its members."""
    objects = env.domains.python_domain.objects
    modules = {name: importlib.import_module(name) for name, entry in objects.items() if entry.objtype == "module"}
    for package in PACKAGES:
        exports = importlib.import_module(package)
        for name in getattr(exports, "__all__", ()):
            exported: Any = getattr(exports, name, None)  # some are loaded when they are asked for
            for home, module in modules.items():
                full = f"{home}.{name}"
                if full in objects and exported is not None and vars(module).get(name) is exported:
                    for documented in [each for each in objects if each == full or each.startswith(f"{full}.")]:
                        short = f"{package}.{name}" + documented.removeprefix(full)
                        objects.setdefault(short, objects[documented]._replace(aliased=True))


def show_type_variable(
    _app: Sphinx, _env: BuildEnvironment, node: addnodes.pending_xref, shown: nodes.TextElement
) -> nodes.TextElement | None:
    """Leave a type variable as it is: there is nothing that a reference to it could lead to."""
    module, _, name = str(node.get("reftarget")).rpartition(".")
    found = vars(sys.modules[module]).get(name) if module in sys.modules else None
    return shown if isinstance(found, TypeVar) else None


def show_constrained_type(
    _app: Sphinx, _env: BuildEnvironment, node: addnodes.pending_xref, _shown: nodes.TextElement
) -> nodes.TextElement | None:
    """Show the type that a private name constrains, where autodoc has left the name as it stands in the code."""
    module = sys.modules.get(str(node.get("py:module")))
    found = vars(module).get(str(node.get("reftarget"))) if module is not None else None
    return nodes.inline("", get_args(found)[0].__name__) if get_origin(found) is Annotated else None


def find_inherited(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, shown: nodes.TextElement
) -> nodes.TextElement | None:
    """Let a docstring that a method has from a base class speak of other members of that class: they are documented there."""
    kind = getattr(sys.modules.get(str(node.get("py:module"))), str(node.get("py:class")), None)
    for base in kind.__mro__[1:] if isinstance(kind, type) else ():
        name = f"{base.__module__}.{base.__qualname__}.{node.get('reftarget')}"
        if name in env.domains.python_domain.objects:
            return env.domains.python_domain.resolve_xref(
                env, str(node.get("refdoc")), app.builder, str(node.get("reftype")), name, node, shown
            )
    return None


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect everything above to Sphinx."""
    app.add_directive("public-names", PublicNames)
    app.add_post_transform(ForeignNames)
    app.connect("source-read", resolve_annotations)
    app.connect("autodoc-process-signature", shorten_signature)
    app.connect("doctree-read", hide_long_values)
    app.connect("doctree-read", write_dashes)
    app.connect("env-updated", add_short_names)
    app.connect("missing-reference", show_type_variable)
    app.connect("missing-reference", show_constrained_type)
    app.connect("missing-reference", find_inherited)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
