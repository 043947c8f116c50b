// SPDX-License-Identifier: MIT
#include "cli/sessions_command.hpp"

#include <cstdio>
#include <ctime>
#include <functional>
#include <optional>
#include <utility>

#include "cli/exit_code.hpp"
#include "keel/contracts/session.hpp"
#include "keel/sdk.hpp"
#include "session/jsonl/header_line.hpp"
#include "session/log/session_header.hpp"

namespace keel::cli {

using SessionService = contracts::session::Sessions;

namespace {

/// Only the stores are needed to read what is stored.
bool is_store(const core::Row& row) {
  return row.group || row.plugin.rfind("session/", 0) == 0 || row.plugin.empty();
}

Task<void> ask(Context context, std::uint32_t ordinal, Value request,
               std::optional<Expected<Message>>* answer) {
  Expected<Ref> store = context.resolve("kernel/sessions");
  if (!store) {
    answer->emplace(tl::make_unexpected(store.error()));
    co_return;
  }
  Message question = std::move(request);
  Expected<Message> outcome = co_await context.invoke(*store, ordinal, std::move(question));
  answer->emplace(std::move(outcome));
}

/// Boots the stores, asks kernel/sessions once, and hands the answer to `use`.
int with_answer(const DeploymentOptions& options, std::uint32_t ordinal, Value request,
                const std::function<int(const Message&)>& use) {
  auto booted = prepare(options, is_store);
  if (!booted) return report(booted.error());
  if (auto up = booted->host->boot(); !up) return report(up.error());
  std::optional<Expected<Message>> answer;
  {
    Instance instance(booted->host->kernel().host_ctx());
    instance.context().spawn(ask(instance.context(), ordinal, std::move(request), &answer));
    booted->host->kernel().exec().run_until([&answer] { return answer.has_value(); });
  }
  if (!*answer) {
    std::fprintf(stderr, "keel: %s\n", answer->error().message.c_str());
    return answer->error().code == "SESSION_NOT_FOUND" ? kUsage : kDeployment;
  }
  const int code = use(**answer);
  answer.reset();
  return code;
}

std::string time_text(std::int64_t ms) {
  const auto seconds = static_cast<std::time_t>(ms / 1000);
  std::tm local{};
  localtime_r(&seconds, &local);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &local);
  return text;
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void show_blocks(ValueView content) {
  for (const ValueView block : content.items()) {
    const std::string_view type = block["type"].text();
    if (type == "text") {
      print(block["text"].text());
      print("\n");
    } else if (type == "tool-call") {
      print("[tool call " + std::string(block["name"].text()) + "] " +
            std::string(block["arguments"].text()) + "\n");
    } else if (type == "tool-result") {
      print(block["isError"].is_true() ? "[tool error]\n" : "[tool result]\n");
      show_blocks(block["content"]);
    } else if (type != "reasoning") {
      print("[" + std::string(type) + "]\n");
    }
  }
}

/// Append-origin events only: replacements hide text that the reader saw.
void show_event(ValueView event) {
  const std::string_view type = event["type"].text();
  const ValueView data = event["data"];
  if (event["surfaceOp"].text() == "append") {
    const ValueView message =
        type == "user/message" || type == "steering/message" ? data : data["message"];
    if (type == "assistant/message") print("\n## assistant\n");
    if (type == "user/message")
      print(message["source"]["kind"].text() == "user" ? "\n## user\n" : "\n## context\n");
    show_blocks(message["content"]);
    return;
  }
  if (type == "prompt/blocked")
    print("\n[prompt blocked: " + std::string(data["reason"].text()) + "]\n");
  if (type == "turn/end") {
    const std::string_view kind = data["reason"]["kind"].text();
    if (kind != "completed") print("\n[turn ended: " + std::string(kind) + "]\n");
  }
}

}  // namespace

int list_sessions(const DeploymentOptions& options, bool json) {
  Value request = options.cwd.empty()
                      ? object({})
                      : object({{"cwd", std::filesystem::absolute(options.cwd).string()}});
  return with_answer(options, SessionService::kStored, std::move(request),
                     [json](const Message& answer) {
                       if (json) {
                         print(to_json(answer["sessions"]) + "\n");
                         return kCompleted;
                       }
                       for (const ValueView entry : answer["sessions"].items()) {
                         const ValueView header = entry["header"];
                         std::string line = time_text(header["createdAt"].integer_or(0)) + "  " +
                                            std::string(header["id"].text()) + "  " +
                                            std::string(header["cwd"].text());
                         if (entry["damaged"].is_true())
                           line += "  [damaged: " + std::string(entry["reason"].text()) + "]";
                         print(line + "\n");
                       }
                       return kCompleted;
                     });
}

int show_session(const DeploymentOptions& options, const std::string& id) {
  return with_answer(options, SessionService::kInspect, object({{"session_id", id}}),
                     [](const Message& answer) {
                       const ValueView header = answer["header"];
                       print("# session " + std::string(header["id"].text()) + "\n" +
                             time_text(header["createdAt"].integer_or(0)) + "  " +
                             std::string(header["cwd"].text()) + "\n");
                       for (const ValueView event : answer["events"].items()) show_event(event);
                       return kCompleted;
                     });
}

int export_session(const DeploymentOptions& options, const std::string& id, bool unpacked) {
  const Value request = object({{"session_id", id}});
  if (!unpacked) {
    return with_answer(options, SessionService::kRaw, request, [](const Message& answer) {
      print(answer["content"].text());
      return kCompleted;
    });
  }
  return with_answer(options, SessionService::kInspect, request, [](const Message& answer) {
    if (const auto header = session::parse_header(answer["header"]))
      print(session::jsonl::header_line(*header));
    for (const ValueView event : answer["events"].items()) print(to_json(event) + "\n");
    return kCompleted;
  });
}

}  // namespace keel::cli
