"""Names: from those of contracts to those of C++."""

import re

CPP_KEYWORDS = frozenset("""
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl concept
const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double
dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept
not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires return short signed sizeof
static static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename union
unsigned using virtual void volatile wchar_t while xor xor_eq
""".split())

# Members of the generated classes, and what typed.hpp calls things.
RESERVED_MEMBERS = frozenset({"raw", "write", "to_value", "tag", "tag_text"})
RESERVED_TYPES = frozenset({
    "Builder", "Bytes", "Id", "IdView", "LazyKey", "ListView", "Part", "Read", "Value", "ValueView", "Writable"})


def words(name):
    """The words of camelCase, kebab-case, snake_case, a/path or dotted.name, in lower case."""
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", name)
    spaced = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1 \2", spaced)
    return [word.lower() for word in re.split(r"[^A-Za-z0-9]+", spaced) if word]


def camel(name):
    """TypeCase: "agent/inbox/enqueue" gives AgentInboxEnqueue, "ContentBlock" stays."""
    return "".join(word[0].upper() + word[1:] for word in words(name))


def snake(name):
    return "_".join(words(name)) or "_"


def constant(name):
    text = camel(name)
    return "k" + text if text and not text[0].isdigit() else "kN" + text


def member(name):
    """Name of an accessor and of a field: "maxTokens" gives max_tokens, "class" gives class_."""
    text = snake(name)
    if text[0].isdigit():
        text = "n" + text
    if text in CPP_KEYWORDS or text in RESERVED_MEMBERS:
        text += "_"
    return text


def namespace(contract):
    text = snake(contract)
    return text + "_" if text in CPP_KEYWORDS else text


def literal(text):
    """A C++ string literal."""
    out = []
    for byte in text.encode():
        char = chr(byte)
        if char in "\"\\":
            out.append("\\" + char)
        elif 0x20 <= byte < 0x7F:
            out.append(char)
        else:
            out.append("\\%03o" % byte)
    return '"' + "".join(out) + '"'
