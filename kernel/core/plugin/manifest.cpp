// SPDX-License-Identifier: MIT
#include "core/plugin/manifest.hpp"

#include <algorithm>
#include <array>

namespace keel::core {

namespace {

constexpr std::array<std::string_view, 14> kKnown = {
    "id",       "version", "abi",        "description", "licence",   "provides",  "requires",
    "optional", "config",  "instancing", "swap",        "contracts", "front_end", "unload"};

Error wrong(std::string_view origin, std::string_view path, std::string_view text) {
  return Error::failed("MANIFEST", std::string(origin) + ": manifest " + std::string(path) + ": " +
                                       std::string(text));
}

class Reader {
 public:
  Reader(ValueView root, std::string_view origin) : root_(root), origin_(origin) {}

  void text(std::string_view name, std::string& into, bool required) {
    const ValueView value = root_[name];
    if (value.is_absent() && !required) return;
    if (!value.is_string() || (required && value.text().empty())) {
      fail(name, "expected a non-empty string, found " + std::string(kind_name(value.kind())));
      return;
    }
    into = value.text();
  }

  void choice(std::string_view name, std::string& into,
              std::initializer_list<std::string_view> allowed) {
    text(name, into, false);
    if (std::find(allowed.begin(), allowed.end(), into) != allowed.end()) return;
    std::string list;
    for (const std::string_view one : allowed)
      list += (list.empty() ? "" : ", ") + std::string(one);
    fail(name, "\"" + into + "\" is not one of " + list);
  }

  void names(std::string_view name, std::vector<std::string>& into) {
    const ValueView value = root_[name];
    if (value.is_absent()) return;
    if (!value.is_array()) {
      fail(name,
           "expected an array of service names, found " + std::string(kind_name(value.kind())));
      return;
    }
    for (const ValueView item : value.items()) {
      if (item.text().find('/') == std::string_view::npos) {
        fail(name, "\"" + std::string(item.text()) + "\" is not a service name (family/name)");
        return;
      }
      into.emplace_back(item.text());
    }
  }

  void fail(std::string_view path, std::string_view text) {
    if (!error_) error_ = wrong(origin_, path, text);
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  ValueView root_;
  std::string_view origin_;
  std::optional<Error> error_;
};

}  // namespace

Expected<Manifest> Manifest::parse(std::string_view json, std::string_view origin) {
  const auto parsed = parse_json(json);
  if (!parsed) {
    return tl::make_unexpected(wrong(origin, "JSON",
                                     parsed.error().message + " at line " +
                                         std::to_string(parsed.error().line) + ", column " +
                                         std::to_string(parsed.error().column)));
  }
  const ValueView root = *parsed;
  if (!root.is_object()) return tl::make_unexpected(wrong(origin, "JSON", "expected an object"));
  Manifest manifest;
  Reader reader(root, origin);
  reader.text("id", manifest.id, true);
  reader.text("version", manifest.version, true);
  reader.text("abi", manifest.abi, true);
  reader.text("description", manifest.description, false);
  reader.text("licence", manifest.licence, false);
  reader.names("provides", manifest.provides);
  reader.names("requires", manifest.requires_);
  reader.names("optional", manifest.optional);
  reader.choice("instancing", manifest.instancing, {"kernel", "process"});
  reader.choice("swap", manifest.swap, {"overlap", "handover", "restart"});
  manifest.config = Value::share(root["config"]);
  if (!manifest.config.is_absent() && !manifest.config.is_object())
    reader.fail("config", "expected a JSON schema object");
  manifest.front_end = root["front_end"].is_true();
  for (const ValueView contract : root["contracts"].items())
    manifest.contracts.push_back(Value::share(contract));
  for (const auto [name, value] : root.members()) {
    if (std::find(kKnown.begin(), kKnown.end(), name) == kKnown.end())
      reader.fail(name, "unknown member; check the spelling");
  }
  if (manifest.id.find('/') == std::string::npos)
    reader.fail("id", "\"" + manifest.id + "\" is not of the form family/name");
  if (reader.error()) return tl::make_unexpected(*reader.error());
  return manifest;
}

}  // namespace keel::core
