"""docs/contracts.md: every contract with what it declares."""

import json


def short(schema, depth=3):
    """A schema as one would write it in prose: {turn: integer, note?: string}[]."""
    if schema is None:
        return "nothing"
    if "$ref" in schema:
        return schema["$ref"].replace("#/types/", ".").lstrip(".")
    if "oneOf" in schema:
        text = " \\| ".join(short(branch, depth - 1) for branch in schema["oneOf"])
        return text + (" \\| ..." if schema.get("open") else "")
    kind = schema.get("type", "any")
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " \\| ".join(json.dumps(value) for value in schema["enum"]) + (" \\| ..." if schema.get("x-open") else "")
    if kind == "array":
        item = short(schema.get("items", {}), depth)
        return f"({item})[]" if " \\| " in item else f"{item}[]"
    if kind == "object":
        members = schema.get("properties", {})
        if not members:
            return "object"
        if depth == 0:
            return "{...}"
        required = schema.get("required", [])
        inner = ", ".join(f"{name}{'' if name in required else '?'}: {short(part, depth - 1)}"
                          for name, part in members.items())
        return "{" + inner + "}"
    return schema.get("x-id", kind)


def code(text):
    """Inline code; a bar inside it needs no escape outside tables, and none of this goes into one."""
    return "`" + text.replace("\\|", "|") + "`"


def references(refs):
    parts = []
    for index, ref in enumerate(refs):
        kind = f": {ref['interface']}" if ref.get("interface") else ""
        parts.append(f"[{index}] {ref['name']}{'?' if ref.get('optional') else ''}{kind}")
    return code(", ".join(parts))


def item(text, doc):
    return f"- {text}" + (f": {doc}" if doc else "")


def methods(interface):
    out = []
    for ordinal, method in enumerate(interface.get("methods", [])):
        out.append(item(f"**{method['name']}** ({ordinal})", method.get("doc", "")))
        if "params" in method:
            out.append(f"  - takes {code(short(method['params']))}")
        if method.get("param_refs"):
            out.append(f"  - takes references {references(method['param_refs'])}")
        if "result" in method:
            out.append(f"  - gives {code(short(method['result']))}{', or nothing' if method.get('result_optional') else ''}")
        if method.get("result_refs"):
            out.append(f"  - gives references {references(method['result_refs'])}")
        if "stream" in method:
            end = method["stream"].get("end")
            out.append(f"  - streams {code(short(method['stream'].get('item')))}"
                       + (f", ends with {code(short(end))}" if end else ""))
        if method.get("errors"):
            any_code = method["errors"] == ["*"]
            out.append("  - fails with " + ("any code" if any_code else ", ".join(code(c) for c in method["errors"])))
        if method.get("orphanable"):
            out.append("  - may be left behind at its deadline")
    return out


def event(name, what):
    flags = [what["mode"]]
    flags += ["not filtered by scope"] if what.get("scoped") is False else []
    flags += ["first answer ends it"] if what.get("first_answer") else []
    flags += ["fails closed"] if what.get("fail_closed") else []
    flags += [f"bounded by {what['timeout_ms']} ms"] if what.get("timeout_ms") else []
    out = [item(f"**{name}** ({', '.join(flags)})", what.get("doc", ""))]
    if "params" in what:
        out.append(f"  - carries {code(short(what['params']))}")
    if what.get("refs"):
        out.append(f"  - carries references {references(what['refs'])}")
    replace = what.get("replace")
    if replace:
        whole = replace in ("*", ["*"])
        out.append("  - `next` may replace " + ("all of it" if whole else ", ".join(code(member) for member in replace)))
    if "result" in what:
        out.append(f"  - gives {code(short(what['result']))}{', or nothing' if what.get('result_optional') else ''}")
    if what.get("result_refs"):
        out.append(f"  - gives references {references(what['result_refs'])}")
    if what.get("bands"):
        out.append("  - bands " + ", ".join(f"{band} {order}" for band, order in what["bands"].items()))
    return out


def family(name, what):
    out = [item(f"**{name}**", what.get("doc", ""))]
    if what.get("interface"):
        out.append(f"  - implements {code(what['interface'])}")
    if "metadata" in what:
        out.append(f"  - metadata {code(short(what['metadata']))}")
    if what.get("owner"):
        admits = ", which admits registrations" if what.get("admit") else ""
        out.append(f"  - called through {code(what['owner'])}{admits}")
    return out


def durable(name, what):
    flags = [flag for flag in ("surface", "ignorable", "standalone") if what.get(flag)]
    suffix = f" ({', '.join(flags)})" if flags else ""
    return [item(f"**{name}**{suffix}", what.get("doc", "")), f"  - data {code(short(what.get('data')))}"]


def section(title, lines):
    return [f"### {title}", ""] + lines + [""] if lines else []


def chapter(contract):
    document = contract.document
    out = [f"## {contract.id}.{contract.version.split('.')[1]}", "", document["doc"], ""]
    for name, interface in document.get("interfaces", {}).items():
        out += [f"### Interface {name}@{contract.major}", ""]
        out += [interface["doc"], ""] if interface.get("doc") else []
        out += methods(interface) + [""]
    parts = (("Events", event, "events"), ("Session events", durable, "durable"), ("Families", family, "families"))
    for title, write, member in parts:
        out += section(title, [line for name, what in document.get(member, {}).items() for line in write(name, what)])
    variants = [f"- {code(union)} gets {code(tag)}: {code(short(schema))}"
                for union, tags in document.get("extends", {}).items() for tag, schema in tags.items()]
    out += section("Variants of open unions", variants)
    types = [item(f"**{name}** {code(short(schema))}", schema.get("description", ""))
             for name, schema in document.get("types", {}).items()]
    return out + section("Types", types)


def text(contracts):
    out = ["# Contracts", "",
           "Made by `tools/contractgen` from `sdk/contracts`. What a message may hold, by contract: `name?` is optional, "
           "`A | ...` is open, numbers in brackets after methods are ordinals, numbers in brackets before references are "
           "places in the message.", ""]
    out += [f"- [{contract.id}](#{contract.id.replace('@', '').replace('.', '')}"
            f"{contract.version.split('.')[1]}): {contract.document['doc']}" for contract in contracts] + [""]
    for contract in contracts:
        out += chapter(contract)
    return "\n".join(out).rstrip() + "\n"
