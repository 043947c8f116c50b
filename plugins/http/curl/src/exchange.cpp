// SPDX-License-Identifier: MIT
#include "exchange.hpp"

#include <utility>

#include "exchange_failure.hpp"

namespace keel::http_curl {

namespace {

/// How much of a body waits for its reader before the connection is held back.
constexpr std::uint64_t kWindowBytes = 262144;
constexpr long kKeepAliveSeconds = 60;

}  // namespace

Exchange::Exchange(Context context, const CurlApi& api, MultiLoop& loop, HttpRequest request,
                   Owner& owner)
    : context_(std::move(context)),
      api_(api),
      loop_(loop),
      request_(std::move(request)),
      owner_(owner),
      settled_(context_) {}

Exchange::~Exchange() {
  close_handle();
  api_.slist_free_all(header_list_);
}

void Exchange::start(CancelToken token) {
  if (Expected<void> begun = begin(token); !begun) end(std::move(begun.error()));
}

Expected<void> Exchange::begin(CancelToken token) {
  StreamOptions window;
  window.window_bytes = kWindowBytes;
  Expected<Ref> reader = body_.open(context_, window, *this);
  if (!reader) return tl::make_unexpected(std::move(reader.error()));
  reader_ = std::move(*reader);
  easy_ = api_.easy_init();
  if (easy_ == nullptr) return fail("TRANSPORT", "libcurl has no memory for a request");
  configure();
  if (refused_option_ != CURLE_OK) {
    return fail("TRANSPORT", request_.describe() + ": libcurl does not take a setting: " +
                                 api_.easy_strerror(refused_option_));
  }
  active_ms_ = Context::now_ms();
  if (loop_.add(easy_) != CURLM_OK) {
    return fail("TRANSPORT", request_.describe() + ": libcurl does not start the request");
  }
  running_ = true;
  arm_idle(request_.idle_timeout_ms);
  auto cancel = context_.on_cancel(token, [this] {
    abort(Error::failed("ABORTED", request_.describe() + ": the caller has given up"));
  });
  if (cancel) cancel_ = std::move(*cancel);
  return {};
}

// ---- settings
// ------------------------------------------------------------------------------------

template <typename T>
void Exchange::set(CURLoption option, T value) {
  const CURLcode status = api_.easy_setopt(easy_, option, value);
  if (status != CURLE_OK && refused_option_ == CURLE_OK) refused_option_ = status;
}

void Exchange::configure() {
  set(CURLOPT_PRIVATE, static_cast<void*>(static_cast<MultiLoop::Transfer*>(this)));
  set(CURLOPT_ERRORBUFFER, error_text_.data());
  set(CURLOPT_URL, request_.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_TCP_KEEPALIVE, 1L);
  set(CURLOPT_TCP_KEEPIDLE, kKeepAliveSeconds);
  // Leaving a name's resolution would otherwise wait for it, on the kernel's thread.
  set(CURLOPT_QUICK_EXIT, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(request_.connect_timeout_ms));
  set(CURLOPT_HEADERFUNCTION, &Exchange::on_header);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &Exchange::on_body);
  set(CURLOPT_WRITEDATA, this);
  // Chosen here: libcurl would read the environment of the process. Empty means none.
  set(CURLOPT_PROXY, request_.proxy.url.c_str());
  set(CURLOPT_NOPROXY, "");
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  for (const std::string& line : request_.header_lines) {
    header_list_ = api_.slist_append(header_list_, line.c_str());
  }
  set(CURLOPT_HTTPHEADER, header_list_);
  set_method();
  set_tls();
}

void Exchange::set_method() {
  const bool has_body = !request_.body.is_absent();
  if (request_.method == "HEAD" && !has_body) {
    set(CURLOPT_NOBODY, 1L);
    return;
  }
  if (has_body || request_.method == "POST") {
    const std::string_view body = request_.body_bytes();
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    set(CURLOPT_POSTFIELDS, body.empty() ? "" : body.data());
  }
  const bool is_default = request_.method == (has_body ? "POST" : "GET");
  if (!is_default) set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
}

void Exchange::set_tls() {
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  const auto path = [](const std::string& text) { return text.empty() ? nullptr : text.c_str(); };
  // Both are set, also to nothing: the defaults of the library would read the system's bundle.
  set(CURLOPT_CAPATH, path(request_.certificates.folder));
  set(CURLOPT_CAINFO, path(request_.certificates.file));
  set(CURLOPT_PROXY_CAPATH, path(request_.certificates.folder));
  set(CURLOPT_PROXY_CAINFO, path(request_.certificates.file));
}

// ---- what comes in
// -------------------------------------------------------------------------------

std::size_t Exchange::on_header(char* data, std::size_t size, std::size_t count, void* user) {
  const std::string_view line(data, size * count);
  return static_cast<Exchange*>(user)->take_header(line) ? line.size() : 0;
}

std::size_t Exchange::on_body(char* data, std::size_t size, std::size_t count, void* user) {
  return static_cast<Exchange*>(user)->take_body(std::string_view(data, size * count));
}

bool Exchange::take_header(std::string_view line) {
  active_ms_ = Context::now_ms();
  if (!head_.add_line(line)) {
    failure_ =
        Error::failed("TOO_LARGE", request_.describe() + ": the head of the response has over " +
                                       std::to_string(ResponseHead::kMaxBytes) + " bytes");
    return false;
  }
  if (head_.complete()) settled_.set();
  return true;
}

std::size_t Exchange::take_body(std::string_view bytes) {
  active_ms_ = Context::now_ms();
  if (body_.full()) {
    paused_ = true;
    return CURL_WRITEFUNC_PAUSE;
  }
  body_bytes_ += bytes.size();
  if (request_.max_body_bytes > 0 &&
      body_bytes_ > static_cast<std::uint64_t>(request_.max_body_bytes)) {
    failure_ = Error::failed("TOO_LARGE", request_.describe() + ": the body has over " +
                                              std::to_string(request_.max_body_bytes) + " bytes");
    return CURL_WRITEFUNC_ERROR;
  }
  Message item(Value::bytes_of(bytes));
  const Push pushed = body_.push(std::move(item));
  return pushed == Push::kOk || pushed == Push::kFull ? bytes.size() : CURL_WRITEFUNC_ERROR;
}

// ---- the idle timer
// ------------------------------------------------------------------------------

void Exchange::arm_idle(std::int64_t delay_ms) {
  auto timer = context_.after(delay_ms, [this] { check_idle(); });
  if (timer) idle_ = std::move(*timer);
}

/// One timer that looks how long it has been quiet, instead of one that is set anew by every byte.
void Exchange::check_idle() {
  // Nothing is asked of the peer while the reader is at work; sink_has_room() goes on.
  if (paused_) return;
  const std::int64_t now = Context::now_ms();
  if (upload_moved()) active_ms_ = now;
  const std::int64_t left = active_ms_ + request_.idle_timeout_ms - now;
  if (left > 0) {
    arm_idle(left);
    return;
  }
  abort(idle_failure());
}

bool Exchange::upload_moved() {
  curl_off_t sent = 0;
  api_.easy_getinfo(easy_, CURLINFO_SIZE_UPLOAD_T, &sent);
  return std::exchange(uploaded_, sent) != sent;
}

Error Exchange::idle_failure() const {
  return Error::failed("TIMEOUT", request_.describe() + ": nothing came for " +
                                      std::to_string(request_.idle_timeout_ms) + " ms, after " +
                                      std::to_string(body_bytes_) + " bytes of body");
}

void Exchange::sink_has_room() {
  if (!std::exchange(paused_, false) || !running_) return;
  active_ms_ = Context::now_ms();
  arm_idle(request_.idle_timeout_ms);
  // Bytes that were held back are delivered at once; libcurl does not end a transfer that refuses
  // them.
  const CURLcode result = loop_.unpause(easy_);
  if (result != CURLE_OK) transfer_ended(result);
}

// ---- the end
// -------------------------------------------------------------------------------------

void Exchange::transfer_ended(CURLcode result) {
  if (result == CURLE_OK && head_.complete()) {
    end(std::nullopt);
    return;
  }
  if (failure_) {
    end(std::move(failure_));
    return;
  }
  const CURLcode reason = result == CURLE_OK ? CURLE_GOT_NOTHING : result;
  end(failure_of(api_, reason, request_, error_text_.data(), os_error(), head_.complete()));
}

int Exchange::os_error() const {
  long number = 0;
  api_.easy_getinfo(easy_, CURLINFO_OS_ERRNO, &number);
  return static_cast<int>(number);
}

void Exchange::abort(Error why) {
  if (!ended_) end(std::move(why));
}

void Exchange::sink_closed() {
  abort(Error::failed("ABORTED", request_.describe() + ": the reader of the body has gone"));
}

void Exchange::sink_over() {
  sink_over_ = true;
  leave_if_over();
}

void Exchange::end(std::optional<Error> failure) {
  ended_ = true;
  close_handle();
  idle_ = Registration();
  cancel_ = Registration();
  const bool told = failure ? body_.fail(*failure) : body_.finish();
  if (!told) sink_over_ = true;
  failure_ = std::move(failure);
  settled_.set();
  leave_if_over();
}

void Exchange::close_handle() {
  if (easy_ == nullptr) return;
  if (std::exchange(running_, false)) loop_.remove(easy_);
  api_.easy_cleanup(std::exchange(easy_, nullptr));
}

Expected<Message> Exchange::take_response() {
  response_taken_ = true;
  Expected<Message> response = Message();
  if (!head_.complete() && failure_) {
    reader_.reset();
    response = tl::make_unexpected(*failure_);
  } else {
    response = Message(head_.to_value()).with(std::move(reader_));
  }
  leave_if_over();
  return response;
}

void Exchange::leave_if_over() {
  if (ended_ && sink_over_ && response_taken_) owner_.exchange_over(*this);
}

}  // namespace keel::http_curl
