"""CPython's own view of functions, one JSON document a line.

    fingerprint-oracle.py functions            paths on stdin -> per file [name, first line, last line, hash of ast.dump]
    fingerprint-oracle.py mutations N SEED     paths on stdin -> [text, mutated text, whether ast.dump stayed the same]

The dump leaves out the deliberate exceptions: indentation of docstrings and the prefix u. Standard library only.
"""
import ast, hashlib, inspect, io, json, random, sys, textwrap, tokenize, unicodedata, warnings

warnings.simplefilter('ignore')
sys.setrecursionlimit(20000)
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def docstring_value(text):
    return inspect.cleandoc('\n'.join(line.expandtabs().rstrip() for line in text.split('\n')))


def normalize(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.kind = None
        if isinstance(node, DEFINITIONS) and ast.get_docstring(node, clean=False) is not None:
            constant = node.body[0].value
            constant.value = ('docstring', docstring_value(constant.value))
    return tree


def definitions(node, above=''):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, DEFINITIONS):
            yield above + child.name, child
            yield from definitions(child, f'{above}{child.name}.')
        else:
            yield from definitions(child, above)


def in_source_order(tree):
    return sorted(definitions(tree), key=lambda pair: (pair[1].lineno, pair[1].col_offset))


def digest(node):
    return hashlib.sha1(ast.dump(node).encode('utf-8', 'surrogatepass')).hexdigest()


def parse(path):
    try:
        with open(path, 'rb') as file:
            return normalize(ast.parse(file.read()))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def functions():
    for path in sys.stdin.read().splitlines():
        tree = parse(path)
        rows = None if tree is None else [
            [name, min([node.lineno] + [d.lineno for d in node.decorator_list]), node.end_lineno, digest(node)]
            for name, node in in_source_order(tree)]
        print(json.dumps({'path': path, 'definitions': rows}))


OPERATORS = ['+', '-', '*', '/', '//', '%', '@', '**', '<<', '>>', '&', '|', '^', '<', '>', '==', '!=', '<=', '>=', '=', '+=', '-=', ':=',
             '.', ',', ':', '->', '(', ')', '[', ']', '{', '}', '~']
WORDS = ['and', 'or', 'not', 'in', 'is', 'if', 'else', 'elif', 'for', 'while', 'async', 'await', 'yield', 'return', 'raise', 'from', 'lambda',
         'global', 'nonlocal', 'del', 'assert', 'pass', 'break', 'continue', 'None', 'True', 'False', 'with', 'as', 'try', 'finally', 'case', '_']


def mutate(text, tokens, rng):
    """One random change of one token, or of the text within it."""
    start, end, kind, token = rng.choice(tokens)
    choice = rng.randrange(8)
    if kind == tokenize.STRING and choice < 6:
        at = rng.randrange(len(token))
        new = token[:at] + rng.choice(['', 'x', '\\n', '\\x41', '{x}', '{', '!r', ':>4', '=', ' ', "'", '"', '\\\n', 'f', token[at]]) + token[at + rng.randrange(2):]
    elif choice == 0:
        new = ''
    elif choice == 1:
        new = token + ' ' + token
    elif choice == 2:
        new = f'({token})'
    elif choice == 3:
        new = rng.choice(OPERATORS)
    elif choice == 4:
        new = rng.choice(WORDS)
    elif choice == 5 and kind == tokenize.NUMBER:
        new = rng.choice([token + '0', '0x10', '1_0', '1e1', '10.0', '10', '16', '1j', token + '.'])
    elif choice == 6:
        new = rng.choice([f'{token},', f'*{token}', f'**{token}', f'-{token}', f'{token} + {token}', f'{token}[{token}]', f'{token}[{token}:]', f'{token}\n'])
    else:
        new = rng.choice(tokens)[3]
    return text[:start] + new + text[end:]


def tokens_of(text):
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    wanted = (tokenize.NAME, tokenize.NUMBER, tokenize.STRING, tokenize.OP)
    return [(starts[t.start[0] - 1] + t.start[1], starts[t.end[0] - 1] + t.end[1], t.type, t.string)
            for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type in wanted]


def text_of(lines, node):
    first = min([node.lineno] + [d.lineno for d in node.decorator_list])
    return textwrap.dedent(''.join(lines[first - 1:node.end_lineno]))


def single(text):
    """The one definition that the text consists of, as a digest; None when it is something else or does not parse."""
    try:
        tree = normalize(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return digest(tree.body[0]) if len(tree.body) == 1 and isinstance(tree.body[0], DEFINITIONS[:2]) else None


def mutations(count, seed):
    rng = random.Random(seed)
    texts = []
    for path in sys.stdin.read().splitlines():
        tree = parse(path)
        if tree is None:
            continue
        with open(path, encoding='utf-8', errors='replace', newline='') as file:
            lines = file.read().replace('\r\n', '\n').split('\n')
        lines = [line + '\n' for line in lines]
        texts += [text_of(lines, node) for _, node in definitions(tree) if isinstance(node, DEFINITIONS[:2]) and node.end_lineno - node.lineno < 60]
    done = 0
    while done < count:
        text = rng.choice(texts)
        original = single(text)
        if original is None:
            continue
        try:
            tokens = tokens_of(text)
        except (tokenize.TokenError, IndentationError):
            continue
        for _ in range(10):
            changed = mutate(text, tokens, rng)
            result = single(changed) if changed != text else None
            if result is not None:
                done += 1
                print(json.dumps([text, changed, result == original]))


if sys.argv[1] == 'functions':
    functions()
else:
    mutations(int(sys.argv[2]), int(sys.argv[3]))
