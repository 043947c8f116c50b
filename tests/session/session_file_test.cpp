// SPDX-License-Identifier: MIT
// Session files on a real disk.
#include <csignal>
#include <map>

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include "reference_logs.hpp"
#include "session/jsonl/file_write.hpp"
#include "session/jsonl/frame_walk.hpp"
#include "session/jsonl/header_line.hpp"
#include "session/jsonl/row_text.hpp"
#include "session/jsonl/session_file.hpp"
#include "session/jsonl/session_folders.hpp"
#include "session/log/event_text.hpp"
#include "session/log/fault.hpp"
#include "stored_session.hpp"

namespace keel::session {

namespace {

namespace fs = std::filesystem;
using jsonl::Encoding;
using jsonl::SessionFile;
using jsonl::SessionFolders;
using jsonl::StoredAt;
using test::FileSink;
using test::LogFixture;
using test::TempFolder;

constexpr Encoding kEncodings[] = {Encoding::kPlain, Encoding::kZstd};

std::string text_of(const Log& log, std::int64_t from, std::int64_t end) {
  std::string text;
  jsonl::append_log_text(text, log, from, end, true);
  return text;
}

fs::path folder_of(const fs::path& root, const SessionHeader& header = test::header()) {
  return jsonl::session_folder(root, header).value();
}

/// Creates the log's file with its first `first` events.
SessionFile create(const fs::path& root, Encoding encoding, const Log& log, std::int64_t first) {
  auto file = SessionFile::create(folder_of(root), encoding, log.header(), text_of(log, 0, first));
  INFO((file ? std::string() : file.error().message));
  REQUIRE(file);
  return std::move(*file);
}

std::vector<std::string> stored_lines(const fs::path& file, Encoding encoding) {
  return test::read_back(test::read_file(file), encoding).lines;
}

unsigned mode_of(const fs::path& path) {
  struct stat state {};
  REQUIRE(::stat(path.c_str(), &state) == 0);
  return state.st_mode & 07777U;
}

/// Runs `body` in a child process and gives its wait status.
template <typename F>
int in_child(F&& body) {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    body();
    ::_exit(0);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  return status;
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("modes: directories 0700, files 0600 regardless of umask") {
  LogFixture fixture;
  fixture.run_turn(1);
  for (const mode_t mask : {0000U, 0022U, 0777U}) {
    TempFolder temp;
    const fs::path root = temp.path() / "a" / "b";
    const mode_t before = ::umask(mask);
    auto file = SessionFile::create(folder_of(root), Encoding::kZstd, test::header(),
                                    text_of(fixture.log(), 0, 3));
    ::umask(before);
    REQUIRE(file);
    for (fs::path at = file->path().parent_path(); at != temp.path(); at = at.parent_path()) {
      CHECK(mode_of(at) == 0700);
    }
    CHECK(mode_of(file->path()) == 0600);
    CHECK(files_in(file->path().parent_path()) ==
          std::vector<fs::path>{"session.jsonl.zstd", "session.lock"});
  }
}

TEST_CASE("what was appended is read again, batch by batch") {
  LogFixture fixture;
  fixture.run_turn(1);
  fixture.run_turn(2);
  const Log& log = fixture.log();
  for (const Encoding encoding : kEncodings) {
    TempFolder temp;
    std::string revision;
    {
      SessionFile file = create(temp.path(), encoding, log, 4);
      for (std::int64_t seq = 4; seq < log.seq(); ++seq) {
        REQUIRE_FALSE(file.append(text_of(log, seq, seq + 1)));
        const std::string now = file.revision().value();
        CHECK(now != revision);
        revision = now;
        CHECK(file.size() == fs::file_size(file.path()));
      }
      CHECK_FALSE(file.append(""));
      CHECK(file.revision() == revision);
    }
    auto again = SessionFile::open(folder_of(temp.path()), encoding);
    REQUIRE(again);
    // Nothing may be put behind what was not read.
    CHECK(again->append(text_of(log, 0, 1)));
    FileSink sink;
    const auto stored = again->read(*sink.sink);
    REQUIRE(stored);
    CHECK_FALSE(stored->damaged());
    CHECK(sink.lines() == test::lines(log));
    CHECK(again->revision() == revision);
  }
}

TEST_CASE("two creations of one id: one wins, the other fails, nothing is interleaved") {
  LogFixture fixture;
  fixture.run_turn(1);
  TempFolder temp;
  {
    const SessionFile file = create(temp.path(), Encoding::kZstd, fixture.log(), 3);
    const auto second =
        SessionFile::create(folder_of(temp.path()), Encoding::kZstd, test::header(), "");
    REQUIRE_FALSE(second);
    CHECK(second.error().code == fault::kLocked);
  }
  const std::string bytes = test::read_file(folder_of(temp.path()) / "session.jsonl.zstd");
  for (const Encoding encoding : kEncodings) {
    const auto third = SessionFile::create(folder_of(temp.path()), encoding, test::header(), "");
    REQUIRE_FALSE(third);
    CHECK(third.error().code == fault::kAlreadyExists);
  }
  CHECK(test::read_file(folder_of(temp.path()) / "session.jsonl.zstd") == bytes);
}

TEST_CASE("a name that appears between check and publication is not overwritten") {
  TempFolder temp;
  const fs::path final_path = temp.path() / "session.jsonl";
  auto mine = jsonl::TempFile::make(final_path);
  REQUIRE(mine);
  test::write_file(final_path, "theirs");
  const auto fault = mine->publish_new();
  REQUIRE(fault);
  CHECK(fault->code == fault::kAlreadyExists);
  CHECK(test::read_file(final_path) == "theirs");
  const fs::path left = mine->path();
  { const jsonl::TempFile gone = std::move(*mine); }
  CHECK_FALSE(fs::exists(left));
}

TEST_CASE("a lock tells its owner and dies with it") {
  LogFixture fixture;
  fixture.run_turn(1);
  TempFolder temp;
  { const SessionFile file = create(temp.path(), Encoding::kZstd, fixture.log(), 3); }
  int ready[2];
  REQUIRE(::pipe(ready) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const auto held = SessionFile::open(folder_of(temp.path()), Encoding::kZstd);
    const char byte = held ? 'y' : 'n';
    if (::write(ready[1], &byte, 1) != 1) ::_exit(1);
    while (true) ::pause();
  }
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  CHECK(byte == 'y');
  const auto refused = SessionFile::open(folder_of(temp.path()), Encoding::kZstd);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == fault::kLocked);
  CHECK(refused.error().data["pid"].integer() == child);
  CHECK(refused.error().message.find(std::to_string(child)) != std::string::npos);
  // Readers need no lock.
  const SessionFolders folders(temp.path());
  FileSink sink;
  CHECK(folders.read({folder_of(temp.path()), Encoding::kZstd}, "s1",
                     [&]() -> jsonl::RowSink& { return sink.reset(); }));

  ::kill(child, SIGKILL);
  REQUIRE(::waitpid(child, nullptr, 0) == child);
  CHECK(SessionFile::open(folder_of(temp.path()), Encoding::kZstd));
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_CASE("kill -9 between two appends: reopen shows a prefix") {
  LogFixture fixture;
  for (int turn = 1; turn <= 3; ++turn) fixture.run_turn(turn);
  const Log& log = fixture.log();
  for (const Encoding encoding : kEncodings) {
    TempFolder temp;
    const int status = in_child([&] {
      auto file =
          SessionFile::create(folder_of(temp.path()), encoding, log.header(), text_of(log, 0, 2));
      if (!file) ::_exit(1);
      for (std::int64_t seq = 2; seq < 20; ++seq) {
        if (file->append(text_of(log, seq, seq + 1))) ::_exit(1);
      }
      ::raise(SIGKILL);
    });
    CHECK(WIFSIGNALED(status));
    const auto all = test::lines(log);
    CHECK(stored_lines(folder_of(temp.path()) / jsonl::file_name(encoding), encoding) ==
          std::vector<std::string>(all.begin(), all.begin() + 20));
  }
}

TEST_CASE(
    "full disk during append: prior size restored; the next flush writes the same batch once") {
  LogFixture fixture;
  for (int turn = 1; turn <= 4; ++turn) fixture.run_turn(turn);
  const Log& log = fixture.log();
  for (const Encoding encoding : kEncodings) {
    TempFolder temp;
    // In a child: a limit on the size of files cannot be lifted again by everybody.
    const int status = in_child([&] {
      ::signal(SIGXFSZ, SIG_IGN);
      auto file =
          SessionFile::create(folder_of(temp.path()), encoding, log.header(), text_of(log, 0, 5));
      if (!file) ::_exit(2);
      const std::uint64_t size = file->size();
      rlimit before{};
      ::getrlimit(RLIMIT_FSIZE, &before);
      const rlimit small{size + 20, before.rlim_max};
      ::setrlimit(RLIMIT_FSIZE, &small);
      const auto fault = file->append(text_of(log, 5, log.seq()));
      if (!fault || fault->code != fault::kStorage) ::_exit(3);
      if (fault->data["errno"].integer() != EFBIG) ::_exit(4);
      if (file->size() != size || fs::file_size(file->path()) != size) ::_exit(5);
      ::setrlimit(RLIMIT_FSIZE, &before);
      if (file->append(text_of(log, 5, log.seq()))) ::_exit(6);
    });
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    CHECK(stored_lines(folder_of(temp.path()) / jsonl::file_name(encoding), encoding) ==
          test::lines(log));
  }
}

TEST_CASE("full file system: creation leaves nothing, an append leaves the file as it was") {
  TempFolder temp;
  if (::mount("tmpfs", temp.path().c_str(), "tmpfs", 0, "size=64k,mode=0700") != 0) {
    WARN("skipped: a file system of its own needs the right to mount");
    return;
  }
  LogFixture fixture;
  fixture.open(1, 1);
  fixture.user(std::string(200000, 'x'));
  const Log& log = fixture.log();
  {
    const auto none = SessionFile::create(folder_of(temp.path()), Encoding::kPlain, log.header(),
                                          text_of(log, 0, 3));
    REQUIRE_FALSE(none);
    CHECK(none.error().code == fault::kStorage);
    CHECK(none.error().data["errno"].integer() == ENOSPC);
    CHECK(files_in(folder_of(temp.path())) == std::vector<fs::path>{"session.lock"});

    SessionFile file = create(temp.path(), Encoding::kPlain, log, 2);
    const std::string before = test::read_file(file.path());
    const auto fault = file.append(text_of(log, 2, 3));
    REQUIRE(fault);
    CHECK(fault->data["errno"].integer() == ENOSPC);
    CHECK(test::read_file(file.path()) == before);
    CHECK_FALSE(file.append(test::lines(log)[0] + "\n"));
  }
  REQUIRE(::umount(temp.path().c_str()) == 0);
}

TEST_CASE(
    "a torn file is repaired to a sound one that holds every recovered event, and then stays as it "
    "is") {
  LogFixture fixture;
  fixture.open(1, 1);
  fixture.user("question");
  for (int i = 0; i < 9; ++i) fixture.chunk("piece " + std::to_string(i));
  const Log& log = fixture.log();
  const auto all = test::lines(log);
  for (const Encoding encoding : kEncodings) {
    const std::string bytes = test::stored(log, encoding, {0, 2, 3, 5, log.seq()});
    const std::size_t header =
        encoding == Encoding::kPlain ? bytes.find('\n') + 1 : jsonl::walk_frame(bytes).size;
    for (std::size_t size = header; size <= bytes.size(); size += 19) {
      TempFolder temp;
      const fs::path folder = folder_of(temp.path());
      REQUIRE_FALSE(jsonl::make_folders(folder));
      const fs::path path = folder / jsonl::file_name(encoding);
      test::write_file(path, std::string_view(bytes).substr(0, size));
      test::write_file(path.string() + ".0123456789ab.tmp", "left behind");
      std::vector<std::string> expected;
      {
        auto file = SessionFile::open(folder, encoding);
        REQUIRE(file);
        FileSink sink;
        const auto stored = file->read(*sink.sink);
        REQUIRE(stored);
        LogSeed& seed = sink.sink->seed();
        std::string text;
        jsonl::append_log_text(text, seed.log(), stored->kept_seq, stored->next_seq, true);
        for (EventFields& closer : seed.closers()) {
          append_event_json(text, closer);
          text += '\n';
          REQUIRE_FALSE(seed.add(std::move(closer)));
        }
        expected = sink.lines();
        REQUIRE_FALSE(file->repair(*stored, text));
      }
      INFO(size << " of " << bytes.size());
      const auto back = test::read_back(test::read_file(path), encoding);
      CHECK(back.code.empty());
      CHECK_FALSE(back.log.damaged());
      CHECK(back.lines == expected);
      CHECK(files_in(folder).size() == 2);
      EventPool pool;
      CHECK_FALSE(test::load(pool, back.lines)->turn_open());
    }
  }
}

TEST_CASE("replace_tail keeps what is before the seq, wherever batches and runs end") {
  LogFixture fixture;
  fixture.open(1, 1);
  fixture.user("question");
  for (int i = 0; i < 9; ++i) fixture.chunk("piece " + std::to_string(i));
  fixture.close(1, 1);
  const Log& log = fixture.log();
  const auto all = test::lines(log);
  for (const Encoding encoding : kEncodings) {
    for (std::int64_t from = 0; from <= log.seq(); ++from) {
      TempFolder temp;
      const fs::path folder = folder_of(temp.path());
      REQUIRE_FALSE(jsonl::make_folders(folder));
      const fs::path path = folder / jsonl::file_name(encoding);
      test::write_file(path, test::stored(log, encoding, {0, 2, 7, 8, log.seq()}));
      auto file = SessionFile::open(folder, encoding);
      REQUIRE(file);
      FileSink sink;
      REQUIRE(file->read(*sink.sink));
      const std::string tail =
          R"({"type":"session/title","seq":)" + std::to_string(from) + R"(,"time":1,"data":{}})";
      REQUIRE_FALSE(file->replace_tail(from, tail + "\n"));
      std::vector<std::string> expected(all.begin(), all.begin() + from);
      expected.push_back(tail);
      CHECK(stored_lines(path, encoding) == expected);
      CHECK(file->replace_tail(from + 2, ""));
      CHECK_FALSE(file->append(R"({"type":"session/title","seq":)" + std::to_string(from + 1) +
                               R"(,"time":1,"data":{}})" + "\n"));
      CHECK(stored_lines(path, encoding).size() == expected.size() + 1);
    }
  }
}

TEST_CASE("a file that somebody else changed or deleted is not written to") {
  LogFixture fixture;
  fixture.run_turn(1);
  TempFolder temp;
  SessionFile file = create(temp.path(), Encoding::kPlain, fixture.log(), 3);
  const std::string bytes = test::read_file(file.path());
  test::write_file(file.path(), bytes + "x");
  const auto changed = file.append(text_of(fixture.log(), 3, 4));
  REQUIRE(changed);
  CHECK(changed->message.find("changed by somebody else") != std::string::npos);
  CHECK(test::read_file(file.path()) == bytes + "x");
  test::write_file(file.path(), bytes);
  CHECK_FALSE(file.append(text_of(fixture.log(), 3, 4)));
  fs::remove(file.path());
  CHECK(file.append(text_of(fixture.log(), 4, 5)));
}

TEST_CASE(
    "header renamed to another id, or a file moved to another project, is refused before repair") {
  LogFixture fixture;
  fixture.run_turn(1);
  for (const Encoding encoding : kEncodings) {
    TempFolder temp;
    { const SessionFile file = create(temp.path(), encoding, fixture.log(), 3); }
    const SessionFolders folders(temp.path());
    const auto at = folders.find("s1");
    REQUIRE(at);
    REQUIRE(*at);
    const std::string bytes = test::read_file((*at)->file());
    const auto read = [&](const StoredAt& place, std::string_view id) {
      FileSink sink;
      return folders.read(place, id, [&]() -> jsonl::RowSink& { return sink.reset(); });
    };
    CHECK(read(**at, "s1"));
    CHECK(read(**at, "s2").error().code == fault::kCorrupt);

    const fs::path elsewhere = temp.path() / "--other--" / "s1";
    fs::create_directories(elsewhere);
    fs::rename((*at)->file(), elsewhere / jsonl::file_name(encoding));
    const StoredAt moved{elsewhere, encoding};
    const auto refused = read(moved, "s1");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == fault::kCorrupt);
    CHECK(folders.read_raw(moved, "s1").error().code == fault::kCorrupt);
    CHECK(test::read_file(moved.file()) == bytes);
  }
}

TEST_CASE("one id stored twice is an error, not a choice") {
  LogFixture fixture;
  fixture.run_turn(1);
  TempFolder temp;
  { const SessionFile file = create(temp.path(), Encoding::kZstd, fixture.log(), 3); }
  const SessionFolders folders(temp.path());
  const fs::path folder = folder_of(temp.path());
  const std::vector<fs::path> doubles{folder / "session.jsonl", folder.parent_path() / "s1.jsonl",
                                      folder.parent_path() / "s1.jsonl.zstd",
                                      temp.path() / "_no-cwd" / "s1" / "session.jsonl"};
  fs::create_directories(temp.path() / "_no-cwd" / "s1");
  for (const fs::path& path : doubles) {
    INFO(path);
    test::write_file(path, "x");
    const auto found = folders.find("s1");
    REQUIRE_FALSE(found);
    CHECK(found.error().code == fault::kCorrupt);
    fs::remove(path);
  }
  CHECK(folders.find("s1"));
  fs::remove(folder / "session.jsonl.zstd");
  test::write_file(folder.parent_path() / "s1.jsonl", "x");
  CHECK_FALSE(folders.find("s1"));
  CHECK_FALSE(folders.find(""));
  CHECK(folders.find("unknown").value() == std::nullopt);
}

TEST_CASE("two cwd values with one slug keep separate sessions apart by id") {
  LogFixture fixture;
  fixture.run_turn(1);
  TempFolder temp;
  SessionHeader a = test::header();
  a.cwd = "/tmp/ws";
  SessionHeader b = a;
  b.cwd = "/tmp-ws";
  b.id = "s2";
  for (const SessionHeader& header : {a, b}) {
    REQUIRE(SessionFile::create(folder_of(temp.path(), header), Encoding::kZstd, header,
                                text_of(fixture.log(), 0, 2)));
  }
  const SessionFolders folders(temp.path());
  CHECK(folders.find("s1").value()->folder.parent_path() ==
        folders.find("s2").value()->folder.parent_path());
  const auto listed = folders.list();
  REQUIRE(listed);
  CHECK(listed->size() == 2);
  for (const auto& entry : *listed) {
    REQUIRE(entry.header);
    CHECK(entry.header->cwd == (entry.id == "s1" ? a.cwd : b.cwd));
  }
}

TEST_CASE("a damaged or foreign log does not hide the others, and is listed with its damage") {
  LogFixture fixture;
  fixture.run_turn(1);
  TempFolder temp;
  { const SessionFile file = create(temp.path(), Encoding::kZstd, fixture.log(), 3); }
  const auto plant = [&](const std::string& id, const std::string& name, const std::string& bytes) {
    fs::create_directories(temp.path() / "--p--" / id);
    test::write_file(temp.path() / "--p--" / id / name, bytes);
  };
  plant("garbage", "session.jsonl.zstd", "not a frame");
  plant("newer", "session.jsonl", "{\"type\":\"session\",\"version\":9,\"x\":1}\n");
  plant("moved", "session.jsonl", jsonl::header_line(test::header()));
  plant("empty", "session.jsonl", "");
  plant("nothing", "other.txt", "x");
  test::write_file(temp.path() / "stray", "x");
  const auto listed = SessionFolders(temp.path()).list();
  REQUIRE(listed);
  std::map<std::string, std::string> seen;
  for (const auto& entry : *listed) {
    seen[entry.id] = entry.header ? "sound" : entry.unsupported ? "unsupported" : "damaged";
    CHECK_FALSE(entry.revision.empty());
    CHECK(entry.damage.empty() == entry.header.has_value());
  }
  CHECK(seen == std::map<std::string, std::string>{{"s1", "sound"},
                                                   {"garbage", "damaged"},
                                                   {"newer", "unsupported"},
                                                   {"moved", "damaged"}});
  CHECK(SessionFolders(temp.path() / "absent").list()->empty());
}

TEST_CASE("readers leave bytes, times and folders as they are") {
  LogFixture fixture;
  fixture.open(1, 1);
  fixture.user("x");
  for (const Encoding encoding : kEncodings) {
    TempFolder temp;
    const fs::path folder = folder_of(temp.path());
    REQUIRE_FALSE(jsonl::make_folders(folder));
    const fs::path path = folder / jsonl::file_name(encoding);
    const std::string bytes = test::stored_singly(fixture.log(), encoding);
    test::write_file(path, std::string_view(bytes).substr(0, bytes.size() - 3));
    const std::string before = [&] {
      const jsonl::Descriptor file(::open(path.c_str(), O_RDONLY));
      return jsonl::revision_of(file.get(), path).value();
    }();
    const SessionFolders folders(temp.path());
    CHECK(folders.list()->size() == 1);
    const auto at = folders.find("s1").value();
    REQUIRE(at);
    FileSink sink;
    const auto stored = folders.read(*at, "s1", [&]() -> jsonl::RowSink& { return sink.reset(); });
    REQUIRE(stored);
    CHECK(stored->damaged());
    CHECK(sink.lines().size() == (encoding == Encoding::kPlain ? 2 : 3));
    const auto raw = folders.read_raw(*at, "s1");
    REQUIRE(raw);
    CHECK(raw->ends_with("\n"));
    const jsonl::Descriptor file(::open(path.c_str(), O_RDONLY));
    CHECK(jsonl::revision_of(file.get(), path) == before);
    CHECK(files_in(folder).size() == 1);
  }
}

TEST_CASE("a session that is deleted is gone, one that is open is not deleted") {
  LogFixture fixture;
  fixture.run_turn(1);
  TempFolder temp;
  const SessionFolders folders(temp.path());
  {
    const SessionFile file = create(temp.path(), Encoding::kZstd, fixture.log(), 3);
    const auto refused = folders.remove(folders.find("s1").value().value());
    REQUIRE(refused);
    CHECK(refused->code == fault::kLocked);
  }
  CHECK_FALSE(folders.remove(folders.find("s1").value().value()));
  CHECK(folders.find("s1").value() == std::nullopt);
  CHECK_FALSE(fs::exists(folder_of(temp.path())));
  CHECK(create(temp.path(), Encoding::kPlain, fixture.log(), 3).size() > 0);
}

TEST_CASE("stored text is given as it is, without the torn end") {
  for (const test::ReferenceLog& recorded : test::reference_logs()) {
    INFO(recorded.name);
    const SessionFolders folders(recorded.root);
    const auto listed = folders.list();
    REQUIRE(listed);
    REQUIRE(listed->size() == 1);
    CHECK(listed->front().at.file() == recorded.file);
    const auto raw = folders.read_raw(listed->front().at, listed->front().id);
    REQUIRE(raw);
    CHECK(raw->starts_with("{\"type\":\"session\""));
    CHECK(raw->ends_with("}\n"));
  }
}

TEST_CASE("a batch larger than a frame holds becomes several frames of whole lines") {
  LogFixture fixture;
  fixture.open(1, 1);
  for (int i = 0; i < 5; ++i)
    fixture.user(std::string(std::size_t{3} << 20U, static_cast<char>('a' + i)));
  TempFolder temp;
  const SessionFile file = create(temp.path(), Encoding::kZstd, fixture.log(), fixture.log().seq());
  const std::string bytes = test::read_file(file.path());
  std::size_t frames = 0;
  for (std::string_view rest = bytes; !rest.empty(); ++frames) {
    rest.remove_prefix(jsonl::walk_frame(rest).size);
  }
  CHECK(frames == 3);
  CHECK(stored_lines(file.path(), Encoding::kZstd) == test::lines(fixture.log()));
}

}  // namespace keel::session
