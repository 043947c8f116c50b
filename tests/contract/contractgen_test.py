#!/usr/bin/env python3
"""The command line of contractgen, and what it refuses."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("KEEL_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
PROGRAM = ROOT / "tools/contractgen/contractgen.py"
FIXTURES = ROOT / "tests/contract/fixtures"


def run(*arguments):
    return subprocess.run([sys.executable, str(PROGRAM), *map(str, arguments)], capture_output=True, text=True, check=False)


class ContractgenTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "out"

    def contract(self, name="c", file=None, **members):
        path = self.folder / (file or f"{name}.json")
        path.write_text(json.dumps({"contract": name, "version": "0.1", "doc": "d", **members}), encoding="utf-8")
        return path

    def refused(self, *arguments):
        done = run("--out", self.out, *arguments)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertFalse(self.out.exists(), "nothing is written when something is wrong")
        return done.stderr

    def test_writes_headers_and_catalogue_once(self):
        docs = self.folder / "contracts.md"
        done = run("--out", self.out, "--docs", docs, FIXTURES)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(path.name for path in self.out.iterdir()), ["gift.hpp", "ids.hpp", "parcel.hpp"])
        self.assertIn("using TrackingId = Id<struct TrackingIdTag>;", (self.out / "ids.hpp").read_text())
        text = docs.read_text()
        for expected in ("## parcel@0.1", "**send** (0): Sends one parcel.", "**parcel/pack** (waterfall): Around packing.",
                         "`next` may replace `parcel`", "**parcel/lost** (ignorable, standalone): A parcel was lost.",
                         "bands audit -2000, policy -1000", "called through `parcel/dispatcher`, which admits",
                         "`content` gets `toy`", "streams `{place: string}`, ends with `{delivered?: boolean}`",
                         "takes references `[0] watcher?: parcel-watcher@0`"):
            self.assertIn(expected, text)
        again = run("--out", self.out, "--docs", docs, FIXTURES)
        self.assertEqual(again.stdout, "", "what is current is not written again")

    def test_check_tells_current_from_stale(self):
        arguments = ("--out", self.out, FIXTURES)
        self.assertEqual(run("--check", *arguments).returncode, 1)
        self.assertFalse(self.out.exists(), "--check writes nothing")
        run(*arguments)
        self.assertEqual(run("--check", *arguments).returncode, 0)
        header = self.out / "parcel.hpp"
        header.write_text(header.read_text() + "// changed\n")
        done = run("--check", *arguments)
        self.assertEqual(done.returncode, 1)
        self.assertIn("parcel.hpp is not current", done.stderr)

    def test_check_finds_headers_of_contracts_that_are_gone(self):
        run("--out", self.out, FIXTURES)
        done = run("--check", "--out", self.out, FIXTURES / "parcel.json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("gift.hpp belongs to no contract", done.stderr)

    def test_a_plugin_refers_to_imported_contracts(self):
        done = run("--import", FIXTURES / "parcel.json", "--out", self.out, FIXTURES / "gift.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([path.name for path in self.out.iterdir()], ["gift.hpp"])
        text = (self.out / "gift.hpp").read_text()
        self.assertIn('#include "keel/contracts/parcel.hpp"', text)
        self.assertIn("parcel::ParcelView parcel() const;", text)

    def test_a_plugin_declares_ids_of_its_own(self):
        own = self.contract(types={"T": {"type": "object", "properties": {
            "a": {"type": "string", "x-id": "OwnId"}, "b": {"type": "string", "x-id": "ParcelId"}}}})
        done = run("--import", FIXTURES / "parcel.json", "--out", self.out, own)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = (self.out / "c.hpp").read_text()
        self.assertIn("using OwnId = Id<struct OwnIdTag>;", text)
        self.assertNotIn("using ParcelId", text)

    def test_refuses_what_is_not_json(self):
        path = self.folder / "bad.json"
        path.write_text('{"contract": "c", "contract": "d"}')
        self.assertIn('the member "contract" stands twice', self.refused(path))
        path.write_text("{,}")
        self.assertIn("bad.json: expected JSON", self.refused(path))
        path.write_text("[]")
        self.assertIn("expected an object", self.refused(path))

    def test_refuses_docs_that_are_not_text(self):
        path = self.contract(events={"c/e": {"doc": ["a"], "mode": "emit"}})
        self.assertIn("events.c/e.doc: expected text", self.refused(path))

    def test_refuses_unknown_references(self):
        self.assertIn("types.T.$ref: there is no type U in contract c@0",
                      self.refused(self.contract(types={"T": {"$ref": "#/types/U"}})))
        self.assertIn("there is no contract other@0; give its file as --import",
                      self.refused(self.contract(types={"T": {"$ref": "other@0#/types/U"}})))
        self.assertIn("expected \"#/types/Name\"", self.refused(self.contract(types={"T": {"$ref": "U"}})))

    def test_refuses_circles(self):
        first = self.contract("a", types={"A": {"type": "object", "properties": {"b": {"$ref": "b@0#/types/B"}}}})
        second = self.contract("b", types={"B": {"type": "object", "properties": {"a": {"$ref": "a@0#/types/A"}}}})
        self.assertIn("contracts refer to one another in a circle: a@0 -> b@0 -> a@0", self.refused(first, second))

    def test_refuses_names_that_collide(self):
        properties = {"maxTokens": {}, "max_tokens": {}}
        self.assertIn('reads as max_tokens(), and so does "maxTokens"',
                      self.refused(self.contract(types={"T": {"type": "object", "properties": properties}})))
        self.assertIn("the C++ name Thing is taken", self.refused(self.contract(
            types={"Thing": {"type": "object", "properties": {"a": {}}}},
            interfaces={"thing": {"doc": "d", "methods": []}})))
        self.assertIn("the C++ name Value is used by the SDK", self.refused(self.contract(
            types={"Value": {"type": "object", "properties": {"a": {}}}})))
        self.assertIn("have the same C++ name, events::kCAB", self.refused(self.contract(
            events={"c/a-b": {"doc": "d", "mode": "emit"}, "c/a/b": {"doc": "d", "mode": "emit"}})))

    def test_refuses_a_contract_twice(self):
        self.assertIn("contract c@0 is in", self.refused(self.contract(), self.contract(file="again.json")))

    def test_refuses_a_missing_file(self):
        self.assertIn("there is no such file", self.refused(self.folder / "none.json"))

    def test_recursive_types_are_written(self):
        path = self.contract(types={
            "Tree": {"type": "object", "properties": {"kid": {"$ref": "#/types/Tree"},
                                                     "kids": {"type": "array", "items": {"$ref": "#/types/Tree"}}}},
            "Deep": {"type": "array", "items": {"$ref": "#/types/Deep"}}})
        done = run("--out", self.out, path)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("TreeView kid() const;", (self.out / "c.hpp").read_text())


if __name__ == "__main__":
    unittest.main()
