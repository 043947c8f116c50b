#include "reply.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/status.hpp>
#include <charconv>
#include <limits>
#include <optional>

namespace keel::testing {
namespace {

// The parts as one string, with the places where events end and where something else happens.
struct FlatBody {
  struct Mark {
    std::size_t offset = 0;
    std::optional<Gate> gate{};  // empty: the end of an event
  };

  std::string bytes{};
  std::vector<Mark> marks{};
  std::size_t events = 0;
};

FlatBody flatten(const std::vector<WirePart>& parts) {
  FlatBody flat;
  flat.marks.reserve(parts.size());
  for (const WirePart& part : parts) {
    if (const auto* bytes = std::get_if<std::string>(&part)) {
      flat.bytes += *bytes;
      flat.marks.push_back({flat.bytes.size(), std::nullopt});
      ++flat.events;
    } else if (const auto* pause = std::get_if<Pause>(&part)) {
      flat.marks.push_back({flat.bytes.size(), Gate(*pause)});
    } else if (const auto* hold = std::get_if<Hold>(&part)) {
      flat.marks.push_back({flat.bytes.size(), Gate(*hold)});
    } else {
      flat.marks.push_back({flat.bytes.size(), Gate(std::get<Cut>(part))});
    }
  }
  return flat;
}

// Where the body is cut into writes, in rising order; gates cut in addition.
std::vector<std::size_t> break_offsets(const Answer& answer, const FlatBody& flat,
                                       std::size_t burst) {
  std::vector<std::size_t> breaks;
  if (!answer.splits.empty()) {
    breaks = answer.splits;
    std::sort(breaks.begin(), breaks.end());
  } else if (answer.piece_bytes > 0) {
    for (std::size_t at = answer.piece_bytes; at < flat.bytes.size(); at += answer.piece_bytes) {
      breaks.push_back(at);
    }
  } else {
    const std::size_t step = std::max<std::size_t>(answer.burst > 0 ? answer.burst : burst, 1);
    std::size_t pending = 0;
    for (const FlatBody::Mark& mark : flat.marks) {
      pending = mark.gate ? 0 : pending + 1;
      if (pending < step) continue;
      breaks.push_back(mark.offset);
      pending = 0;
    }
  }
  return breaks;
}

class BodyWriter {
 public:
  BodyWriter(Reply& reply, const FlatBody& flat, bool chunked)
      : reply_(reply), flat_(flat), chunked_(chunked) {
    reply.body.reserve(flat.bytes.size() + (chunked ? flat.marks.size() * 8 + 8 : 0));
  }

  // Frames the bytes up to `end` as one write.
  void write_to(std::size_t end) {
    if (end <= at_) return;
    const std::string_view piece = std::string_view(flat_.bytes).substr(at_, end - at_);
    if (chunked_) append_size(piece.size());
    reply_.body += piece;
    if (chunked_) reply_.body += "\r\n";
    reply_.body_steps.emplace_back(Write{reply_.body.size()});
    at_ = end;
  }

  void gate(const Gate& gate) {
    std::visit([this](const auto& one) { reply_.body_steps.emplace_back(one); }, gate);
  }

  void finish() {
    if (!chunked_) return;
    reply_.body += "0\r\n\r\n";
    auto* last =
        reply_.body_steps.empty() ? nullptr : std::get_if<Write>(&reply_.body_steps.back());
    if (last) {
      last->end = reply_.body.size();
    } else {
      reply_.body_steps.emplace_back(Write{reply_.body.size()});
    }
  }

 private:
  void append_size(std::size_t size) {
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, size, 16).ptr;
    reply_.body.append(digits, end).append("\r\n");
  }

  Reply& reply_;
  const FlatBody& flat_;
  bool chunked_;
  std::size_t at_ = 0;
};

void add_body(Reply& reply, const Answer& answer, const FlatBody& flat, std::size_t burst) {
  const std::size_t limit =
      std::min(answer.cut_after.value_or(flat.bytes.size()), flat.bytes.size());
  BodyWriter writer(reply, flat, answer.framing == Framing::kChunked);
  const std::vector<std::size_t> breaks = break_offsets(answer, flat, burst);
  auto next = breaks.begin();
  const auto write_to = [&](std::size_t end) {
    for (; next != breaks.end() && *next < end; ++next) writer.write_to(*next);
    writer.write_to(end);
  };
  for (const FlatBody::Mark& mark : flat.marks) {
    if (mark.offset > limit) break;
    if (!mark.gate) continue;
    write_to(mark.offset);
    writer.gate(*mark.gate);
    if (std::holds_alternative<Cut>(*mark.gate)) return;
  }
  write_to(limit);
  if (answer.cut_after) {
    writer.gate(Cut{answer.cut_how});
  } else {
    writer.finish();
  }
}

bool has_header(const std::vector<Header>& headers, std::string_view name) {
  return std::any_of(headers.begin(), headers.end(), [&](const Header& header) {
    return boost::beast::iequals(header.first, name);
  });
}

std::string reason_phrase(int status) {
  namespace http = boost::beast::http;
  const http::status known = http::int_to_status(static_cast<unsigned>(status));
  const boost::beast::string_view text = http::obsolete_reason(known);
  return std::string(text.data(), text.size());
}

std::string make_head(const Answer& answer, const std::vector<Header>& defaults,
                      std::size_t length) {
  std::string head = "HTTP/1.1 " + std::to_string(answer.status) + " ";
  head += reason_phrase(answer.status) + "\r\n";
  const auto add = [&head](std::string_view name, std::string_view value) {
    head.append(name).append(": ").append(value).append("\r\n");
  };
  for (const Header& header : answer.headers) add(header.first, header.second);
  for (const Header& header : defaults) {
    if (!has_header(answer.headers, header.first)) add(header.first, header.second);
  }
  if (answer.framing == Framing::kChunked) add("transfer-encoding", "chunked");
  if (answer.framing == Framing::kLength) add("content-length", std::to_string(length));
  add("connection", answer.close ? "close" : "keep-alive");
  return head + "\r\n";
}

}  // namespace

Reply make_reply(const Answer& answer, const std::vector<WirePart>& parts,
                 const std::vector<Header>& default_headers, std::size_t burst) {
  const FlatBody flat = flatten(parts);
  Reply reply;
  reply.before_head = answer.before_head;
  reply.events = flat.events;
  reply.close = answer.close;
  reply.head = make_head(answer, default_headers, flat.bytes.size());
  add_body(reply, answer, flat, burst);
  return reply;
}

}  // namespace keel::testing
