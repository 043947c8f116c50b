#!/usr/bin/env python3
"""Makes typed C++ views, and the catalogue, from contract files.

Without arguments: sdk/contracts/*.json of this tree into sdk/include/keel/contracts and docs/contracts.md.
A plugin that defines contracts of its own names them, the SDK's contracts and a folder:

    contractgen.py --import <sdk>/contracts --out build/include/keel/contracts my.json
"""

import argparse
import pathlib
import sys

import catalogue
import cpp_header
from model import Contract, ContractFault, Model, load_json

ROOT = pathlib.Path(__file__).resolve().parents[2]
IDS = "ids.hpp"


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("contracts", nargs="*", type=pathlib.Path, help="contract files, or folders of them")
    parser.add_argument("--import", dest="imports", action="append", default=[], type=pathlib.Path, metavar="PATH",
                        help="contracts that are referred to, whose headers exist already")
    parser.add_argument("--out", type=pathlib.Path, help="folder for the headers")
    parser.add_argument("--docs", type=pathlib.Path, help="file for the catalogue; none by default for files you name")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file is not current")
    arguments = parser.parse_args()
    if not arguments.contracts:
        arguments.contracts = [ROOT / "sdk/contracts"]
        arguments.out = arguments.out or ROOT / "sdk/include/keel/contracts"
        arguments.docs = arguments.docs or ROOT / "docs/contracts.md"
    elif arguments.out is None:
        parser.error("--out is needed when contracts are named")
    return arguments


def contract_files(paths):
    for path in paths:
        if path.is_dir():
            yield from sorted(path.glob("*.json"))
        elif path.exists():
            yield path
        else:
            raise ContractFault(f"{path}: there is no such file")


def read(paths):
    contracts = []
    for path in contract_files(paths):
        document = load_json(path)
        if not isinstance(document, dict):
            raise ContractFault(f"{path}: expected an object")
        contracts.append(Contract(path, document))
    return contracts


def ids_header(ids):
    lines = ["// SPDX-License-Identifier: MIT", "// Made by contractgen. Do not edit.", "// clang-format off", "#pragma once",
             "", '#include "keel/contracts/typed.hpp"', "", "namespace keel::contracts {", ""]
    return "\n".join(lines + cpp_header.id_lines(ids) + ["", "}  // namespace keel::contracts", ""])


def refuse_cycles(model):
    """Headers include one another as contracts refer to one another."""
    done = set()

    def visit(contract, path):
        if contract.id in path:
            raise ContractFault(f"{contract.path}: contracts refer to one another in a circle: "
                                f"{' -> '.join([*path, contract.id])}")
        if contract.id in done:
            return
        for used in sorted(contract.uses):
            visit(model.contracts[used], [*path, contract.id])
        done.add(contract.id)

    for contract in model.contracts.values():
        visit(contract, [])


def generate(arguments):
    """Text of each file by path."""
    own = read(arguments.contracts)
    imported = read(arguments.imports)
    model = Model(imported + own)
    model.build()
    refuse_cycles(model)
    known_ids = set().union(*(contract.ids for contract in imported)) if imported else set()
    files = {}
    if not imported:
        known_ids = set().union(*(contract.ids for contract in own))
        files[arguments.out / IDS] = ids_header(known_ids)
    for contract in own:
        writer = cpp_header.HeaderWriter(model, contract, known_ids, f"keel/contracts/{IDS}")
        files[arguments.out / f"{contract.namespace}.hpp"] = writer.text()
    if arguments.docs:
        files[arguments.docs] = catalogue.text(own)
    return files


def is_current(path, text):
    return path.exists() and path.read_text(encoding="utf-8") == text


def orphans(arguments, files):
    """Generated headers of contracts that are gone."""
    for path in sorted(arguments.out.glob("*.hpp")):
        if path not in files and "// Made by contractgen" in path.read_text(encoding="utf-8")[:200]:
            yield path


def main():
    arguments = parse_arguments()
    try:
        files = generate(arguments)
    except ContractFault as fault:
        print(f"contractgen: {fault}", file=sys.stderr)
        return 1
    stale = [path for path, text in files.items() if not is_current(path, text)]
    gone = list(orphans(arguments, files)) if arguments.out.is_dir() else []
    if arguments.check:
        for path in stale:
            print(f"contractgen: {path} is not current; run tools/contractgen/contractgen.py", file=sys.stderr)
        for path in gone:
            print(f"contractgen: {path} belongs to no contract; delete it", file=sys.stderr)
        return 1 if stale or gone else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], encoding="utf-8")
        print(f"contractgen: wrote {path}")
    for path in gone:
        print(f"contractgen: {path} belongs to no contract; delete it", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
