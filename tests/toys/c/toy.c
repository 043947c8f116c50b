/* SPDX-License-Identifier: MIT
 *
 * The toy in C: tests/toys/toy.json with abi.h alone. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "keel/abi.h"

/* The host's tables: the same for every kernel of the process, so the only globals a plugin may
 * have. */
static _Atomic(const keel_value_api*) value_table;
static _Atomic(const keel_call_api*) call_table;
static _Atomic(const keel_service_api*) service_table;
static _Atomic(const keel_bus_api*) bus_table;
static _Atomic(const keel_stream_api*) stream_table;
static _Atomic(const keel_exec_api*) exec_table;

#define VALUE atomic_load_explicit(&value_table, memory_order_relaxed)
#define CALL atomic_load_explicit(&call_table, memory_order_relaxed)
#define SERVICE atomic_load_explicit(&service_table, memory_order_relaxed)
#define BUS atomic_load_explicit(&bus_table, memory_order_relaxed)
#define STREAM atomic_load_explicit(&stream_table, memory_order_relaxed)
#define EXEC atomic_load_explicit(&exec_table, memory_order_relaxed)

enum {
  METHOD_ECHO,
  METHOD_ADD,
  METHOD_FAIL,
  METHOD_LATER,
  METHOD_STREAM,
  METHOD_SEEN,
  METHOD_COUNT
};

typedef struct toy {
  keel_ctx ctx;
  int64_t events;
  int64_t sum;
  struct work* work; /* what has not ended yet, freed with the instance at the latest */
} toy;

/* A call that is answered later, a stream that is being written, or a waterfall that waits for its
 * inner part. */
typedef struct work {
  struct work* next;
  toy* owner;
  keel_completion completion;
  keel_value value;
  keel_stream stream;
  int64_t sent;
  int64_t count;
} work;

static const keel_value kAbsent = {KEEL_KIND_ABSENT, 0};

static keel_str text_of(const char* text) {
  keel_str view = {text, strlen(text)};
  return view;
}

static keel_value integer_of(int64_t number) {
  keel_value value = {KEEL_KIND_INT, (uint64_t)number};
  return value;
}

static int is_kind(keel_value value, uint64_t kind) { return (value.head & 0xffu) == kind; }

/* Builds {name: number, ...}; absent when memory is out. */
static keel_value numbers_of(size_t count, const char* const* names, const int64_t* numbers) {
  keel_value object = kAbsent;
  keel_builder builder = VALUE->builder();
  VALUE->begin_object(builder);
  for (size_t i = 0; i < count; ++i) {
    VALUE->name(builder, text_of(names[i]));
    VALUE->put(builder, integer_of(numbers[i]));
  }
  VALUE->end(builder);
  VALUE->finish(builder, &object, NULL);
  return object;
}

static int32_t failed(keel_value* out, const char* code, keel_str message) {
  keel_builder builder = VALUE->builder();
  VALUE->begin_object(builder);
  VALUE->name(builder, text_of("code"));
  VALUE->put_string(builder, text_of(code));
  VALUE->name(builder, text_of("message"));
  VALUE->put_string(builder, message);
  VALUE->end(builder);
  VALUE->finish(builder, out, NULL);
  return KEEL_FAILED;
}

static work* new_work(toy* owner) {
  work* item = calloc(1, sizeof *item);
  if (item == NULL) return NULL;
  item->owner = owner;
  item->next = owner->work;
  owner->work = item;
  return item;
}

static void end_work(work* item) {
  work** place = &item->owner->work;
  while (*place != item) place = &(*place)->next;
  *place = item->next;
  VALUE->release(item->value);
  free(item);
}

/* ---- Methods */

static int32_t add(const keel_msg* in, keel_msg* out) {
  static const char* const names[] = {"sum"};
  const keel_value a = VALUE->find(in->value, text_of("a"));
  const keel_value b = VALUE->find(in->value, text_of("b"));
  int64_t sum;
  if (!is_kind(a, KEEL_KIND_INT) || !is_kind(b, KEEL_KIND_INT)) {
    return failed(&out->value, "BAD_ARGUMENTS", text_of("add: a and b must be integers"));
  }
  sum = (int64_t)(a.body + b.body);
  out->value = numbers_of(1, names, &sum);
  return KEEL_OK;
}

static void on_time(void* user) {
  work* item = user;
  keel_msg out;
  memset(&out, 0, sizeof out);
  out.value = item->value;
  item->value = kAbsent;
  CALL->settle(item->completion, KEEL_OK, &out);
  end_work(item);
}

static int32_t later(toy* self, const keel_call* call, const keel_msg* in, keel_msg* out) {
  keel_reg timer = {0};
  work* item = new_work(self);
  if (item == NULL) return failed(&out->value, "MEMORY", text_of("later: no memory"));
  item->value = VALUE->find(in->value, text_of("value"));
  VALUE->retain(item->value);
  if (CALL->defer(call, &item->completion) == NULL) {
    end_work(item);
    return failed(&out->value, "DEFER", text_of("later: the host does not let this call wait"));
  }
  const int64_t delay = (int64_t)VALUE->find(in->value, text_of("ms")).body;
  if (EXEC->timer(self->ctx, delay, 0, on_time, item, &timer) != KEEL_OK) {
    CALL->drop(item->completion);
    end_work(item);
  }
  return KEEL_PENDING;
}

/* Pushes until the stream is full or through. */
static void push_numbers(work* item) {
  static const char* const n_name[] = {"n"};
  static const char* const count_name[] = {"count"};
  keel_msg message;
  while (item->sent < item->count) {
    memset(&message, 0, sizeof message);
    message.value = numbers_of(1, n_name, &item->sent);
    const int32_t status = STREAM->push(item->stream, &message);
    ++item->sent;
    if (status == KEEL_FULL) return;
    if (status == KEEL_CLOSED) item->sent = item->count;
  }
  memset(&message, 0, sizeof message);
  message.value = numbers_of(1, count_name, &item->count);
  STREAM->end(item->stream, KEEL_OK, &message, NULL, NULL);
  /* `closed` may still come: the work stays until the instance goes, with nothing left to do. */
  item->count = -1;
}

static void on_ready(void* user) {
  work* item = user;
  if (item->count >= 0) push_numbers(item);
}

static void on_closed(void* user) {
  work* item = user;
  if (item->count < 0) return;
  item->sent = item->count;
  push_numbers(item);
}

static int32_t stream(toy* self, const keel_msg* in, keel_msg* out) {
  keel_stream_options options;
  work* item = new_work(self);
  if (item == NULL) return failed(&out->value, "MEMORY", text_of("stream: no memory"));
  memset(&options, 0, sizeof options);
  options.size = sizeof options;
  options.ready = on_ready;
  options.closed = on_closed;
  options.user = item;
  item->count = (int64_t)VALUE->find(in->value, text_of("count")).body;
  if (STREAM->open(self->ctx, &options, &item->stream, &out->refs[0]) != KEEL_OK) {
    end_work(item);
    return failed(&out->value, "STREAM", text_of("stream: the host opens no stream"));
  }
  out->ref_count = 1;
  out->value = numbers_of(0, NULL, NULL);
  push_numbers(item);
  return KEEL_OK;
}

static int32_t method(void* instance, const keel_call* call, uint32_t ordinal, const keel_msg* in,
                      keel_msg* out) {
  toy* self = instance;
  switch (ordinal) {
    case METHOD_ECHO:
      out->value = in->value;
      VALUE->retain(out->value);
      return KEEL_OK;
    case METHOD_ADD:
      return add(in, out);
    case METHOD_FAIL:
      return failed(&out->value, "TOY", VALUE->text(VALUE->find(in->value, text_of("message"))));
    case METHOD_LATER:
      return later(self, call, in, out);
    case METHOD_STREAM:
      return stream(self, in, out);
    default: {
      static const char* const names[] = {"events", "sum"};
      const int64_t numbers[] = {self->events, self->sum};
      out->value = numbers_of(2, names, numbers);
      return KEEL_OK;
    }
  }
}

/* ---- Listeners */

static int32_t on_event(void* instance, const keel_call* call, uint32_t ordinal, const keel_msg* in,
                        keel_msg* out) {
  toy* self = instance;
  (void)call;
  (void)ordinal;
  (void)out;
  ++self->events;
  self->sum += (int64_t)VALUE->find(in->value, text_of("n")).body;
  return KEEL_OK;
}

/* {words: [inner words..., "c"]} for a good outcome. Consumes *inner. */
static int32_t add_word(int32_t status, keel_msg* inner, keel_msg* out) {
  if (status == KEEL_FAILED) {
    *out = *inner;
    return KEEL_FAILED;
  }
  if (status != KEEL_OK) {
    VALUE->release(inner->value);
    return failed(&out->value, "INNER", text_of("toy/shape: the rest of the chain did not answer"));
  }
  const keel_value words = VALUE->find(inner->value, text_of("words"));
  keel_builder builder = VALUE->builder();
  VALUE->begin_object(builder);
  VALUE->name(builder, text_of("words"));
  VALUE->begin_array(builder);
  for (size_t i = 0; i < VALUE->count(words); ++i) VALUE->put(builder, VALUE->item(words, i));
  VALUE->put_string(builder, text_of("c"));
  VALUE->end(builder);
  VALUE->end(builder);
  VALUE->finish(builder, &out->value, NULL);
  VALUE->release(inner->value);
  return KEEL_OK;
}

static void on_shaped(void* user, int32_t status, keel_msg* outcome) {
  work* item = user;
  keel_msg out;
  memset(&out, 0, sizeof out);
  status = add_word(status, outcome, &out);
  CALL->settle(item->completion, status, &out);
  end_work(item);
}

static int32_t on_shape(void* instance, const keel_call* call, uint32_t ordinal, const keel_msg* in,
                        keel_msg* out) {
  keel_msg inner;
  keel_pending pending;
  work* item = new_work(instance);
  (void)ordinal;
  (void)in;
  if (item == NULL) return failed(&out->value, "MEMORY", text_of("toy/shape: no memory"));
  memset(&inner, 0, sizeof inner);
  const int32_t status = BUS->next(call, NULL, NULL, &inner, on_shaped, item, &pending);
  if (status != KEEL_PENDING) {
    end_work(item);
    return add_word(status, &inner, out);
  }
  if (CALL->defer(call, &item->completion) != NULL) return KEEL_PENDING;
  CALL->forget(call->ctx, pending);
  end_work(item);
  return failed(&out->value, "DEFER", text_of("toy/shape: the host does not let this call wait"));
}

/* ---- Life cycle */

static int32_t listen(toy* self, const char* name, keel_method listener, keel_value* why) {
  keel_event event = {0};
  keel_reg registration = {0};
  const int32_t status = BUS->event(self->ctx, text_of(name), &event);
  if (status != KEEL_OK) return failed(why, "EVENT", text_of(name));
  return BUS->listen(self->ctx, event, 0, listener, self, &registration, why);
}

static int32_t start(toy* self, keel_msg* out) {
  keel_publication publication;
  keel_value metadata = kAbsent;
  keel_builder builder = VALUE->builder();
  VALUE->begin_object(builder);
  VALUE->name(builder, text_of("language"));
  VALUE->put_string(builder, text_of("c"));
  VALUE->end(builder);
  VALUE->finish(builder, &metadata, NULL);

  memset(&publication, 0, sizeof publication);
  publication.size = sizeof publication;
  publication.op = KEEL_PUBLISH_ADD;
  publication.name = text_of("toy/c");
  publication.metadata = metadata;
  publication.method = method;
  publication.self = self;
  publication.method_count = METHOD_COUNT;
  int32_t status = SERVICE->publish(self->ctx, &publication, 1, &out->value);
  VALUE->release(metadata);
  if (status == KEEL_OK) status = listen(self, "toy/event", on_event, &out->value);
  if (status == KEEL_OK) status = listen(self, "toy/shape", on_shape, &out->value);
  return status == KEEL_OK ? KEEL_OK : KEEL_FAILED;
}

static int32_t lifecycle(void* instance, const keel_call* call, uint32_t ordinal,
                         const keel_msg* in, keel_msg* out) {
  (void)call;
  (void)in;
  return ordinal == KEEL_LIFE_START ? start(instance, out) : KEEL_OK;
}

static int32_t create(keel_ctx ctx, keel_value config, void** instance, keel_value* why) {
  toy* self = calloc(1, sizeof *self);
  (void)config;
  if (self == NULL) return failed(why, "MEMORY", text_of("no memory"));
  self->ctx = ctx;
  *instance = self;
  return KEEL_OK;
}

static void destroy(void* instance) {
  toy* self = instance;
  while (self->work != NULL) end_work(self->work);
  free(self);
}

int32_t keel_plugin_entry(const keel_host* host, keel_plugin* plugin, keel_value* why) {
  (void)why;
  const keel_value_api* value = host->get_api(text_of("keel.value"), KEEL_ABI_MINOR);
  const keel_call_api* call = host->get_api(text_of("keel.call"), KEEL_ABI_MINOR);
  const keel_service_api* service = host->get_api(text_of("keel.service"), KEEL_ABI_MINOR);
  const keel_bus_api* bus = host->get_api(text_of("keel.bus"), KEEL_ABI_MINOR);
  const keel_stream_api* streams = host->get_api(text_of("keel.stream"), KEEL_ABI_MINOR);
  const keel_exec_api* exec = host->get_api(text_of("keel.exec"), KEEL_ABI_MINOR);
  if (value == NULL || call == NULL || service == NULL || bus == NULL || streams == NULL ||
      exec == NULL || plugin->size < sizeof *plugin) {
    return KEEL_FAILED;
  }
  atomic_store_explicit(&value_table, value, memory_order_relaxed);
  atomic_store_explicit(&call_table, call, memory_order_relaxed);
  atomic_store_explicit(&service_table, service, memory_order_relaxed);
  atomic_store_explicit(&bus_table, bus, memory_order_relaxed);
  atomic_store_explicit(&stream_table, streams, memory_order_relaxed);
  atomic_store_explicit(&exec_table, exec, memory_order_relaxed);

  plugin->size = sizeof *plugin;
  plugin->abi_major = KEEL_ABI_MAJOR;
  plugin->abi_minor = KEEL_ABI_MINOR;
  plugin->lifecycle_mask = KEEL_LIFE_BIT(KEEL_LIFE_START);
  plugin->id = text_of(KEEL_PLUGIN_ID);
  plugin->version = text_of(KEEL_PLUGIN_VERSION);
  plugin->create = create;
  plugin->lifecycle = lifecycle;
  plugin->destroy = destroy;
  return KEEL_OK;
}
