// SPDX-License-Identifier: MIT
#include <set>

#include <catch2/catch.hpp>

#include "session/jsonl/header_line.hpp"
#include "session/jsonl/paths.hpp"
#include "session/log/fault.hpp"

namespace keel::session::jsonl {

TEST_CASE("ids map to distinct safe directories and back") {
  const std::pair<std::string, std::string> known[] = {
      {"session-1.a_B", "session-1.a_B"},
      {".", "~002E"},
      {"..", "~002E~002E"},
      {"...", "..."},
      {"a/b", "a~002Fb"},
      {"~", "~007E"},
      {"~002E", "~007E002E"},
      {"é", "~00E9"},
      {"€", "~20AC"},
      {"😀", "~D83D~DE00"},
      {"a b", "a~0020b"},
      {std::string("a\0b", 3), "a~0000b"},
  };
  std::set<std::string> segments;
  for (const auto& [id, segment] : known) {
    INFO(segment);
    CHECK(id_segment(id) == segment);
    CHECK(id_of_segment(segment) == id);
    CHECK(segments.insert(segment).second);
  }
}

TEST_CASE("an empty id and one that is not UTF-8 are errors") {
  for (const char* id : {"", "\xED\xA0\x80", "\xFF", "a\xC3"}) {
    const auto segment = id_segment(id);
    REQUIRE_FALSE(segment);
    CHECK(segment.error().code == fault::kInvalidHeader);
  }
}

TEST_CASE("names that no id has are not taken for ids") {
  for (const char* segment : {"", ".", "..", "~", "~12", "~00e9", "~0041", "a b", "~D83D", "~DE00",
                              "~DE00~D83D", "~002Ea", "é"}) {
    INFO(segment);
    CHECK_FALSE(id_of_segment(segment));
  }
}

TEST_CASE("a project folder groups by path and never leaves the root") {
  CHECK(project_folder(std::nullopt) == "_no-cwd");
  CHECK(project_folder("/tmp/ws") == "--tmp-ws--");
  CHECK(project_folder("/") == "--root--");
  CHECK(project_folder("///a//b") == "--a-b--");
  CHECK(project_folder("C:\\x\\y") == "--C-x-y--");
  CHECK(project_folder("/tmp-ws") == project_folder("/tmp/ws"));
  CHECK(project_folder("/über x") == "--~00FCber~0020x--");
  CHECK(project_folder("/a\xFF") == "--a~FFFD--");
  const std::string deep = project_folder("/" + std::string(1000, 'x'));
  CHECK(deep.size() == 255);
  CHECK(deep.ends_with("x--"));
}

TEST_CASE("a header line has its keys in order and is read back") {
  SessionHeader header;
  header.id = "a\"b";
  header.created_at = 5;
  CHECK(header_line(header) ==
        "{\"type\":\"session\",\"version\":0,\"id\":\"a\\\"b\",\"createdAt\":5,\"delegationDepth\":"
        "0}\n");
  header.cwd = "/w";
  header.parent_session = "p";
  header.seed_length = 3;
  header.subagent = true;
  header.delegation_depth = 2;
  header.agent_preset = "x";
  const std::string line = header_line(header);
  CHECK(line ==
        "{\"type\":\"session\",\"version\":0,\"id\":\"a\\\"b\",\"createdAt\":5,\"cwd\":\"/w\","
        "\"parentSession\":\"p\",\"seedLength\":3,\"origin\":\"subagent\",\"delegationDepth\":2,"
        "\"agentPreset\":\"x\"}\n");
  const auto back = parse_header_line(line, "file");
  REQUIRE(back);
  CHECK(*back == header);
}

TEST_CASE("a version 1 header with unknown keys reports newer, never corrupt") {
  const auto newer = parse_header_line(R"({"type":"session","version":1,"shape":"other"})", "file");
  REQUIRE_FALSE(newer);
  CHECK(newer.error().code == fault::kUnsupported);
  CHECK(newer.error().message.find("newer") != std::string::npos);
  CHECK(newer.error().message.find("corrupt") == std::string::npos);
  for (
      const char* line :
      {"", "{", R"({"type":"event","version":0,"id":"a","createdAt":1,"delegationDepth":0})",
       R"({"version":0,"id":"a","createdAt":1,"delegationDepth":0})",
       R"({"type":"session","version":0,"id":"a","createdAt":1,"delegationDepth":0,"sandboxMode":"x"})",
       R"({"type":"session","version":0,"id":"a","createdAt":1,"delegationDepth":0,"approvalPolicy":"x"})"}) {
    INFO(line);
    const auto header = parse_header_line(line, "file");
    REQUIRE_FALSE(header);
    CHECK(header.error().code == fault::kCorrupt);
    CHECK(header.error().message.starts_with("corrupt session log file"));
  }
}

}  // namespace keel::session::jsonl
