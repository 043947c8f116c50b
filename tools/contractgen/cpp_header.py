"""The C++ header of one contract."""

import textwrap

import names
from model import Alias, ContractFault, Enum, Fixed, List, Named, Object, Scalar, TypedId, Union

WIDTH = 100

VIEW_OF_SCALAR = {"any": "ValueView", "null": "ValueView", "string": "std::string_view", "bytes": "std::string_view",
                  "integer": "std::int64_t", "number": "double", "boolean": "bool"}
OWNED_OF_SCALAR = {"any": "Value", "null": "Value", "string": "std::string", "bytes": "Bytes",
                   "integer": "std::int64_t", "number": "double", "boolean": "bool"}
FALLBACK = {"integer": " = 0", "number": " = 0", "boolean": " = false"}
REQUIRED_READ = {"any": "{}", "null": "{}", "string": "{}.text()", "bytes": "{}.bytes()",
                 "integer": "{}.integer_or(0)", "number": "{}.number().value_or(0)", "boolean": "{}.is_true()"}
OPTIONAL_READ = {"any": "{}", "null": "{}", "string": "optional_text({})", "bytes": "optional_bytes({})",
                 "integer": "{}.integer()", "number": "{}.number()", "boolean": "{}.boolean()"}


def comment(text, indent="", marker="/// "):
    """Doc text as comment lines; nothing for no text."""
    lines = textwrap.wrap(" ".join(text.split()), WIDTH - len(indent) - len(marker), break_long_words=False,
                          break_on_hyphens=False)
    return [indent + marker + line for line in lines]


def catch_all(constants):
    """What stands for everything that is not listed. A contract may list "other" itself."""
    return "kUnlisted" if "kOther" in constants else "kOther"


def id_lines(ids):
    return [f"using {name} = Id<struct {name}Tag>;\nusing {name}View = IdView<struct {name}Tag>;" for name in sorted(ids)]


class HeaderWriter:
    """Declarations first, so that they can be read; what they do is at the end."""

    def __init__(self, model, contract, known_ids, ids_header):
        self.model = model
        self.contract = contract
        self.new_ids = sorted(contract.ids - known_ids)
        self.ids_header = ids_header
        self.keys = {}       # JSON name to constant
        self.definitions = []
        self.lines = []

    def text(self):
        body = self.body()
        return "\n".join(self.head() + body + [""])

    def head(self):
        includes = sorted([self.ids_header, "keel/contracts/typed.hpp", "keel/lazy_key.hpp", "keel/value.hpp"] + [
            f"keel/contracts/{self.model.contracts[used].namespace}.hpp" for used in self.contract.uses])
        return [
            "// SPDX-License-Identifier: MIT",
            f"// Made by contractgen from the contract {self.contract.id}.{self.contract.version.split('.')[1]}. Do not edit.",
            "// clang-format off",
            "#pragma once", "",
            "#include <cstdint>", "#include <optional>", "#include <string>", "#include <string_view>",
            "#include <utility>", "#include <vector>", "",
        ] + [f'#include "{name}"' for name in dict.fromkeys(includes)] + [""]

    def body(self):
        contract = self.contract
        entities = [entity for entity in contract.entities.values() if entity is not None]
        for entity in entities:
            if isinstance(entity, Object):
                for part in entity.fields:
                    self.key(part.json_name)
            if isinstance(entity, Union):
                self.key(entity.discriminator)

        out = []
        if self.new_ids:
            out += ["namespace keel::contracts {", ""] + id_lines(self.new_ids) + ["", "}  // namespace keel::contracts", ""]
        out += comment(contract.document["doc"])
        out += [f"namespace keel::contracts::{contract.namespace} {{", ""]
        out += comment("Name and version of the contract.")
        out += [f"inline constexpr std::string_view kContract = {names.literal(contract.id)};",
                f"inline constexpr std::string_view kVersion = {names.literal(contract.version)};", ""]
        out += self.interfaces() + self.name_lists()
        forward = []
        for entity in entities:
            if isinstance(entity, (Object, Union)):
                forward += [f"class {entity.name}View;",
                            f"{'struct' if isinstance(entity, Object) else 'class'} {entity.name};"]
        if forward:
            out += forward + [""]
        for entity in entities:
            if isinstance(entity, Enum):
                out += self.enum(entity) + [""]
        for entity in entities:
            if isinstance(entity, Object):
                out += self.object_view(entity) + [""]
            elif isinstance(entity, Union):
                out += self.union_view(entity) + [""]
        # Structs hold unions, unions only name structs.
        for entity in entities:
            if isinstance(entity, Union):
                out += self.union_class(entity) + [""]
        for entity in entities:
            if isinstance(entity, Object):
                out += self.object_struct(entity) + [""]
        for entity in entities:
            if isinstance(entity, Alias):
                out += self.alias(entity) + [""]
        if self.keys:
            out += ["namespace keys {"]
            out += [f"inline constinit const LazyKey {constant}{{{names.literal(name)}}};"
                    for name, constant in self.keys.items()]
            out += ["}  // namespace keys", ""]
        out += self.definitions
        if self.definitions:
            out += [""]
        return out + [f"}}  // namespace keel::contracts::{contract.namespace}"]

    def key(self, json_name):
        if json_name in self.keys:
            return self.keys[json_name]
        constant = names.constant(json_name)
        taken = set(self.keys.values())
        unique = constant
        number = 2
        while unique in taken:
            unique = f"{constant}{number}"
            number += 1
        self.keys[json_name] = unique
        return unique

    # ---- constants

    def interfaces(self):
        out = []
        for name, interface in self.contract.part("interfaces").items():
            out += comment(interface.get("doc", ""))
            out += [f"struct {names.camel(name)} {{"]
            out += [f"  static constexpr std::string_view kInterface = {names.literal(f'{name}@{self.contract.major}')};"]
            taken = {"kInterface", "kMethodCount"}
            for ordinal, method in enumerate(interface.get("methods", [])):
                constant = names.constant(method["name"])
                while constant in taken:
                    constant += "_"
                taken.add(constant)
                out += comment(method.get("doc", ""), "  ")
                out += [f"  static constexpr std::uint32_t {constant} = {ordinal};"]
            out += [f"  static constexpr std::uint32_t kMethodCount = {len(interface.get('methods', []))};", "};", ""]
        return out

    def name_lists(self):
        contract = self.contract
        codes = []
        for interface in contract.part("interfaces").values():
            for method in interface.get("methods", []):
                codes += [code for code in method.get("errors", []) if code != "*"]
        out = self.constants("events", "Names of the events.",
                             [(name, event.get("doc", "")) for name, event in contract.part("events").items()])
        out += self.bands()
        out += self.constants("durable", "Types of the session events.",
                              [(name, durable.get("doc", "")) for name, durable in contract.part("durable").items()])
        out += self.constants("families", "Families of services.",
                              [(name, family.get("doc", "")) for name, family in contract.part("families").items()])
        out += self.constants("errors", "Codes that methods fail with.", [(code, "") for code in dict.fromkeys(codes)])
        return out

    def constants(self, namespace, title, items):
        if not items:
            return []
        out = comment(title) + [f"namespace {namespace} {{"]
        taken = {}
        for name, doc in items:
            first = taken.setdefault(names.constant(name), name)
            if first != name:
                raise ContractFault(f"{self.contract.path}: {first} and {name} have the same C++ name, "
                                    f"{namespace}::{names.constant(name)}; rename one of them")
            out += comment(doc)
            out += [f"inline constexpr std::string_view {names.constant(name)} = {names.literal(name)};"]
        return out + [f"}}  // namespace {namespace}", ""]

    def bands(self):
        out = []
        for name, event in self.contract.part("events").items():
            if not event.get("bands"):
                continue
            out += [f"namespace {names.snake(name)} {{"]
            out += [f"inline constexpr std::int32_t {names.constant(band)} = {order};"
                    for band, order in event["bands"].items()]
            out += [f"}}  // namespace {names.snake(name)}"]
        if not out:
            return []
        return comment("Orders of listeners, by event.") + ["namespace bands {"] + out + ["}  // namespace bands", ""]

    # ---- types

    def qualified(self, named, suffix=""):
        if named.namespace == self.contract.namespace:
            return named.name + suffix
        return f"{named.namespace}::{named.name}{suffix}"

    def is_open_enum(self, named):
        return self.model.by_namespace[named.namespace].entities[named.name].is_open

    def view_type(self, kind, required):
        if isinstance(kind, Scalar):
            plain = VIEW_OF_SCALAR[kind.kind]
            return plain if required or plain == "ValueView" else f"std::optional<{plain}>"
        if isinstance(kind, TypedId):
            return f"{kind.name}View" if required else f"std::optional<{kind.name}View>"
        if isinstance(kind, Fixed):
            return "std::string_view"
        if isinstance(kind, List):
            return f"ListView<{self.item_type(kind.item)}>"
        if kind.what == "enum":
            plain = self.qualified(kind)
            return plain if required and self.is_open_enum(kind) else f"std::optional<{plain}>"
        return self.qualified(kind, "View")

    def item_type(self, kind):
        """What a list gives for one item. Items that are enums read as text."""
        if isinstance(kind, Named) and kind.what == "enum" or isinstance(kind, Fixed):
            return "std::string_view"
        return self.view_type(kind, True)

    def read(self, part):
        kind = part.type
        value = f"keys::{self.key(part.json_name)}.of(raw_)"
        if isinstance(kind, Scalar):
            return (REQUIRED_READ if part.required else OPTIONAL_READ)[kind.kind].format(value)
        if isinstance(kind, TypedId):
            return f"{kind.name}View({value}.text())" if part.required else f"optional_id<{kind.name}View>({value})"
        if isinstance(kind, Fixed):
            return f"{value}.text()"
        if isinstance(kind, List):
            return f"{self.view_type(kind, True)}({value})"
        if kind.what == "enum":
            function = self.from_text_function(kind)
            if part.required or not self.is_open_enum(kind):
                return f"{function}({value}.text())"
            return f"{value}.is_string() ? std::optional({function}({value}.text())) : std::nullopt"
        return f"{self.qualified(kind, 'View')}({value})"

    def from_text_function(self, named):
        prefix = "" if named.namespace == self.contract.namespace else f"{named.namespace}::"
        return f"{prefix}{names.snake(named.name)}_from_text"

    def owned_type(self, kind):
        if isinstance(kind, Scalar):
            return OWNED_OF_SCALAR[kind.kind]
        if isinstance(kind, TypedId):
            return kind.name
        if isinstance(kind, Fixed):
            return "std::string"
        if isinstance(kind, List):
            return f"std::vector<{self.owned_type(kind.item)}>"
        if kind.what == "enum":
            # An open enum takes other texts too.
            return "std::string" if self.is_open_enum(kind) else self.qualified(kind)
        if kind.what == "union":
            return self.qualified(kind)
        return f"Part<{self.qualified(kind)}, {self.qualified(kind, 'View')}>"

    def enum(self, entity):
        values = [(names.constant(value), value) for value in entity.values]
        name = entity.name
        function = f"{names.snake(name)}_from_text"
        out = comment(entity.doc)
        out += [f"enum class {name} : std::uint8_t {{"]
        out += [f"  {constant}," for constant, _ in values]
        other = catch_all(constant for constant, _ in values)
        out += [f"  {other},  ///< a text that this contract does not list"] if entity.is_open else []
        out += ["};"]
        out += [f"constexpr std::string_view to_text({name} choice) {{", "  switch (choice) {"]
        out += [f"    case {name}::{constant}: return {names.literal(value)};" for constant, value in values]
        out += [f"    case {name}::{other}: break;"] if entity.is_open else []
        out += ["  }", "  return {};", "}"]
        result = name if entity.is_open else f"std::optional<{name}>"
        if not entity.is_open:
            out += comment("Nothing for a text that is not listed.")
        out += [f"constexpr {result} {function}(std::string_view text) {{"]
        out += [f"  if (text == {names.literal(value)}) return {name}::{constant};" for constant, value in values]
        out += [f"  return {name}::{other};" if entity.is_open else "  return std::nullopt;", "}"]
        return out

    def view_head(self, name, doc):
        out = comment(doc)
        out += [f"class {name}View {{", " public:",
                f"  {name}View() = default;",
                f"  explicit {name}View(ValueView raw) : raw_(raw) {{}}",
                "  /// Whether there is an object.",
                "  explicit operator bool() const { return raw_.is_object(); }",
                "  ValueView raw() const { return raw_; }"]
        return out

    def object_view(self, entity):
        out = self.view_head(entity.name, entity.doc)
        for part in entity.fields:
            if isinstance(part.type, Fixed):
                constant = names.constant(part.json_name)
                out += comment(part.doc, "  ")
                out += [f"  static constexpr std::string_view {constant} = {names.literal(part.type.text)};"]
                continue
            view = self.view_type(part.type, part.required)
            out += comment(part.doc, "  ")
            out += [f"  {view} {part.name}() const;"]
            self.definitions += [f"inline {view} {entity.name}View::{part.name}() const {{",
                                 f"  return {self.read(part)};", "}"]
            if isinstance(part.type, Named) and part.type.what == "enum" and self.is_open_enum(part.type):
                out += [f"  std::string_view {part.name}_text() const;"]
                self.definitions += [f"inline std::string_view {entity.name}View::{part.name}_text() const {{",
                                     f"  return keys::{self.key(part.json_name)}.of(raw_).text();", "}"]
        return out + ["", " private:", "  ValueView raw_;", "};"]

    def object_struct(self, entity):
        out = [f"struct {entity.name} {{", f"  using View = {entity.name}View;"]
        writes = []
        for part in entity.fields:
            constant = f"keys::{self.key(part.json_name)}"
            if isinstance(part.type, Fixed) and part.required:
                writes += [f"  builder.member({constant}.key(), View::{names.constant(part.json_name)});"]
                continue
            owned = self.owned_type(part.type)
            if part.required:
                scalar = part.type.kind if isinstance(part.type, Scalar) else ""
                is_enum = isinstance(part.type, Named) and part.type.what == "enum" and not self.is_open_enum(part.type)
                out += [f"  {owned} {part.name}{FALLBACK.get(scalar, '{}' if is_enum else '')};"]
            elif owned == "Value":
                out += [f"  Value {part.name} = {{}};"]
            else:
                out += [f"  std::optional<{owned}> {part.name} = std::nullopt;"]
            writes += [f"  put_member(builder, {constant}, {part.name});"]
        out += ["", "  void write(Builder& builder) const;", "  Value to_value() const;", "};"]
        self.definitions += [f"inline void {entity.name}::write(Builder& builder) const {{", "  builder.begin_object();"]
        self.definitions += writes + ["  builder.end();", "}"]
        self.definitions += [f"inline Value {entity.name}::to_value() const {{", "  Builder builder;", "  write(builder);",
                             "  return builder.finish_or_absent();", "}"]
        return out

    def union_view(self, entity):
        out = comment(entity.doc)
        out += comment("Open: expect tags that are not listed." if entity.is_open else "Closed.")
        out += [line for line in self.view_head(entity.name, "")]
        tags = [(names.constant(tag), tag) for tag, _ in entity.branches]
        other = catch_all(constant for constant, _ in tags)
        comment_of_other = "  ///< " + ("a variant that this contract does not list" if entity.is_open else "no tag, or a wrong one")
        out += ["", "  enum class Tag : std::uint8_t {"]
        out += [f"    {constant}," for constant, _ in tags]
        out += [f"    {other},{comment_of_other}", "  };", "  Tag tag() const;", "  std::string_view tag_text() const;"]
        out += comment("Each of these is for its own tag; another one reads as empty.", "  ")
        key = f"keys::{self.key(entity.discriminator)}"
        for tag, kind in entity.branches:
            view = self.view_type(kind, True)
            name = names.member(tag)
            out += [f"  {view} {name}() const;"]
            self.definitions += [f"inline {view} {entity.name}View::{name}() const {{",
                                 f"  return tag() == Tag::{names.constant(tag)} ? {view}(raw_) : {view}();", "}"]
        self.definitions += [f"inline std::string_view {entity.name}View::tag_text() const {{",
                             f"  return {key}.of(raw_).text();", "}",
                             f"inline {entity.name}View::Tag {entity.name}View::tag() const {{",
                             "  const std::string_view text = tag_text();"]
        self.definitions += [f"  if (text == {names.literal(tag)}) return Tag::{constant};" for constant, tag in tags]
        self.definitions += [f"  return Tag::{other};", "}"]
        return out + ["", " private:", "  ValueView raw_;", "};"]

    def union_class(self, entity):
        name = entity.name
        out = [f"class {name} {{", " public:", f"  using View = {name}View;"]
        for kind in dict.fromkeys(kind for _, kind in entity.branches):
            made = self.qualified(kind)
            out += [f"  {name}(const {made}& made);  // NOLINT(google-explicit-constructor)"]
            self.definitions += [f"inline {name}::{name}(const {made}& made) : value_(made.to_value()) {{}}"]
        out += comment("A value that exists already.", "  ")
        out += [f"  {name}(const {name}View& view) : value_(Value::share(view.raw())) {{}}  // NOLINT(google-explicit-constructor)"]
        if entity.is_open:
            out += comment("A variant that another contract declares.", "  ")
            out += [f"  explicit {name}(Value other) : value_(std::move(other)) {{}}"]
        out += ["", "  void write(Builder& builder) const { put_value(builder, value_); }",
                "  Value to_value() const { return value_; }", "", " private:", "  Value value_;", "};"]
        return out

    def alias(self, entity):
        out = [f"using {entity.name} = {self.qualified(entity.target)};"]
        if entity.target.what != "enum":
            out += [f"using {entity.name}View = {self.qualified(entity.target, 'View')};"]
        return out
