/* clang-format off */
/* SPDX-License-Identifier: MIT
 *
 * Keel plugin ABI: everything that crosses between a Keel host and a plugin library.
 *
 * This header is C11 and includes only <stdint.h> and <stddef.h>. It compiles alone in C11, C17, C++17 and C++20.
 *
 * 1. What a plugin is
 *    A shared library with one exported symbol, keel_plugin_entry, and one ELF note (section .note.keel, name "Keel",
 *    type 1) that holds its manifest, the JSON of plugin.json. The host reads the note, accepts the manifest, maps the
 *    library and calls the entry, which fills a keel_plugin table. Each mount of the plugin (a row of the deployment)
 *    is an instance: create, then lifecycle calls, then destroy.
 *
 * 2. Scenarios
 *    Offering a tool       create() keeps its keel_ctx; on START call keel.service publish() with the name "tool/greet",
 *                          metadata that the family's contract asks for, and a method function. START returns KEEL_OK.
 *    Listening             keel.bus event() once for the name, listen() with a method function. A waterfall listener
 *                          calls next() with the keel_call it was given.
 *    Answering later       in a method: defer(call, &completion), keep both, return KEEL_PENDING. Later, from any
 *                          thread, settle(completion, ...) exactly once.
 *    Calling a service     resolve() a name to a keel_ref, invoke() an ordinal of its contract. KEEL_OK: the outcome is
 *                          there. KEEL_PENDING: the continuation runs later, once, on the kernel thread.
 *    Streaming             open() a stream, answer the call with its reader reference, push() items from any thread
 *                          until FULL, wait for ready, end() exactly once.
 *    Blocking work         pool() runs a function on a worker thread and comes back on the kernel thread.
 *
 * 3. Threads
 *    A kernel is confined to one thread, the kernel thread. The host calls create, destroy, methods, listeners,
 *    continuations, timers and watchers on it, one at a time, so plugin code never locks for the host's sake. Each
 *    function below ends with a tag line [thread, state, reach]:
 *      thread  kernel-thread   only on the kernel thread of the context's kernel
 *              any-thread      from any thread
 *      state   active          from the start of create until destroy is called; afterwards KEEL_INACTIVE
 *              any-state       whenever the library is mapped
 *      reach   local           touches only this process
 *              remote-blocking in an isolated plugin the calling thread may wait for the host process
 *              async           never waits
 *    A continuation, cancel callback, ready callback, timer or posted function never runs inside the host function that
 *    caused it: it goes to the kernel's ready queue (first in, first out), drained when the outermost plugin frame has
 *    returned and before the next poll.
 *
 * 4. Ownership
 *    Views (keel_str, keel_value arguments that are not said to be consumed) are borrowed for the call. A value that a
 *    function returns in an out parameter belongs to the caller, who releases it once; releasing a scalar does nothing.
 *    A function that consumes an argument consumes it on failure too. References in arguments are borrowed for the call;
 *    references in an outcome belong to the receiver's context and are dropped with it.
 *
 * 5. Failure
 *    Every function returns a KEEL_ status. A plugin's method may return only KEEL_OK, KEEL_FAILED or (after defer)
 *    KEEL_PENDING; every other status is the host's own. KEEL_FAILED carries an error value {code, message, data?} whose
 *    code is listed in the contract. Functions with a `why` parameter (NULL is allowed) store an error value there
 *    when they do not return KEEL_OK; the caller releases it. A handle that is stale, foreign or zero never crashes:
 *    the answer is KEEL_UNAVAILABLE (references), KEEL_INACTIVE (contexts) or KEEL_REFUSED (anything else).
 *
 * 6. What the host does to the process, and what a plugin must leave alone
 *    The host sets SIGPIPE to ignored and handles SIGINT, SIGTERM and SIGCHLD-by-pidfd; it never changes the locale,
 *    the umask or the environment after start. A plugin must not call exit, abort, fork without exec, signal, sigaction,
 *    setlocale, setenv, chdir, umask or dlopen with RTLD_GLOBAL, and must not write to the standard streams unless its
 *    manifest says that it is the front end. It keeps no mutable globals: one process may hold several kernels.
 *
 * 7. Growth
 *    The ABI is 0.N: major and minor must match exactly until 1.0. Tables are append-only within a major version; each
 *    table, descriptor and record that crosses starts with its size in bytes, and neither side reads past it. The words
 *    keel_value, keel_str, keel_ref, keel_ctx, keel_completion, keel_msg and the other handles have frozen layouts
 *    without a size. Since-version of every function here: 0.1.
 */
#ifndef KEEL_ABI_H
#define KEEL_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KEEL_ABI_MAJOR 0u
#define KEEL_ABI_MINOR 1u

#if defined(__GNUC__)
#define KEEL_EXPORT __attribute__((visibility("default")))
#define KEEL_MUST_USE __attribute__((warn_unused_result))
#else
#define KEEL_EXPORT
#define KEEL_MUST_USE
#endif

/* ---- Statuses ------------------------------------------------------------------------------------------------- */

/* Results that a plugin may return from a method. */
#define KEEL_OK 0          /* done; the out message is filled */
#define KEEL_FAILED 1      /* done; the out value is an error {code, message, data?} */
#define KEEL_PENDING 2     /* a completion taken by defer() settles later */

/* Results of the stream functions. */
#define KEEL_FULL 8        /* item taken; push no more until the ready callback */
#define KEEL_CLOSED 9      /* reader is gone; item dropped */
#define KEEL_ENDED 10      /* next(): the stream has ended well; the out message is the end's */

/* Results that only the host gives. */
#define KEEL_UNAVAILABLE 16   /* the owner of the reference or service is gone */
#define KEEL_DRAINING 17      /* the owner is being stopped or swapped: retry */
#define KEEL_CANCELLED 18     /* the cancel token was set before the call could answer */
#define KEEL_DEADLINE 19      /* the deadline of an orphanable call has passed */
#define KEEL_REFUSED 20       /* not done; `why` has a KEEL_REASON_ code by name */
#define KEEL_BUSY 21          /* not now: an operation of the same object is under way */
#define KEEL_INACTIVE 22      /* the context has ended */
#define KEEL_UNIMPLEMENTED 23 /* no such method, event or function in this generation */
#define KEEL_ABANDONED 24     /* the plugin gave the completion up without an answer */

/* ---- Words with frozen layout ---------------------------------------------------------------------------------- */

/* UTF-8 text or bytes, not NUL-terminated. data may be NULL when size is 0. */
typedef struct keel_str {
  const char *data;
  size_t size;
} keel_str;

/* Kinds of a value: the low eight bits of keel_value.head. */
#define KEEL_KIND_ABSENT 0u /* nothing there: a missing member, an empty message */
#define KEEL_KIND_NULL 1u
#define KEEL_KIND_BOOL 2u   /* body: 0 or 1 */
#define KEEL_KIND_INT 3u    /* body: int64, two's complement */
#define KEEL_KIND_UINT 4u   /* body: uint64 above INT64_MAX; smaller integers are KEEL_KIND_INT */
#define KEEL_KIND_DOUBLE 5u /* body: bits of a finite IEEE 754 binary64 */
#define KEEL_KIND_STRING 6u
#define KEEL_KIND_BYTES 7u
#define KEEL_KIND_ARRAY 8u
#define KEEL_KIND_OBJECT 9u

/* An immutable JSON-like value. Scalars are immediate and may be made by hand: {kind, body}. The other kinds point into
 * a reference-counted document of the host: their remaining bits are the host's, copy them as they are. All zero bits
 * are the absent value. Reading and counting are safe from any thread. */
typedef struct keel_value {
  uint64_t head;
  uint64_t body;
} keel_value;

/* A name of an object's member, interned for the life of the process. */
typedef const struct keel_key_s *keel_key;

/* Handles: slot and generation, never a pointer. {0} names nothing. */
typedef struct keel_ref { uint64_t id; } keel_ref;       /* a service, object, stream reader or lease */
typedef struct keel_scope { uint64_t id; } keel_scope;   /* a scope; {0} is the global scope */
typedef struct keel_token { uint64_t id; } keel_token;   /* a cancel token; {0} never cancels */
typedef struct keel_event { uint64_t id; } keel_event;   /* an event by name */
typedef struct keel_reg { uint64_t id; } keel_reg;       /* a registration: listener, publication, timer, watcher */
typedef struct keel_pending { uint64_t id; } keel_pending; /* an outbound call whose continuation has not run */

/* An instance and a scope: what registrations are made through and undone with. */
typedef struct keel_ctx {
  void *host;
  uint64_t id;
} keel_ctx;

/* The right to settle one deferred call, once. */
typedef struct keel_completion {
  void *host;
  uint64_t id;
} keel_completion;

/* The writing end of a stream. */
typedef struct keel_stream {
  void *host;
  uint64_t id;
} keel_stream;

#define KEEL_MAX_REFS 8u

/* What methods and events take and return: one value and up to eight references. refs[i] is valid for i < ref_count;
 * the contract says what each index means. reserved is 0. */
typedef struct keel_msg {
  keel_value value;
  uint32_t ref_count;
  uint32_t reserved;
  keel_ref refs[KEEL_MAX_REFS];
} keel_msg;

/* ---- Calls ----------------------------------------------------------------------------------------------------- */

/* What the host tells a callee about one call. Borrowed until the method returns, or, after defer(), until the
 * completion settles. Nested calls pass it as their parent and inherit target, initiator, cancel, deadline and trace. */
typedef struct keel_call {
  uint32_t size;
  uint32_t flags;          /* KEEL_CALL_ flags */
  keel_ctx ctx;            /* the context the method was registered through */
  keel_scope target;       /* on whose behalf: the caller's authority */
  keel_scope initiator;    /* the scope of the agent whose work caused the call; {0} when none */
  keel_token cancel;       /* set when the caller gives up */
  int64_t deadline_ms;     /* on keel.exec now_ms(); INT64_MAX when there is none */
  uint64_t trace[2];       /* id of the whole chain of calls */
} keel_call;

#define KEEL_CALL_TRACED 1u /* trace was set by the initiator, not minted here */

/* A method, a listener or a lifecycle function. `self` is what was registered beside it. `in` is borrowed until the
 * return; retain what is needed later. `out` is zeroed by the host; on KEEL_OK and KEEL_FAILED its value and references
 * pass to the host. For a listener `ordinal` is 0. Must not unwind into the host.
 * [kernel-thread, active, async] */
typedef int32_t (*keel_method)(void *self, const keel_call *call, uint32_t ordinal, const keel_msg *in, keel_msg *out);

/* A continuation: runs exactly once on the kernel thread unless forget() was called. Owns *outcome: it releases the
 * value and drops the references. With a status from 16 up the value is an error of the host's, or absent. */
typedef void (*keel_done)(void *user, int32_t status, keel_msg *outcome);

/* A plain callback: posted function, timer, cancel, ready. */
typedef void (*keel_run)(void *user);

/* ---- Values: table "keel.value" -------------------------------------------------------------------------------- */

typedef struct keel_builder_s *keel_builder;

#define KEEL_PARSE_STRICT 0u  /* refuse duplicate keys, overflow, -0, lone surrogates, invalid UTF-8 */
#define KEEL_PARSE_LENIENT 1u /* last key wins; what is not UTF-8 becomes U+FFFD; raw control characters pass */

/* Reading allocates nothing; the views it returns are borrowed from the value's document. Wrong kinds give the empty
 * answer (absent, empty text, 0), never a fault. Documents nest at most 10,000 levels. */
typedef struct keel_value_api {
  size_t size;

  /* Interns `name`; the key is valid for ever. NULL only when memory is out or the text is not UTF-8.
   * [any-thread, any-state, local] */
  keel_key (*key)(keel_str name);
  /* Text of a key, valid for ever. [any-thread, any-state, local] */
  keel_str (*key_text)(keel_key key);

  /* One more / one fewer owner of the document behind `v`. Scalars: no effect. [any-thread, any-state, local] */
  void (*retain)(keel_value v);
  void (*release)(keel_value v);

  /* Text of a string or content of bytes. [any-thread, any-state, local] */
  keel_str (*text)(keel_value v);
  /* Number of items of an array, members of an object. [any-thread, any-state, local] */
  size_t (*count)(keel_value v);
  /* Item i of an array, borrowed; absent outside. [any-thread, any-state, local] */
  keel_value (*item)(keel_value array, size_t i);
  /* Value of member i of an object in insertion order, and its name (name may be NULL). [any-thread, any-state, local] */
  keel_value (*member)(keel_value object, size_t i, keel_str *name);
  /* Member by name, borrowed; absent when missing. get() is the fast one. [any-thread, any-state, local] */
  keel_value (*get)(keel_value object, keel_key name);
  keel_value (*find)(keel_value object, keel_str name);

  /* 1 when equal: numbers by value, strings and bytes by content, arrays by order, objects by members in any order.
   * [any-thread, any-state, local] */
  int32_t (*equal)(keel_value a, keel_value b);
  /* An owned value whose document holds nothing else, so that a small part does not keep a large document alive.
   * Gives `v` retained when that is so already. Absent when memory is out. [any-thread, any-state, local] */
  keel_value (*detach)(keel_value v);

  /* Owned string or bytes. make_string: KEEL_REFUSED when `text` is not UTF-8. [any-thread, any-state, local] */
  int32_t (*make_string)(keel_str text, keel_value *out);
  int32_t (*make_bytes)(keel_str bytes, keel_value *out);

  /* Parses one JSON text. KEEL_REFUSED: `why` is {code: "JSON", message, data: {offset, line, column}}.
   * [any-thread, any-state, local] */
  int32_t (*parse)(keel_str json, uint32_t mode, keel_value *out, keel_value *why);
  /* Prints as JSON.stringify would, with `indent` spaces (0: compact), into an owned string value. Bytes print as null.
   * [any-thread, any-state, local] */
  int32_t (*print)(keel_value v, uint32_t indent, keel_value *out);

  /* Building: one document per build. A builder belongs to one thread at a time. Mistakes (a value without a key inside
   * an object, an unbalanced end, text that is not UTF-8, a double that is not finite, nesting too deep, no memory) are
   * remembered and reported by finish; the put functions never fail. put() embeds scalars by value and other values by
   * reference to their document. [any-thread, any-state, local] */
  keel_builder (*builder)(void);
  void (*begin_object)(keel_builder b);
  void (*begin_array)(keel_builder b);
  void (*end)(keel_builder b);
  void (*name_key)(keel_builder b, keel_key key);
  void (*name)(keel_builder b, keel_str text);
  void (*put)(keel_builder b, keel_value v);
  void (*put_string)(keel_builder b, keel_str text);
  void (*put_bytes)(keel_builder b, keel_str bytes);
  /* Gives the built value and ends the builder, on failure too. Duplicate names in one object are refused.
   * KEEL_REFUSED: `why` names the first mistake and its path. [any-thread, any-state, local] */
  int32_t (*finish)(keel_builder b, keel_value *out, keel_value *why);
  /* Ends the builder without a value. NULL is allowed. [any-thread, any-state, local] */
  void (*discard)(keel_builder b);
} keel_value_api;

/* ---- Calls and scopes: table "keel.call" ------------------------------------------------------------------------- */

#define KEEL_OPT_TARGET 1u    /* options.target replaces the parent's */
#define KEEL_OPT_INITIATOR 2u /* options.initiator replaces the parent's; {0} clears it */
#define KEEL_OPT_CANCEL 4u    /* options.cancel is fused with the parent's: either one cancels */
#define KEEL_OPT_TIMEOUT 8u   /* options.timeout_ms bounds a call whose contract says `orphanable`, else refused */

typedef struct keel_call_options {
  uint32_t size;
  uint32_t flags; /* KEEL_OPT_ flags: which of the fields below count */
  keel_scope target;
  keel_scope initiator;
  keel_token cancel;
  int64_t timeout_ms;
} keel_call_options;

typedef struct keel_call_api {
  size_t size;

  /* Makes the running call deferred: *completion can settle it, and the returned record stays valid until then. A second
   * defer of one call, or one outside the method, returns NULL. [kernel-thread, active, local] */
  const keel_call *(*defer)(const keel_call *call, keel_completion *completion);
  /* Settles a deferred call with KEEL_OK or KEEL_FAILED. Consumes *outcome. KEEL_OK: accepted; KEEL_REFUSED: settled
   * before, given up, or a status a plugin may not give (the call then fails for the caller as `abandoned`).
   * [any-thread, any-state, async] */
  int32_t (*settle)(keel_completion completion, int32_t status, keel_msg *outcome);
  /* Gives the right to settle up; the caller gets KEEL_ABANDONED naming the plugin. [any-thread, any-state, async] */
  void (*drop)(keel_completion completion);

  /* Calls method `ordinal` of what `target` names. `parent` is the call being served, or NULL for work of the plugin's
   * own. KEEL_PENDING: `done` runs later and *pending (may be NULL) names the call. Any other status: settled in place,
   * *out is the caller's, `done` never runs. [kernel-thread, active, async] */
  int32_t (*invoke)(keel_ctx ctx, const keel_call *parent, keel_ref target, uint32_t ordinal, const keel_msg *in,
                    const keel_call_options *options, keel_msg *out, keel_done done, void *user,
                    keel_pending *pending);
  /* Gives up on an outbound call: `done` will not run, the outcome is dropped when it comes. The callee's cancel token
   * is set. KEEL_REFUSED when the continuation ran or is running. [kernel-thread, active, async] */
  int32_t (*forget)(keel_ctx ctx, keel_pending pending);

  /* References: each one that a context owns is a handle of its own. dup: another handle, owned by `ctx`, for what `ref`
   * (borrowed or owned) names; keep a borrowed one this way. drop: gives an owned handle up; when the last handle of an
   * object is gone its owner is told. KEEL_UNAVAILABLE when the handle is stale. [kernel-thread, active, async] */
  int32_t (*ref_dup)(keel_ctx ctx, keel_ref ref, keel_ref *out);
  void (*ref_drop)(keel_ctx ctx, keel_ref ref);
  /* Makes an object with `method_count` methods of `contract` ("agent@0"), owned by the caller's context. `dropped`
   * (may be NULL) runs once when the last reference held outside the owner is gone; after it no method is called.
   * [kernel-thread, active, async] */
  int32_t (*object)(keel_ctx ctx, keel_str contract, uint32_t method_count, keel_method method, void *self,
                    keel_run dropped, keel_ref *out, keel_value *why);
  /* Ends an object of this context early: later calls answer KEEL_UNAVAILABLE. [kernel-thread, active, async] */
  void (*object_end)(keel_ctx ctx, keel_ref object);
  /* Pins the generation that `ref` resolves to now: *lease is a reference to that generation only, counts as in flight
   * there and is named by `plugins inspect`. Drop it like any reference. [kernel-thread, active, async] */
  int32_t (*lease)(keel_ctx ctx, keel_ref ref, keel_ref *lease, keel_value *why);

  /* Scopes. scope_begin: a scope below `parent` ({0}: global), owned by `ctx`: it ends with it. scope_link: gives the
   * scope another parent (KEEL_REFUSED for a cycle or when `ctx` does not own it). scope_parent: {0} at the top.
   * scope_end: ends every context and registration in the scope. [kernel-thread, active, remote-blocking] */
  int32_t (*scope_begin)(keel_ctx ctx, keel_scope parent, keel_str label, keel_scope *out, keel_value *why);
  int32_t (*scope_link)(keel_ctx ctx, keel_scope scope, keel_scope parent, keel_value *why);
  keel_scope (*scope_parent)(keel_ctx ctx, keel_scope scope);
  void (*scope_end)(keel_ctx ctx, keel_scope scope);

  /* The scope of a context. [kernel-thread, active, local] */
  keel_scope (*ctx_scope)(keel_ctx ctx);
  /* A context of the same instance in another scope: its registrations end with the scope, the instance, or ctx_end.
   * KEEL_INACTIVE when the scope has ended. [kernel-thread, active, remote-blocking] */
  int32_t (*ctx_in_scope)(keel_ctx ctx, keel_scope scope, keel_ctx *out);
  /* Ends a context made by ctx_in_scope: undoes what was registered through it, in reverse order. Undo functions that
   * pend are awaited before the earlier ones run; `done` (may be NULL) runs when all are through.
   * [kernel-thread, active, async] */
  void (*ctx_end)(keel_ctx ctx, keel_done done, void *user);
  /* Registers an undo step of the plugin's own, run with the others in reverse order. It may pend.
   * [kernel-thread, active, async] */
  int32_t (*effect)(keel_ctx ctx, keel_str label, keel_method undo, void *self, keel_reg *out);
  /* Undoes one registration of this context now. KEEL_REFUSED when it was undone before.
   * [kernel-thread, active, async] */
  int32_t (*undo)(keel_ctx ctx, keel_reg reg);

  /* What the host knows of the instance: {row, plugin, version, generation, scope, checked}. [kernel-thread, active,
   * local] */
  int32_t (*describe)(keel_ctx ctx, keel_value *out);
} keel_call_api;

/* ---- Services: table "keel.service" ------------------------------------------------------------------------------ */

#define KEEL_PUBLISH_ADD 0u     /* refused when the name is taken in this layer */
#define KEEL_PUBLISH_REPLACE 1u /* the entry `reg` of this context gets new metadata, method and self */
#define KEEL_PUBLISH_REMOVE 2u  /* the entry `reg` of this context goes */

typedef struct keel_publication {
  uint32_t size;
  uint32_t op;           /* KEEL_PUBLISH_ */
  keel_reg reg;          /* in for REPLACE and REMOVE, out for ADD */
  keel_str name;         /* "family/name"; ADD only */
  keel_value metadata;   /* checked against the family's contract; borrowed */
  keel_method method;
  void *self;
  uint32_t method_count; /* ordinals from here up answer KEEL_UNIMPLEMENTED */
  uint32_t reserved;
} keel_publication;

/* One entry of a listing. Views are borrowed during the visit. Return 0 to go on, anything else to stop. */
typedef struct keel_service_entry {
  uint32_t size;
  uint32_t depth;      /* 0: the scope itself, then its ancestors; the global layer comes last */
  keel_str name;
  keel_value metadata;
  keel_ref ref;        /* borrowed */
  keel_scope layer;
} keel_service_entry;

typedef int32_t (*keel_visit)(void *user, const keel_service_entry *entry);

typedef struct keel_service_api {
  size_t size;

  /* Adds, replaces and removes `count` entries of the context's scope layer, all or none. Change notices go out after
   * the commit. KEEL_REFUSED: a name taken (naming the owner), bad metadata (naming the path), a family's admit said no,
   * a registration of another context. [kernel-thread, active, remote-blocking] */
  int32_t (*publish)(keel_ctx ctx, keel_publication *set, size_t count, keel_value *why);
  /* The nearest entry of that name seen from `scope`; the reference follows swaps of its provider. The caller owns one
   * reference. KEEL_UNAVAILABLE when there is none. [kernel-thread, active, remote-blocking] */
  int32_t (*resolve)(keel_ctx ctx, keel_scope scope, keel_str name, keel_ref *out);
  /* Visits all entries of a family on the chain of `scope`, farthest layer (global) first, each layer in order of
   * registration. [kernel-thread, active, remote-blocking] */
  int32_t (*layers)(keel_ctx ctx, keel_scope scope, keel_str family, keel_visit visit, void *user);
  /* Metadata of what `ref` names, owned by the caller. [kernel-thread, active, remote-blocking] */
  int32_t (*metadata)(keel_ctx ctx, keel_ref ref, keel_value *out);
} keel_service_api;

/* ---- Events: table "keel.bus" ------------------------------------------------------------------------------------ */

typedef struct keel_bus_api {
  size_t size;

  /* The event of that name. KEEL_UNIMPLEMENTED when no accepted contract declares it.
   * [kernel-thread, active, remote-blocking] */
  int32_t (*event)(keel_ctx ctx, keel_str name, keel_event *out);
  /* Registers a listener in the context's scope. `order` sorts listeners (bands are named by the contract); ties go by
   * deployment row, then by registration. [kernel-thread, active, remote-blocking] */
  int32_t (*listen)(keel_ctx ctx, keel_event event, int32_t order, keel_method listener, void *self, keel_reg *out,
                    keel_value *why);
  /* Tells all matching listeners of an `emit` event, in order, each failure contained and logged. A listener that
   * defers is awaited by nobody. [kernel-thread, active, async] */
  int32_t (*emit)(keel_ctx ctx, const keel_call *parent, keel_event event, keel_scope target, const keel_msg *in);
  /* Runs a `serial`, `parallel` or `waterfall` event. For a waterfall `fallback` (may be NULL: answers KEEL_OK with an
   * absent value) is the innermost function. Outcome and continuation as in invoke(). An `emit` event is refused.
   * [kernel-thread, active, async] */
  int32_t (*dispatch)(keel_ctx ctx, const keel_call *parent, keel_event event, keel_scope target, const keel_msg *in,
                      const keel_call_options *options, keel_method fallback, void *fallback_self, keel_msg *out,
                      keel_done done, void *user, keel_pending *pending);
  /* In a waterfall listener: runs the rest of the chain. `in` NULL passes the arguments on as they came; otherwise only
   * arguments that the contract calls replaceable may differ. May be called again: the same chain runs again. `call` is
   * the record the listener got (or its deferred copy). Outcome and continuation as in invoke().
   * [kernel-thread, active, async] */
  int32_t (*next)(const keel_call *call, const keel_msg *in, const keel_call_options *options, keel_msg *out,
                  keel_done done, void *user, keel_pending *pending);
} keel_bus_api;

/* ---- Streams: table "keel.stream" -------------------------------------------------------------------------------- */

typedef struct keel_stream_options {
  uint32_t size;
  uint32_t window_items;  /* items in flight before push answers KEEL_FULL; 0: 64 */
  uint64_t window_bytes;  /* the same by size of the values; 0: 1 MiB */
  keel_run ready;         /* there is room again after KEEL_FULL; may be NULL */
  keel_run closed;        /* the reader is gone; may be NULL */
  void *user;
} keel_stream_options;

typedef struct keel_stream_api {
  size_t size;

  /* Opens a stream owned by `ctx`. *reader is put into an outcome or passed on. [kernel-thread, active, async] */
  int32_t (*open)(keel_ctx ctx, const keel_stream_options *options, keel_stream *writer, keel_ref *reader);
  /* Queues one item. Consumes *item. KEEL_OK, KEEL_FULL (taken), KEEL_CLOSED (dropped), KEEL_REFUSED (pushed after
   * KEEL_FULL without ready, or after the end: dropped and counted). [any-thread, any-state, async] */
  int32_t (*push)(keel_stream writer, keel_msg *item);
  /* Queues the end behind the items, exactly once, also after KEEL_CLOSED. status is KEEL_OK or KEEL_FAILED. Consumes
   * *outcome. KEEL_REFUSED when ended before. `done` (may be NULL) runs on the kernel thread when the reader has taken
   * the end or is gone. [any-thread, any-state, async] */
  int32_t (*end)(keel_stream writer, int32_t status, keel_msg *outcome, keel_done done, void *user);

  /* Takes the next item. KEEL_OK: *out is the item. KEEL_ENDED or KEEL_FAILED: the end; further calls say the same.
   * KEEL_PENDING: `done` gets one of these. KEEL_BUSY while another next of this stream is pending. KEEL_UNAVAILABLE
   * when the writer's owner is gone. [kernel-thread, active, async] */
  int32_t (*next)(keel_ctx ctx, keel_ref reader, keel_msg *out, keel_done done, void *user, keel_pending *pending);
} keel_stream_api;

/* ---- Time, threads, watching, cancellation: table "keel.exec" ----------------------------------------------------- */

#define KEEL_WATCH_READ 1u
#define KEEL_WATCH_WRITE 2u

/* Runs on a worker thread. Must not call kernel-thread functions. */
typedef void (*keel_work)(void *user);
/* A descriptor is ready: `events` has KEEL_WATCH_ bits. */
typedef void (*keel_fd_ready)(void *user, int32_t fd, uint32_t events);
/* A child has ended: wait status as waitpid gives it. */
typedef void (*keel_child_ended)(void *user, int32_t pid, int32_t wait_status);

typedef struct keel_exec_api {
  size_t size;

  /* Monotonic milliseconds, the clock of deadlines. [any-thread, any-state, local] */
  int64_t (*now_ms)(void);
  /* Wall clock, milliseconds since the Unix epoch. [any-thread, any-state, local] */
  int64_t (*wall_ms)(void);

  /* Queues `run` on the kernel thread. A post whose context has ended when its turn comes is dropped: `user` must be
   * reachable otherwise. KEEL_INACTIVE when that is known already. [any-thread, any-state, async] */
  int32_t (*post)(keel_ctx ctx, keel_run run, void *user);
  /* Runs `run` after `delay_ms` (0: after the next poll), then every `period_ms` unless that is 0. A one-shot timer's
   * registration is gone once it has run. [kernel-thread, active, async] */
  int32_t (*timer)(keel_ctx ctx, int64_t delay_ms, int64_t period_ms, keel_run run, void *user, keel_reg *out);
  /* Runs `work` on a worker thread, then `done` on the kernel thread. The instance is not destroyed before `work` has
   * returned; `done` does not run when the context has ended meanwhile. [kernel-thread, active, async] */
  int32_t (*pool)(keel_ctx ctx, keel_work work, keel_run done, void *user, keel_reg *out);
  /* Watches a descriptor until undone, level-triggered. The descriptor stays the plugin's; undo before closing it.
   * [kernel-thread, active, async] */
  int32_t (*watch_fd)(keel_ctx ctx, int32_t fd, uint32_t events, keel_fd_ready ready, void *user, keel_reg *out);
  /* Waits for a child of this process, reaps it, runs `ended` once. [kernel-thread, active, async] */
  int32_t (*watch_child)(keel_ctx ctx, int32_t pid, keel_child_ended ended, void *user, keel_reg *out);

  /* Cancel tokens form a tree. token: a new one below `parent` ({0}: a root), owned by the context. cancel: sets it and
   * all below it, once; `cause` is any value and is copied; KEEL_REFUSED when set before. state: 1 when set. cause: owned
   * by the caller, absent when not set. on_cancel: runs `run` once, soon after the token is set (at once when it is set
   * already). drop: the plugin's interest ends; the token stays while calls hold it.
   * [kernel-thread, active, async]; state and cause: [any-thread, any-state, local] */
  int32_t (*token)(keel_ctx ctx, keel_token parent, keel_token *out);
  int32_t (*cancel)(keel_ctx ctx, keel_token token, keel_value cause);
  int32_t (*cancelled)(keel_ctx ctx, keel_token token);
  int32_t (*cause)(keel_ctx ctx, keel_token token, keel_value *out);
  int32_t (*on_cancel)(keel_ctx ctx, keel_token token, keel_run run, void *user, keel_reg *out);
  void (*token_drop)(keel_ctx ctx, keel_token token);
} keel_exec_api;

/* ---- The session log: table "keel.session" ----------------------------------------------------------------------- */

#define KEEL_SURFACE_NONE 0u    /* a log-only event */
#define KEEL_SURFACE_APPEND 1u  /* joins the surface at its end */
#define KEEL_SURFACE_REPLACE 2u /* replaces the nodes surface_start to surface_end, both inclusive */

#define KEEL_APPEND_IGNORABLE 1u   /* a reader that does not know the type may skip it */
#define KEEL_APPEND_OUT_OF_BAND 2u /* between turns; the type's contract says `standalone` */
#define KEEL_APPEND_LATER 4u       /* queue behind the publication under way; *event stays absent */

/* One event to append. Fields are borrowed for the call. */
typedef struct keel_append {
  uint32_t size;
  uint32_t flags;             /* KEEL_APPEND_ flags */
  keel_str type;
  keel_value data;
  uint32_t surface;           /* KEEL_SURFACE_ */
  uint32_t has_sources;       /* 1: sources is recorded, also when empty; 0: absent */
  int64_t surface_start;
  int64_t surface_end;
  const int64_t *sources;     /* sourceEventSeqs */
  size_t source_count;
  keel_ref authority;         /* the maintenance lease for a replace between turns; {0} otherwise */
} keel_append;

typedef struct keel_session_api {
  size_t size;

  /* The live session of that id, or KEEL_UNAVAILABLE. The caller owns one reference; creating, loading and forking are
   * methods of the service kernel/sessions. [kernel-thread, active, remote-blocking] */
  int32_t (*find)(keel_ctx ctx, keel_str id, keel_ref *out);
  /* Validates, commits, publishes. *event (may be NULL) is the stored event, owned by the caller. KEEL_BUSY inside a
   * publication of the same session; KEEL_REFUSED with a code of contract session@0. Never writes to a disk.
   * [kernel-thread, active, remote-blocking] */
  int32_t (*append)(keel_ctx ctx, keel_ref session, const keel_append *what, keel_value *event, keel_value *why);
  /* Next sequence number, -1 for a dead reference. [kernel-thread, active, remote-blocking] */
  int64_t (*seq)(keel_ctx ctx, keel_ref session);
  /* Snapshots, owned by the caller. header: SessionHeader. tail: array of the events since the last turn/start. surface:
   * {nodes, replaceGeneration}. messages: derived history. request_header, request_context: latest or absent.
   * [kernel-thread, active, remote-blocking] */
  int32_t (*header)(keel_ctx ctx, keel_ref session, keel_value *out);
  int32_t (*tail)(keel_ctx ctx, keel_ref session, keel_value *out);
  int32_t (*surface)(keel_ctx ctx, keel_ref session, keel_value *out);
  int32_t (*messages)(keel_ctx ctx, keel_ref session, keel_value *out);
  int32_t (*request_header)(keel_ctx ctx, keel_ref session, keel_value *out);
  int32_t (*request_context)(keel_ctx ctx, keel_ref session, keel_value *out);
  /* The message that one event projects to, absent when it projects to none. [kernel-thread, active, local] */
  int32_t (*event_message)(keel_ctx ctx, keel_ref session, keel_value event, keel_value *out);
  /* `count` events from `from` on, as an array; pages from the store when they are not resident. Outcome as in invoke().
   * [kernel-thread, active, async] */
  int32_t (*read)(keel_ctx ctx, const keel_call *parent, keel_ref session, int64_t from, int64_t count, keel_msg *out,
                  keel_done done, void *user, keel_pending *pending);
} keel_session_api;

/* ---- Log: table "keel.log" --------------------------------------------------------------------------------------- */

#define KEEL_LOG_DEBUG 0u
#define KEEL_LOG_INFO 1u
#define KEEL_LOG_WARN 2u
#define KEEL_LOG_ERROR 3u

typedef struct keel_log_api {
  size_t size;

  /* Writes one line with the instance's name. Control characters are escaped, text above 16 KiB is cut and says so,
   * secrets that the host resolved are masked. `fields` may be absent. [any-thread, any-state, async] */
  void (*write)(keel_ctx ctx, uint32_t level, keel_str text, keel_value fields);
  /* 1 when lines of that level are kept. [any-thread, any-state, local] */
  int32_t (*enabled)(keel_ctx ctx, uint32_t level);
} keel_log_api;

/* ---- Entry -------------------------------------------------------------------------------------------------------- */

/* Returns the table of that name ("keel.value", ...) for ABI minor `version`, or NULL. Tables are the same for every
 * kernel of the process and valid as long as it runs. [any-thread, any-state, local] */
typedef const void *(*keel_get_api)(keel_str name, uint32_t version);

typedef struct keel_host {
  uint32_t size;
  uint32_t abi_major;
  uint32_t abi_minor;
  uint32_t reserved;
  keel_get_api get_api;
} keel_host;

/* Ordinals of keel_plugin.lifecycle. Each may pend. The input is absent unless stated. */
#define KEEL_LIFE_START 0u     /* register what the plugin offers; KEEL_OK makes the instance active */
#define KEEL_LIFE_STOP 1u      /* calls have drained; finish, flush, join own threads */
#define KEEL_LIFE_QUIESCE 2u   /* a swap begins: stop taking from exclusive resources, keep state */
#define KEEL_LIFE_RESUME 3u    /* the swap failed: go on */
#define KEEL_LIFE_SAVE 4u      /* out: state to hand over */
#define KEEL_LIFE_RESTORE 5u   /* in: state saved by the predecessor */
#define KEEL_LIFE_CONFIGURE 6u /* in: new config; KEEL_FAILED keeps the old one */

#define KEEL_LIFE_BIT(ordinal) (1u << (ordinal))

/* What a plugin is. Filled by keel_plugin_entry; strings and functions stay valid while the library is mapped. */
typedef struct keel_plugin {
  uint32_t size;         /* in: room; out: bytes filled */
  uint32_t abi_major;
  uint32_t abi_minor;
  uint32_t lifecycle_mask; /* KEEL_LIFE_BIT of each ordinal the plugin answers; START is required */
  keel_str id;           /* as in the manifest: "tool/greet" */
  keel_str version;
  /* Makes an instance. `config` is complete and valid by the manifest's schema, borrowed. KEEL_OK stores *self (any
   * pointer, NULL too); KEEL_FAILED stores *why and nothing else is called. Must not register anything yet.
   * [kernel-thread, any-state, local] */
  int32_t (*create)(keel_ctx ctx, keel_value config, void **self, keel_value *why);
  /* START to CONFIGURE above, `self` from create. */
  keel_method lifecycle;
  /* Frees the instance. Runs last, on the kernel thread, when no call, timer or job of the instance is left.
   * [kernel-thread, any-state, local] */
  void (*destroy)(void *self);
} keel_plugin;

/* The one exported symbol. Keeps `host` functions as it likes, starts nothing, registers nothing. KEEL_OK or KEEL_FAILED
 * with *why. May be called again for the same mapping, by another kernel on another thread. */
typedef int32_t (*keel_entry_fn)(const keel_host *host, keel_plugin *plugin, keel_value *why);
KEEL_EXPORT int32_t keel_plugin_entry(const keel_host *host, keel_plugin *plugin, keel_value *why);

#ifdef __cplusplus
}
#endif

#endif /* KEEL_ABI_H */
