// SPDX-License-Identifier: MIT
#include "failure.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "keel/value.hpp"
#include "token_usage.hpp"
#include "wording.hpp"

using namespace keel;
using namespace keel::llm_openai;

TEST_CASE("the words of an overflow are recognised") {
  for (const char* text : {
           "This model's maximum context length is 1048565 tokens. However, you requested 1250025",
           "context_length_exceeded",
           "Context window overflowed",
           "context-window limit exceeded",
           "the max allowed context window is 8",
           "Prompt too long for the model's context",
           "request too large for context",
           "input is too long for this model",
           "prompt is too long: 3333404 tokens > 200000 maximum",
           "the request exceeds the available context size, try increasing it",
           "Your input exceeded the context window of this model",
           "message is larger than the model's context",
           "The input token count (1250074) exceeds the maximum number of tokens allowed "
           "(1048576).",
       }) {
    CAPTURE(text);
    CHECK(tells_context_overflow(text));
  }
  for (const char* text : {
           "",
           "context",
           "the file is too large",
           "max tokens must be positive",
           "request exceeds rate limit",
           "the maximum length of a name is 64",
           "messages too long for the model to like",
       }) {
    CAPTURE(text);
    CHECK_FALSE(tells_context_overflow(text));
  }
}

TEST_CASE("the words of a used-up quota are recognised") {
  for (const char* text :
       {"insufficient_quota", "Insufficient Balance", "Quota exceeded for metric",
        "usage limit reached", "You exceeded your current quota, please check", "credits depleted",
        "You are out of credits"}) {
    CAPTURE(text);
    CHECK(tells_quota(text));
  }
  for (const char* text : {"", "rate limit exceeded", "you have exceeded rate limit",
                           "Number of request tokens has exceeded your per-minute rate limit"}) {
    CAPTURE(text);
    CHECK_FALSE(tells_quota(text));
  }
}

TEST_CASE("markup and walls of text are searched in bounded time") {
  CHECK_FALSE(tells_context_overflow(std::string(10U << 20U, 'a')));
  std::string words;
  for (int i = 0; i < 500000; ++i) words += "input ";
  CHECK_FALSE(tells_context_overflow(words));
}

TEST_CASE("Retry-After zero, past, or garbage is dropped") {
  constexpr std::int64_t kNow = 784111777000;  // Sun, 06 Nov 1994 08:49:37 GMT
  CHECK(parse_retry_after("2", kNow) == 2000.0);
  CHECK(parse_retry_after("Sun, 06 Nov 1994 08:49:40 GMT", kNow) == 3000.0);
  for (const char* text : {"", "0", "000", "-1", "1.5", "soon", "99999999999999999999",
                           "Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:30 GMT",
                           "Sun, 06 Foo 1994 08:49:40 GMT", "Sun, 06 Nov 1994 8:49:40 GMT",
                           "Sun, 46 Nov 1994 08:49:40 GMT"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_retry_after(text, kNow));
  }
}

TEST_CASE("PRV-55 usage comes in disjoint counts whose sum is the provider's total") {
  const auto check = [](const char* wire, const char* expected) {
    CAPTURE(wire);
    CHECK(to_json(token_usage(json(wire))) == expected);
  };
  check(R"({"prompt_tokens":10,"completion_tokens":3,"total_tokens":13})",
        R"({"inputTokens":10,"outputTokens":3})");
  check(R"({"prompt_tokens":10,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":4}})",
        R"({"inputTokens":6,"outputTokens":3,"cacheReadTokens":4})");
  check(R"({"prompt_tokens":10,"completion_tokens":3,"prompt_cache_hit_tokens":10})",
        R"({"inputTokens":0,"outputTokens":3,"cacheReadTokens":10})");
  // Thinking within the completion.
  check(R"({"prompt_tokens":9,"completion_tokens":12,"total_tokens":21,
            "completion_tokens_details":{"reasoning_tokens":7}})",
        R"({"inputTokens":9,"outputTokens":12,"reasoningTokens":7})");
  // Thinking beside it.
  check(R"({"prompt_tokens":702,"completion_tokens":17,"total_tokens":843,
            "prompt_tokens_details":{"cached_tokens":680},
            "completion_tokens_details":{"reasoning_tokens":124}})",
        R"({"inputTokens":22,"outputTokens":141,"cacheReadTokens":680,"reasoningTokens":124})");
  // Untidy ones.
  check(R"({"prompt_tokens":5,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":9}})",
        R"({"inputTokens":0,"outputTokens":1,"cacheReadTokens":5})");
  check(R"({"completion_tokens":1})", R"({"inputTokens":0,"outputTokens":1})");
  CHECK(token_usage(json("{}")).is_absent());
  CHECK(token_usage(json(R"({"prompt_tokens":"many","completion_tokens":-1})")).is_absent());
  CHECK(token_usage({}).is_absent());
}

TEST_CASE("an error is found in whatever shape it comes") {
  const auto text = [](const char* document) { return ProviderError::read(json(document)).text(); };
  CHECK(text(R"({"error":{"message":"m","type":"t"}})") == "m");
  CHECK(text(R"({"error":"m"})") == "m");
  CHECK(text(R"({"message":"m"})") == "m");
  CHECK(text(R"([{"error":{"message":"m"}}])") == "m");
  CHECK(text(R"({"detail":"m"})") == "m");
  CHECK(text(R"({"detail":[{"msg":"m","loc":["body"]}]})") == "m");
  CHECK(text(R"({"error":{"message":"m","metadata":{"raw":"upstream"}}})") == "m: upstream");
  CHECK(text(R"({"error":{"type":"overloaded"}})") == "overloaded");
  CHECK(text(R"({})") == "");
  CHECK(ProviderError::read(json(R"({"error":{"code":502}})")).status == 502);
  CHECK(ProviderError::read(json(R"({"error":{"code":"429"}})")).status == 429);
  CHECK_FALSE(ProviderError::read(json(R"({"error":{"code":"429x"}})")).status);
}

TEST_CASE("outside text is cut between characters and is UTF-8") {
  CHECK(shortened("abc", 3) == "abc");
  CHECK(shortened("abcd", 3) == "abc...");
  CHECK(shortened("a\u20ac", 2) == "a...");
  CHECK(shortened("a\nb\tc\x01", 9) == "a b c ");
  CHECK(shortened("a\xff", 9) == "a?");
}
