"""Contract files, and the C++ types that their schemas stand for.

The kernel's reader is the judge of contract files; what is checked here is only what the generator needs.
"""

import json
import re
from dataclasses import dataclass, field

import names


class ContractFault(Exception):
    """What is wrong with a contract, and where."""


def load_json(path):
    """Strict JSON: a name that stands twice in one object is a mistake that json.load hides."""

    def pairs(items):
        result = {}
        for key, value in items:
            if key in result:
                raise ContractFault(f"{path}: the member {json.dumps(key)} stands twice in one object")
            result[key] = value
        return result

    try:
        return json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=pairs)
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise ContractFault(f"{path}: expected JSON: {error}") from error


@dataclass(frozen=True)
class Scalar:
    """any, string, bytes, integer, number, boolean or null."""
    kind: str


@dataclass(frozen=True)
class TypedId:
    name: str


@dataclass(frozen=True)
class Fixed:
    """A string that is always the same."""
    text: str


@dataclass(frozen=True)
class Named:
    """A generated enum, object or union, by contract and name."""
    what: str
    namespace: str
    name: str


@dataclass(frozen=True)
class List:
    item: object


@dataclass
class Enum:
    name: str
    doc: str
    values: list
    is_open: bool


@dataclass
class Field:
    json_name: str
    name: str
    doc: str
    type: object
    required: bool


@dataclass
class Object:
    name: str
    doc: str
    fields: list = field(default_factory=list)


@dataclass
class Union:
    name: str
    doc: str
    discriminator: str
    is_open: bool
    branches: list = field(default_factory=list)  # (tag, Named)


@dataclass
class Alias:
    name: str
    target: Named


class Contract:
    """One file, by name, with the C++ types of its schemas in order of appearance."""

    def __init__(self, path, document):
        self.path = path
        self.document = document
        for member in ("contract", "version", "doc"):
            if not isinstance(document.get(member), str):
                raise ContractFault(f"{path}: {member}: expected text")
        self.name = document["contract"]
        self.version = document["version"]
        if not re.fullmatch(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)", self.version):
            raise ContractFault(f"{path}: version: expected major.minor, found {self.version!r}")
        self.major = self.version.split(".")[0]
        self.id = f"{self.name}@{self.major}"
        self.namespace = names.namespace(self.name)
        self.entities = {}   # by name, in order
        self.named = {}      # C++ type of each entry of `types`, once asked for
        self.ids = set()
        self.uses = set()    # ids of the contracts it refers to
        self.check_parts()

    def check_parts(self):
        """The generator reads these without looking again; everything else is the kernel's to judge."""
        for member in ("interfaces", "families", "events", "durable"):
            for name, part in self.part(member).items():
                self.check_part(part, f"{member}.{name}")
        for name, interface in self.part("interfaces").items():
            place = f"interfaces.{name}.methods"
            if not isinstance(interface.get("methods"), list):
                raise ContractFault(f"{self.path}: {place}: expected a list of methods")
            for index, method in enumerate(interface["methods"]):
                self.check_part(method, f"{place}[{index}]")
                if not isinstance(method.get("name"), str):
                    raise ContractFault(f"{self.path}: {place}[{index}].name: expected text")
        for name, event in self.part("events").items():
            if not isinstance(event.get("mode"), str):
                raise ContractFault(f"{self.path}: events.{name}.mode: expected text")

    def check_part(self, part, place):
        if not isinstance(part, dict):
            raise ContractFault(f"{self.path}: {place}: expected an object")
        if not isinstance(part.get("doc"), str):
            raise ContractFault(f"{self.path}: {place}.doc: expected text")

    def part(self, member):
        value = self.document.get(member, {})
        if not isinstance(value, dict):
            raise ContractFault(f"{self.path}: {member}: expected an object")
        return value


class Model:
    """All contracts that are known together."""

    def __init__(self, contracts):
        self.contracts = {}
        for contract in contracts:
            if contract.id in self.contracts:
                other = self.contracts[contract.id]
                raise ContractFault(f"{contract.path}: contract {contract.id} is in {other.path} too")
            self.contracts[contract.id] = contract
        self.by_namespace = {contract.namespace: contract for contract in contracts}

    def build(self):
        for contract in self.contracts.values():
            _Builder(self, contract).build()


class _Builder:
    """Makes the entities of one contract."""

    def __init__(self, model, contract):
        self.model = model
        self.contract = contract

    def build(self):
        contract = self.contract
        for name in contract.part("types"):
            self.named_type(contract, name)
        for name, interface in contract.part("interfaces").items():
            self.reserve(names.camel(name), f"interfaces.{name}")
            for method in interface.get("methods", []):
                hint = names.camel(name) + names.camel(method["name"])
                place = f"interfaces.{name}.{method['name']}"
                self.message(method.get("params"), hint + "Params", f"{place}.params")
                self.message(method.get("result"), hint + "Result", f"{place}.result")
                stream = method.get("stream", {})
                self.message(stream.get("item"), hint + "Item", f"{place}.stream.item")
                self.message(stream.get("end"), hint + "End", f"{place}.stream.end")
        for name, family in contract.part("families").items():
            self.message(family.get("metadata"), names.camel(name) + "FamilyMetadata", f"families.{name}.metadata")
        for name, event in contract.part("events").items():
            hint = names.camel(name) + "Event"
            self.message(event.get("params"), hint, f"events.{name}.params")
            self.message(event.get("result"), hint + "Result", f"events.{name}.result")
        for name, durable in contract.part("durable").items():
            self.message(durable.get("data"), names.camel(name) + "Data", f"durable.{name}.data")
        for union, variants in contract.part("extends").items():
            for tag, schema in variants.items():
                self.message(schema, names.camel(union) + names.camel(tag), f"extends.{union}.{tag}")

    def fault(self, place, text):
        return ContractFault(f"{self.contract.path}: {place}: {text}")

    def reserve(self, name, place, entity=None):
        if name in self.contract.entities:
            raise self.fault(place, f"the C++ name {name} is taken by another part of this contract; rename one of them")
        if name in names.RESERVED_TYPES or name in names.CPP_KEYWORDS:
            raise self.fault(place, f"the C++ name {name} is used by the SDK; choose another name")
        self.contract.entities[name] = entity

    def message(self, schema, hint, place):
        """The type of a message: under the name `hint` even when it is a reference."""
        if schema is None:
            return
        kind = self.type_of(schema, hint, place)
        if isinstance(kind, Named) and (kind.namespace, kind.name) != (self.contract.namespace, hint):
            self.reserve(hint, place, Alias(hint, kind))

    def named_type(self, contract, name):
        """The C++ type of an entry of a contract's `types`."""
        if name in contract.named:
            return contract.named[name]
        schema = contract.part("types")[name]
        builder = self if contract is self.contract else _Builder(self.model, contract)
        what = builder.entity_kind(schema, f"types.{name}")
        if what is None:
            contract.named[name] = Scalar("any")  # A reference back to a list reads as any value.
            contract.named[name] = builder.type_of(schema, name, f"types.{name}")
        else:
            # Known by name before its parts are looked at: it may refer to itself.
            contract.named[name] = Named(what, contract.namespace, name)
            builder.type_of(schema, name, f"types.{name}")
        return contract.named[name]

    def entity_kind(self, schema, place):
        """"enum", "object" or "union" when the schema becomes a C++ type of its own."""
        if not isinstance(schema, dict):
            raise self.fault(place, "expected a schema, which is an object")
        if "oneOf" in schema:
            return "union" if "discriminator" in schema else None
        if schema.get("type") == "object":
            return "object" if schema.get("properties") else None
        if schema.get("type") == "string" and "enum" in schema and "const" not in schema:
            return "enum"
        return None

    def type_of(self, schema, hint, place):
        what = self.entity_kind(schema, place)
        if what == "enum":
            self.reserve(hint, place, Enum(hint, schema.get("description", ""), schema["enum"], schema.get("x-open") is True))
            return Named("enum", self.contract.namespace, hint)
        if what == "object":
            return self.object_type(schema, hint, place)
        if what == "union":
            return self.union_type(schema, hint, place)
        if "$ref" in schema:
            return self.reference(schema["$ref"], place)
        kind = schema.get("type")
        if kind == "array":
            return List(self.type_of(schema.get("items", {}), hint + "Item", f"{place}.items"))
        if kind == "string" and "x-id" in schema:
            if not re.fullmatch(r"[A-Z][A-Za-z0-9]*", str(schema["x-id"])):
                raise self.fault(f"{place}.x-id", "expected a type name like \"CallId\"")
            self.contract.ids.add(schema["x-id"])
            return TypedId(schema["x-id"])
        if kind == "string" and "const" in schema:
            return Fixed(schema["const"])
        if kind is None or kind == "object":
            return Scalar("any")
        if kind not in ("string", "bytes", "integer", "number", "boolean", "null"):
            raise self.fault(f"{place}.type", f"unknown type {json.dumps(kind)}")
        return Scalar(kind)

    def object_type(self, schema, name, place):
        entity = Object(name, schema.get("description", ""))
        self.reserve(name, place, entity)
        required = schema.get("required", [])
        seen = {}
        for json_name, part in schema["properties"].items():
            part_place = f"{place}.properties.{json_name}"
            cpp_name = names.member(json_name)
            if cpp_name in seen:
                raise self.fault(part_place, f"reads as {cpp_name}(), and so does {json.dumps(seen[cpp_name])}")
            seen[cpp_name] = json_name
            kind = self.type_of(part, name + names.camel(json_name), part_place)
            entity.fields.append(
                Field(json_name, cpp_name, part.get("description", ""), kind, json_name in required))
        return Named("object", self.contract.namespace, name)

    def union_type(self, schema, name, place):
        discriminator = schema["discriminator"]
        entity = Union(name, schema.get("description", ""), discriminator, schema.get("open") is True)
        self.reserve(name, place, entity)
        seen = {}
        for index, branch in enumerate(schema["oneOf"]):
            branch_place = f"{place}.oneOf[{index}]"
            target = self.target(branch)
            tag = target.get("properties", {}).get(discriminator, {})
            tags = [tag["const"]] if "const" in tag else tag.get("enum", [])
            if not tags:
                raise self.fault(branch_place, f"has no const member {json.dumps(discriminator)}, the discriminator")
            kind = self.type_of(branch, name + names.camel(tags[0]), branch_place)
            for text in tags:
                cpp_name = names.member(text)
                if cpp_name in seen:
                    raise self.fault(branch_place, f"the tag {json.dumps(text)} reads as {cpp_name}(), and so does "
                                                   f"{json.dumps(seen[cpp_name])}")
                seen[cpp_name] = text
                entity.branches.append((text, kind))
        return Named("union", self.contract.namespace, name)

    def target(self, schema):
        """Behind references, wherever they lead."""
        visited = set()
        builder = self
        while "$ref" in schema:
            contract, name = builder.parse_reference(schema["$ref"], "$ref")
            if (contract.id, name) in visited:
                raise self.fault("$ref", f"{schema['$ref']} refers to itself and nothing else")
            visited.add((contract.id, name))
            schema = contract.part("types")[name]
            builder = _Builder(self.model, contract)
        return schema

    def parse_reference(self, text, place):
        match = re.fullmatch(r"([a-z][a-z0-9._-]*@[0-9]+)?#/types/([A-Za-z0-9]+)", str(text))
        if not match:
            raise self.fault(place, f"expected \"#/types/Name\" or \"contract@major#/types/Name\", found {json.dumps(text)}")
        contract_id, name = match.groups()
        contract = self.contract if contract_id is None else self.model.contracts.get(contract_id)
        if contract is None:
            raise self.fault(place, f"there is no contract {contract_id}; give its file as --import")
        if name not in contract.part("types"):
            raise self.fault(place, f"there is no type {name} in contract {contract.id}")
        return contract, name

    def reference(self, text, place):
        contract, name = self.parse_reference(text, f"{place}.$ref")
        if contract is not self.contract:
            self.contract.uses.add(contract.id)
        return self.named_type(contract, name)
