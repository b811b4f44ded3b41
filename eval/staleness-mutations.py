"""Changes functions of real Python files, one kind of change at a time.

stdin: {"files": {path: text}, "instances": n, "seed": n}. stdout: one JSON line for each kind:
{"kind", "expected", "files": {path: text or null}, "targets": [[path, qualified name, name or path afterwards]]}.
Every change is checked with `ast`: where `expected` is `current` or `moved` the tree of the function stays, else it differs.
"""

import ast
import json
import random
import re
import sys

MIN_TOKENS = 24  # shorter functions are alike by chance; history does not follow them under a new name


def functions(tree):
    """(qualified name, node, parent) of functions that are in no other function and whose name is there once."""
    found = []

    def visit(node, prefix):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found.append((prefix + child.name, child, node))
            elif isinstance(child, ast.ClassDef):
                visit(child, prefix + child.name + ".")
            elif isinstance(child, (ast.If, ast.Try, ast.With, ast.For, ast.While, ast.ExceptHandler)):
                visit(child, prefix)

    visit(tree, "")
    names = [name for name, _, _ in found]
    return [each for each in found if names.count(each[0]) == 1]


def tokens(text):
    return len(re.findall(r"\w+|[^\s\w]", text))


class File:
    def __init__(self, path, text):
        self.path, self.text = path, text
        self.lines = text.encode().splitlines(keepends=True)
        self.tree = ast.parse(text)
        self.functions = functions(self.tree)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.data = b"".join(self.lines)

    def at(self, line, column):
        return self.starts[line - 1] + column

    def span(self, node):
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def source(self, node):
        start, end = self.span(node)
        return self.data[start:end].decode()

    def indent(self, node):
        return self.lines[node.lineno - 1][: node.col_offset].decode()


def first_line(node):
    return min([node.lineno] + [each.lineno for each in node.decorator_list])


def docstring(node):
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first.value
    return None


def own_line(file, node):
    """Whether a statement begins its line, so that lines can be put before it."""
    return file.lines[node.lineno - 1][: node.col_offset].strip() == b""


def inner(node):
    """Every node of the body, nested functions left out."""
    stack = list(node.body)
    while stack:
        each = stack.pop()
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.JoinedStr)):
            continue
        yield each
        stack.extend(ast.iter_child_nodes(each))


# Each returns the edits of one instance, [(start, end, replacement)], or None where the function offers no place for it.


def change_format(file, node):
    for each in inner(node):
        if isinstance(each, ast.Return) and each.value is not None and each.lineno == each.end_lineno and own_line(file, each):
            start, end = file.span(each.value)
            if b"#" in file.lines[each.lineno - 1] or b";" in file.lines[each.lineno - 1]:
                continue
            indent = file.indent(each)
            value = file.data[start:end].decode()
            if value.startswith("("):
                continue
            return [(start, end, f"(\n{indent}    {value}\n{indent})")]
    return None


def change_quotes(file, node):
    for each in inner(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and each is not docstring(node):
            text = file.source(each)
            if len(text) > 2 and text[0] == '"' and text[-1] == '"' and not any(c in text[1:-1] for c in "\"'\\\n"):
                start, end = file.span(each)
                return [(start, end, "'" + text[1:-1] + "'")]
    return None


def change_comment(file, node):
    last = node.body[-1]
    if not own_line(file, last) or getattr(last, "decorator_list", None):
        return None
    start = file.at(last.lineno, 0)
    return [(start, start, f"{file.indent(last)}# Seen in passing.\n")]


def change_docstring(file, node):
    doc = docstring(node)
    if doc is None or not file.source(doc).endswith('"""'):
        return None
    _, end = file.span(doc)
    return [(end - 3, end - 3, " More of it.")]


def change_local(file, node):
    if any(isinstance(each, (ast.Global, ast.Nonlocal)) for each in ast.walk(node)):
        return None
    arguments = {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    stored = {each.id for each in names if isinstance(each.ctx, ast.Store)} - arguments
    in_strings = {n.id for j in ast.walk(node) if isinstance(j, ast.JoinedStr) for n in ast.walk(j) if isinstance(n, ast.Name)}
    for name in sorted(stored - in_strings):
        if name == "_":
            continue
        return [(*file.span(each), name + "_now") for each in names if each.id == name]
    return None


def change_constant(file, node):
    for each in inner(node):
        if isinstance(each, ast.Constant) and type(each.value) is int:
            start, end = file.span(each)
            return [(start, end, str(each.value + 7))]
    for each in inner(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and each is not docstring(node):
            text = file.source(each)
            if text[0] in "\"'" and not text.startswith(('"""', "'''")) and text.count(text[0]) == 2:
                start, _ = file.span(each)
                return [(start + 1, start + 1, "re")]
    return None


OPERATORS = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.Mod: ("%", "*"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Is: ("is", "=="), ast.In: ("in", "not in"),
    ast.IsNot: ("is not", "is"), ast.NotIn: ("not in", "in"),
    ast.And: ("and", "or"), ast.Or: ("or", "and"),
}


def change_operator(file, node):
    for each in inner(node):
        if isinstance(each, ast.BinOp):
            left, right, operator = each.left, each.right, each.op
        elif isinstance(each, ast.Compare) and len(each.ops) == 1:
            left, right, operator = each.left, each.comparators[0], each.ops[0]
        elif isinstance(each, ast.BoolOp) and len(each.values) == 2:
            left, right, operator = each.values[0], each.values[1], each.op
        else:
            continue
        if type(operator) not in OPERATORS:
            continue
        old, new = OPERATORS[type(operator)]
        start, end = file.span(left)[1], file.span(right)[0]
        between = file.data[start:end].decode()
        if between.strip() != old:
            continue
        return [(start, end, between.replace(old, new, 1))]
    return None


def change_default(file, node):
    for each in node.args.defaults + [d for d in node.args.kw_defaults if d is not None]:
        start, end = file.span(each)
        return [(start, end, "0" if file.data[start:end] != b"0" else "1")]
    return None


def change_decorator(file, node):
    line = first_line(node)
    start = file.at(line, 0)
    return [(start, start, f"{' ' * node.col_offset}@probed\n")]


def change_signature(file, node):
    arguments = node.args
    if arguments.vararg or arguments.kwonlyargs or arguments.kwarg or not arguments.args or node.name.startswith("__"):
        return None
    last = (arguments.defaults or arguments.args)[-1]
    _, end = file.span(last)
    # A default in parentheses ends behind its own node.
    if arguments.defaults and file.data[end : end + 1] == b")" and file.data[file.span(last)[0] - 1 : file.span(last)[0]] == b"(":
        return None
    return [(end, end, ", probe=None")]


def change_annotation(file, node):
    for each in node.args.args:
        if each.annotation is not None:
            start, end = file.span(each.annotation)
            return [(start, end, "Probe" if file.data[start:end] != b"Probe" else "object")]
    return None


def change_statement(file, node):
    last = node.body[-1]
    if not own_line(file, last) or getattr(last, "decorator_list", None):
        return None
    start = file.at(last.lineno, 0)
    return [(start, start, f"{file.indent(last)}probe = 1\n")]


def change_indentation(file, node):
    for each in inner(node):
        if isinstance(each, ast.If) and not each.orelse and len(each.body) > 1 and own_line(file, each):
            last = each.body[-1]
            if last.lineno != last.end_lineno or not own_line(file, last):
                continue
            start = file.at(last.lineno, 0)
            return [(start, start + len(file.indent(last)), file.indent(each))]
    return None


def change_name(file, node):
    if node.name.startswith("__") or tokens(file.source(node)) < MIN_TOKENS:
        return None
    line = file.lines[node.lineno - 1]
    at = line.index(b"def ", node.col_offset) + 4
    start = file.at(node.lineno, at) + len(line[at:]) - len(line[at:].lstrip())
    return [(start, start + len(node.name.encode()), node.name + "_renamed")]


def whole_lines(file, node):
    return file.at(first_line(node), 0), file.at(node.end_lineno + 1, 0)


def alone_in_lines(file, node):
    start, end = whole_lines(file, node)
    return file.data[start:end].decode().rstrip("\n").endswith(file.source(node)[-20:].rstrip("\n")) and own_line(file, node)


STALE = [
    ("docstring", change_docstring), ("local renamed", change_local), ("constant", change_constant),
    ("operator", change_operator), ("default", change_default), ("decorator", change_decorator),
    ("signature", change_signature), ("annotation", change_annotation), ("statement", change_statement),
    ("indentation", change_indentation),
]
CURRENT = [("format", change_format), ("quotes", change_quotes), ("comment", change_comment)]


class Kinds:
    def __init__(self, files, instances, seed):
        self.files, self.instances, self.seed = files, instances, seed

    def chosen(self):
        """Functions in an order of chance; the same for the same seed."""
        all_ = [(file, name, node, parent) for file in self.files for name, node, parent in file.functions]
        random.Random(self.seed).shuffle(all_)
        return all_

    def edits(self, kind, expected, change):
        """At most `instances` functions, each with the edits that leave a file that parses."""
        texts, targets, by_file = {}, [], {}
        for file, name, node, _ in self.chosen():
            if len(targets) == self.instances:
                break
            edits = change(file, node)
            if edits is None:
                continue
            applied = by_file.get(file.path, []) + edits
            text = apply(file, applied)
            after = dump_of(text, name if kind != "function renamed" else name + "_renamed", node.name)
            if after is None:
                continue
            stays = after == ast.dump(node)
            if stays != (expected != "stale"):
                continue
            by_file[file.path] = applied
            texts[file.path] = text
            targets.append([file.path, name, name + "_renamed" if kind == "function renamed" else name])
        return report(kind, expected, texts, targets)

    def moved_in_file(self):
        return self.cut("moved in file", "current", lambda file, piece, left: {file.path: left + "\n\n" + piece})

    def moved_between_files(self):
        def put(file, piece, left):
            return {file.path: left, target_path(file.path): piece}

        return self.cut("moved between files", "moved", put)

    def deleted(self):
        return self.cut("deleted", "gone", lambda file, piece, left: {file.path: left})

    def cut(self, kind, expected, put):
        """One module-level function of a file is taken out."""
        texts, targets, pieces = {}, [], set()
        for file, name, node, parent in self.chosen():
            if len(targets) == self.instances:
                break
            if file.path in texts or parent is not file.tree or not alone_in_lines(file, node):
                continue
            start, end = whole_lines(file, node)
            piece = file.data[start:end].decode()
            if tokens(piece) < MIN_TOKENS or piece in pieces:
                continue
            left = (file.data[:start] + file.data[end:]).decode()
            changed = put(file, piece, left)
            if any(not parses(text) for text in changed.values()):
                continue
            pieces.add(piece)
            texts.update(changed)
            after = target_path(file.path) if kind == "moved between files" else file.path
            targets.append([file.path, name, after])
        return report(kind, expected, texts, targets)

    def whole_files(self, kind, expected, change):
        """Every function of so many files that there are enough of them."""
        texts, targets = {}, []
        files = list(self.files)
        random.Random(self.seed).shuffle(files)
        for file in files:
            if len(targets) >= self.instances:
                break
            changed = change(file)
            texts.update(changed)
            after = target_path(file.path) if kind == "file renamed" else file.path
            targets += [[file.path, name, after] for name, _, _ in file.functions]
        return report(kind, expected, texts, targets)


def target_path(path):
    folder, _, name = path.rpartition("/")
    return (folder + "/" if folder else "") + "moved_" + name


def apply(file, edits):
    data = file.data
    for start, end, replacement in sorted(edits, key=lambda edit: edit[0], reverse=True):
        data = data[:start] + replacement.encode() + data[end:]
    return data.decode()


def parses(text):
    try:
        ast.parse(text)
        return True
    except SyntaxError:
        return False


def dump_of(text, name, as_name):
    """The tree of the one function of that name, as if it were called `as_name`; None where there is none."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    found = [node for own, node, _ in functions(tree) if own == name]
    if len(found) != 1:
        return None
    found[0].name = as_name
    return ast.dump(found[0])


def report(kind, expected, texts, targets):
    return {"kind": kind, "expected": expected, "files": texts, "targets": targets}


def main():
    request = json.load(sys.stdin)
    files = [File(path, text) for path, text in sorted(request["files"].items())]
    kinds = Kinds(files, request["instances"], request["seed"])
    # First: with changes before it that were taken back, history cannot tell that a new name is all that is new.
    emit(kinds.edits("function renamed", "moved", change_name))
    for kind, change in CURRENT:
        emit(kinds.edits(kind, "current", change))
    for kind, change in STALE:
        emit(kinds.edits(kind, "stale", change))
    emit(kinds.whole_files("line ends", "current", lambda file: {file.path: file.text.replace("\n", "\r\n")}))
    emit(kinds.whole_files("moved down", "current", lambda file: {file.path: down(file.text)}))
    emit(kinds.moved_in_file())
    emit(kinds.moved_between_files())
    emit(kinds.whole_files("file renamed", "moved", lambda file: {file.path: None, target_path(file.path): file.text}))
    emit(kinds.deleted())


def down(text):
    """Forty lines further down, behind what must come first."""
    tree = ast.parse(text)
    body = [n for n in tree.body if isinstance(n, ast.ImportFrom) and n.module == "__future__"]
    doc = [tree.body[0]] if tree.body and ast.get_docstring(tree, clean=False) is not None else []
    after = max([n.end_lineno for n in body + doc], default=0)
    lines = text.splitlines(keepends=True)
    return "".join(lines[:after]) + "# Further down.\n" * 40 + "".join(lines[after:])


def emit(result):
    print(json.dumps(result), flush=True)


main()
