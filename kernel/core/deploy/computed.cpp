// SPDX-License-Identifier: MIT
#include "core/deploy/computed.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/deploy/computed_form.hpp"
#include "core/deploy/deploy_error.hpp"
#include "core/deploy/file_text.hpp"
#include "core/value/utf8.hpp"

namespace keel::core {

namespace {

using ResolvedText = tl::expected<std::string, ComputedFault>;

tl::unexpected<ComputedFault> fault(std::string cause, std::string remedy) {
  return tl::make_unexpected(ComputedFault{std::move(cause), std::move(remedy)});
}

std::optional<bool> truth_of(std::string_view text) {
  constexpr std::array<std::string_view, 4> kTrue = {"true", "1", "yes", "on"};
  constexpr std::array<std::string_view, 5> kFalse = {"false", "0", "no", "off", ""};
  if (std::find(kTrue.begin(), kTrue.end(), text) != kTrue.end()) return true;
  if (std::find(kFalse.begin(), kFalse.end(), text) != kFalse.end()) return false;
  return std::nullopt;
}

template <typename Number>
std::optional<Number> number_of(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// `text` as the kind of `pattern`; absent when it is not of that kind.
Value in_kind_of(ValueView pattern, std::string_view text) {
  switch (pattern.kind()) {
    case Kind::kBool: {
      const std::optional<bool> truth = truth_of(text);
      return truth ? Value(*truth) : Value();
    }
    case Kind::kInt:
    case Kind::kUint: {
      const auto number = number_of<std::int64_t>(text);
      return number ? Value(*number) : Value();
    }
    case Kind::kDouble: {
      const auto number = number_of<double>(text);
      return number && std::isfinite(*number) ? Value(*number) : Value();
    }
    default:
      return Value(text);
  }
}

std::string_view without_final_newline(std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\v\f";
  const std::size_t start = text.find_first_not_of(kSpace);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(kSpace) - start + 1);
}

/// Resolves the computed values of one row.
class Resolver {
 public:
  explicit Resolver(const ResolveContext& context) : context_(context) {}

  /// The value that `computed` stands for; relative files start at `directory`.
  tl::expected<Value, ComputedFault> resolve(const Computed& computed,
                                             const std::filesystem::path& directory) const {
    if (computed.kind == ComputedKind::kEnv) return from_environment(computed);
    const ResolvedText text = text_of(computed, directory);
    if (!text) return tl::make_unexpected(text.error());
    if (!utf8::validate(*text)) {
      return fault(what(computed) + " gives bytes that are not UTF-8", "Settings are text");
    }
    if (computed.secret) context_.secrets.add(*text);
    return Value(*text);
  }

 private:
  static std::string what(const Computed& computed) {
    switch (computed.kind) {
      case ComputedKind::kEnv:
        return "environment variable " + printable(computed.text);
      case ComputedKind::kFile:
        return "file " + in_quotes(computed.text);
      case ComputedKind::kCommand:
        return "command " + in_quotes(computed.text);
      case ComputedKind::kHome:
        return "$home";
      case ComputedKind::kCwd:
        return "$cwd";
    }
    return "computed value";
  }

  tl::expected<Value, ComputedFault> from_environment(const Computed& computed) const {
    const std::optional<std::string_view> text = context_.environment.get(computed.text);
    if (!text) return from_default(computed);
    if (!utf8::validate(*text)) {
      return fault(what(computed) + " holds bytes that are not UTF-8", "Settings are text");
    }
    if (computed.secret) context_.secrets.add(*text);
    Value value = in_kind_of(computed.fallback, *text);
    if (!value.is_absent()) return value;
    return fault(what(computed) + " does not read as " +
                     std::string(kind_name(computed.fallback.kind())) + ", which its default is",
                 "Correct the variable or unset it");
  }

  tl::expected<Value, ComputedFault> from_default(const Computed& computed) const {
    if (computed.fallback.is_absent()) {
      return fault(what(computed) + " is not set", "Set it, or write a default beside $env");
    }
    if (computed.secret) context_.secrets.add(computed.fallback.text());
    return Value::share(computed.fallback);
  }

  ResolvedText text_of(const Computed& computed, const std::filesystem::path& directory) const {
    switch (computed.kind) {
      case ComputedKind::kFile:
        return file_text(computed, directory);
      case ComputedKind::kCommand:
        return command_text(computed);
      case ComputedKind::kHome:
        return context_.home.under(computed.text).string();
      case ComputedKind::kCwd: {
        const std::filesystem::path path = context_.working_directory / computed.text;
        const std::filesystem::path normal = path.lexically_normal();
        return (normal.has_filename() ? normal : normal.parent_path()).string();
      }
      case ComputedKind::kEnv:
        break;
    }
    return std::string();
  }

  ResolvedText file_text(const Computed& computed, const std::filesystem::path& directory) const {
    const std::filesystem::path path = directory / computed.text;
    const auto text = read_file_text(path, kLargestComputedFile);
    if (text) return std::string(without_final_newline(*text));
    return fault("file " + in_quotes(path.string()) + " " + text.error().cause,
                 "Correct the path; a relative one starts at the folder of the file that says it");
  }

  ResolvedText command_text(const Computed& computed) const {
    std::vector<std::string> arguments;
    for (const ValueView argument : computed.arguments.items()) {
      arguments.emplace_back(argument.text());
    }
    if (!context_.run_command) return fault("no command can be run here", "Use $env or $file");
    const auto output = context_.run_command(arguments, context_.command_limits);
    if (!output) {
      return fault(what(computed) + " " + output.error(), "Run it by hand to see what it says");
    }
    if (output->size() > context_.command_limits.output) {
      return fault(what(computed) + " wrote more than " +
                       std::to_string(context_.command_limits.output) + " bytes",
                   "Make it print the value alone");
    }
    return std::string(trimmed(*output));
  }

  const ResolveContext& context_;
};

std::filesystem::path directory_of(const ResolveContext& context, const Origin& origin) {
  if (origin.layer >= context.layers.size()) return context.working_directory;
  return context.layers[origin.layer].directory;
}

Error unresolved(const Row& row, const ResolveContext& context, const Origin& origin,
                 std::string_view where, const ComputedFault& why) {
  return deploy_error(deploy_code::kUnresolved, place_of(context.layers, origin),
                      row_label(row) + ": " + std::string(where) + ": " + why.cause, why.remedy);
}

/// Copies a config to a builder and resolves what is computed on the way. No recursion.
class ConfigResolution {
 public:
  ConfigResolution(const Row& row, const ResolveContext& context)
      : row_(row), context_(context), resolver_(context) {}

  Expected<Value> run() {
    put(row_.config);
    while (!open_.empty() && !fault_) {
      OpenValue& top = open_.back();
      if (top.next_child == top.value.size()) {
        leave();
        continue;
      }
      const std::size_t index = top.next_child++;
      if (top.value.is_array()) {
        path_.push_back(std::to_string(index));
        put(top.value.at(index));
        continue;
      }
      const auto [name, member] = top.value.member(index);
      builder_.name(name);
      path_.emplace_back(name);
      put(member);
    }
    if (fault_) return tl::make_unexpected(std::move(*fault_));
    return builder_.finish_or_absent();
  }

 private:
  struct OpenValue {
    ValueView value;
    std::size_t next_child;
  };

  /// Writes `value`, whose path is path_; what it opens is closed by leave().
  void put(ValueView value) {
    const auto computed = read_computed(value);
    if (!computed) {
      fail(computed.error());
    } else if (*computed) {
      put_computed(**computed);
    } else if (value.is_object()) {
      builder_.begin_object();
      open_.push_back({value, 0});
      return;
    } else if (value.is_array()) {
      builder_.begin_array();
      open_.push_back({value, 0});
      return;
    } else {
      builder_.put(value);
    }
    if (!path_.empty()) path_.pop_back();
  }

  void leave() {
    builder_.end();
    open_.pop_back();
    if (!path_.empty()) path_.pop_back();
  }

  void put_computed(const Computed& computed) {
    const auto value = resolver_.resolve(computed, directory_of(context_, origin()));
    if (value) {
      builder_.put(*value);
    } else {
      fail(value.error());
    }
  }

  Origin origin() const { return row_.config_origins.nearest(row_.config, path_); }

  void fail(const ComputedFault& why) {
    fault_ = unresolved(row_, context_, origin(), "config." + path_text(path_), why);
  }

  const Row& row_;
  const ResolveContext& context_;
  Resolver resolver_;
  Builder builder_;
  std::vector<OpenValue> open_;
  ValuePath path_;
  std::optional<Error> fault_;
};

}  // namespace

Expected<Value> resolve_config(const Row& row, const ResolveContext& context) {
  if (!row.config.is_object()) return object({});
  return ConfigResolution(row, context).run();
}

Expected<bool> resolve_disabled(const Row& row, const ResolveContext& context) {
  if (row.disabled.is_absent()) return false;
  if (row.disabled.is_bool()) return row.disabled.is_true();
  const auto set = row.origins.find(RowField::kDisabled);
  const Origin origin = set == row.origins.end() ? row.origin : set->second.back();
  const auto fail = [&](const ComputedFault& why) {
    return tl::make_unexpected(unresolved(row, context, origin, "disabled", why));
  };
  const auto computed = read_computed(row.disabled);
  if (!computed) return fail(computed.error());
  if (!*computed) return fail({"neither true nor false", "Correct it"});
  const auto value = Resolver(context).resolve(**computed, directory_of(context, origin));
  if (!value) return fail(value.error());
  if (value->is_bool()) return value->is_true();
  const std::optional<bool> truth =
      value->is_string() ? truth_of(value->text()) : std::optional<bool>();
  if (truth) return *truth;
  return fail({"what it gives is neither true nor false", "Words for it are true and false"});
}

}  // namespace keel::core
