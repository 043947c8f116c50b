// A tool that greets somebody.
#include <keel/contracts/tools.hpp>
#include <keel/sdk.hpp>

using keel::contracts::tools::Tool;

class Greet : public keel::Plugin {
 public:
  using Plugin::Plugin;

  void start() {
    keel::keep(context().publish("tool/greet", keel::json(kMetadata), kMethods, this));
  }

 private:
  keel::Value execute(keel::Call, keel::ValueView in) {
    const std::string greeting(config()["greeting"].text_or("Hello"));
    const std::string name(in["arguments"]["name"].text());
    return keel::object({{"value", greeting + ", " + name + "!"}});
  }

  keel::Value render(keel::Call, keel::ValueView in) {
    const keel::Value text = keel::object({{"type", "text"}, {"text", in["value"].text()}});
    return keel::object({{"content", keel::array({text})}});
  }

  static constexpr keel::Methods kMethods{keel::method<Tool::kExecute, &Greet::execute>,
                                          keel::method<Tool::kRender, &Greet::render>};
  static constexpr const char* kMetadata = R"({
    "description": "Greets somebody by name.",
    "parameters": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
    "output": {"schema": {"type": "string"}}
  })";
};

KEEL_PLUGIN(Greet, KEEL_PLUGIN_ID, KEEL_PLUGIN_VERSION)
