"""The kinds of change: what may stand in the place of a piece of syntax."""

import ast
from collections.abc import Iterator

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitAnd,
}
CALLS = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "sorted": "list",
    "ceil": "floor",
    "floor": "ceil",
}
ORDERLESS = {"isinstance", "gcd", "lcm"}
"""Calls of two arguments that cannot be swapped, or may be swapped freely."""


def instead(node: ast.AST, in_function: bool) -> Iterator[ast.AST]:
    """What is tried in the place of a node as a whole."""
    match node:
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.Call() if in_function:
            yield from _other_calls(node)
        case ast.Lambda(body=body) if not isinstance(body, ast.Constant):
            yield ast.Lambda(node.args, ast.Constant(None))
        case _:
            return


def inside(node: ast.AST, in_function: bool) -> Iterator[tuple[str, int | None, ast.AST]]:
    """What is tried in a field of a node: its name, the index if it is a list, the new value."""
    match node:
        case ast.Compare():
            for index, comparison in enumerate(node.ops):
                yield "ops", index, COMPARISONS[type(comparison)]()
        case ast.BinOp() | ast.AugAssign() if type(node.op) in ARITHMETIC:
            yield "op", None, ARITHMETIC[type(node.op)]()
        case ast.BoolOp():
            yield "op", None, ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.If() | ast.While() | ast.IfExp() if _is_plain(node.test):
            yield "test", None, negated(node.test)
        case ast.comprehension():
            for index, condition in enumerate(node.ifs):
                if _is_plain(condition):
                    yield "ifs", index, negated(condition)
        case ast.Return() if node.value and not isinstance(
            node.value, ast.Constant | ast.JoinedStr
        ):
            yield "value", None, ast.Constant(None)
        case ast.Assign() | ast.AnnAssign() if (
            in_function and node.value and not isinstance(node.value, ast.Constant | ast.JoinedStr)
        ):
            yield "value", None, ast.Constant(None)


def instead_of_statement(node: ast.stmt) -> Iterator[ast.stmt]:
    """What is tried in the place of a statement of a function."""
    match node:
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Delete():
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case ast.AugAssign(target=target, value=value):
            yield ast.Assign([target], value)


def other_word(word: str) -> ast.Constant:
    """A word that nobody uses."""
    return ast.Constant(f"{word} (another)")


def negated(condition: ast.expr) -> ast.expr:
    """The opposite condition."""
    return ast.UnaryOp(ast.Not(), condition)


def _is_plain(condition: ast.expr) -> bool:
    """Comparisons and their kin have mutants of their own."""
    kin = isinstance(condition, ast.Compare | ast.BoolOp)
    return not kin and not (
        isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not)
    )


def _other_calls(node: ast.Call) -> Iterator[ast.AST]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in CALLS:
        keywords = node.keywords if name != "sorted" else []
        yield ast.Call(ast.Name(CALLS[name], ast.Load()), node.args, keywords)
    if len(node.args) == 2 and name not in ORDERLESS and name not in CALLS:
        first, second = node.args
        simple = all(isinstance(each, ast.Name | ast.Attribute) for each in node.args)
        if simple and ast.dump(first) != ast.dump(second):
            yield ast.Call(node.func, [second, first], node.keywords)
    for index, keyword in enumerate(node.keywords):
        if keyword.arg not in (None, "strict") and not _is_text(keyword.value):
            rest = node.keywords[:index] + node.keywords[index + 1 :]
            yield ast.Call(node.func, node.args, rest)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
