/* SPDX-License-Identifier: MIT
 *
 * The layout of ABI 0.1 on 64-bit targets: size and alignment of every struct, offset of every
 * member, so also the order of the functions in every table. A plugin that was built with it relies
 * on each line. Within a minor version lines are only added, at the end of a table; anything else
 * is a new version with a file of its own. */
#include "keel/abi.h"

#define SIZE(type, size, alignment)                                        \
  _Static_assert(sizeof(type) == (size), "size of " #type " has changed"); \
  _Static_assert(_Alignof(type) == (alignment), "alignment of " #type " has changed")
#define AT(type, member, offset) \
  _Static_assert(offsetof(type, member) == (offset), #type "." #member " has moved")

_Static_assert(sizeof(void*) == 8, "this file describes 64-bit targets");

SIZE(keel_str, 16, 8);
AT(keel_str, data, 0);
AT(keel_str, size, 8);

SIZE(keel_value, 16, 8);
AT(keel_value, head, 0);
AT(keel_value, body, 8);

SIZE(keel_ref, 8, 8);
AT(keel_ref, id, 0);

SIZE(keel_scope, 8, 8);
AT(keel_scope, id, 0);

SIZE(keel_token, 8, 8);
AT(keel_token, id, 0);

SIZE(keel_event, 8, 8);
AT(keel_event, id, 0);

SIZE(keel_reg, 8, 8);
AT(keel_reg, id, 0);

SIZE(keel_pending, 8, 8);
AT(keel_pending, id, 0);

SIZE(keel_ctx, 16, 8);
AT(keel_ctx, host, 0);
AT(keel_ctx, id, 8);

SIZE(keel_completion, 16, 8);
AT(keel_completion, host, 0);
AT(keel_completion, id, 8);

SIZE(keel_stream, 16, 8);
AT(keel_stream, host, 0);
AT(keel_stream, id, 8);

SIZE(keel_msg, 88, 8);
AT(keel_msg, value, 0);
AT(keel_msg, ref_count, 16);
AT(keel_msg, reserved, 20);
AT(keel_msg, refs, 24);

SIZE(keel_call, 72, 8);
AT(keel_call, size, 0);
AT(keel_call, flags, 4);
AT(keel_call, ctx, 8);
AT(keel_call, target, 24);
AT(keel_call, initiator, 32);
AT(keel_call, cancel, 40);
AT(keel_call, deadline_ms, 48);
AT(keel_call, trace, 56);

SIZE(keel_value_api, 224, 8);
AT(keel_value_api, size, 0);
AT(keel_value_api, key, 8);
AT(keel_value_api, key_text, 16);
AT(keel_value_api, retain, 24);
AT(keel_value_api, release, 32);
AT(keel_value_api, text, 40);
AT(keel_value_api, count, 48);
AT(keel_value_api, item, 56);
AT(keel_value_api, member, 64);
AT(keel_value_api, get, 72);
AT(keel_value_api, find, 80);
AT(keel_value_api, equal, 88);
AT(keel_value_api, detach, 96);
AT(keel_value_api, make_string, 104);
AT(keel_value_api, make_bytes, 112);
AT(keel_value_api, parse, 120);
AT(keel_value_api, print, 128);
AT(keel_value_api, builder, 136);
AT(keel_value_api, begin_object, 144);
AT(keel_value_api, begin_array, 152);
AT(keel_value_api, end, 160);
AT(keel_value_api, name_key, 168);
AT(keel_value_api, name, 176);
AT(keel_value_api, put, 184);
AT(keel_value_api, put_string, 192);
AT(keel_value_api, put_bytes, 200);
AT(keel_value_api, finish, 208);
AT(keel_value_api, discard, 216);

SIZE(keel_call_options, 40, 8);
AT(keel_call_options, size, 0);
AT(keel_call_options, flags, 4);
AT(keel_call_options, target, 8);
AT(keel_call_options, initiator, 16);
AT(keel_call_options, cancel, 24);
AT(keel_call_options, timeout_ms, 32);

SIZE(keel_call_api, 168, 8);
AT(keel_call_api, size, 0);
AT(keel_call_api, defer, 8);
AT(keel_call_api, settle, 16);
AT(keel_call_api, drop, 24);
AT(keel_call_api, invoke, 32);
AT(keel_call_api, forget, 40);
AT(keel_call_api, ref_dup, 48);
AT(keel_call_api, ref_drop, 56);
AT(keel_call_api, object, 64);
AT(keel_call_api, object_end, 72);
AT(keel_call_api, lease, 80);
AT(keel_call_api, scope_begin, 88);
AT(keel_call_api, scope_link, 96);
AT(keel_call_api, scope_parent, 104);
AT(keel_call_api, scope_end, 112);
AT(keel_call_api, ctx_scope, 120);
AT(keel_call_api, ctx_in_scope, 128);
AT(keel_call_api, ctx_end, 136);
AT(keel_call_api, effect, 144);
AT(keel_call_api, undo, 152);
AT(keel_call_api, describe, 160);

SIZE(keel_publication, 72, 8);
AT(keel_publication, size, 0);
AT(keel_publication, op, 4);
AT(keel_publication, reg, 8);
AT(keel_publication, name, 16);
AT(keel_publication, metadata, 32);
AT(keel_publication, method, 48);
AT(keel_publication, self, 56);
AT(keel_publication, method_count, 64);
AT(keel_publication, reserved, 68);

SIZE(keel_service_entry, 56, 8);
AT(keel_service_entry, size, 0);
AT(keel_service_entry, depth, 4);
AT(keel_service_entry, name, 8);
AT(keel_service_entry, metadata, 24);
AT(keel_service_entry, ref, 40);
AT(keel_service_entry, layer, 48);

SIZE(keel_service_api, 40, 8);
AT(keel_service_api, size, 0);
AT(keel_service_api, publish, 8);
AT(keel_service_api, resolve, 16);
AT(keel_service_api, layers, 24);
AT(keel_service_api, metadata, 32);

SIZE(keel_bus_api, 48, 8);
AT(keel_bus_api, size, 0);
AT(keel_bus_api, event, 8);
AT(keel_bus_api, listen, 16);
AT(keel_bus_api, emit, 24);
AT(keel_bus_api, dispatch, 32);
AT(keel_bus_api, next, 40);

SIZE(keel_stream_options, 40, 8);
AT(keel_stream_options, size, 0);
AT(keel_stream_options, window_items, 4);
AT(keel_stream_options, window_bytes, 8);
AT(keel_stream_options, ready, 16);
AT(keel_stream_options, closed, 24);
AT(keel_stream_options, user, 32);

SIZE(keel_stream_api, 40, 8);
AT(keel_stream_api, size, 0);
AT(keel_stream_api, open, 8);
AT(keel_stream_api, push, 16);
AT(keel_stream_api, end, 24);
AT(keel_stream_api, next, 32);

SIZE(keel_exec_api, 112, 8);
AT(keel_exec_api, size, 0);
AT(keel_exec_api, now_ms, 8);
AT(keel_exec_api, wall_ms, 16);
AT(keel_exec_api, post, 24);
AT(keel_exec_api, timer, 32);
AT(keel_exec_api, pool, 40);
AT(keel_exec_api, watch_fd, 48);
AT(keel_exec_api, watch_child, 56);
AT(keel_exec_api, token, 64);
AT(keel_exec_api, cancel, 72);
AT(keel_exec_api, cancelled, 80);
AT(keel_exec_api, cause, 88);
AT(keel_exec_api, on_cancel, 96);
AT(keel_exec_api, token_drop, 104);

SIZE(keel_append, 88, 8);
AT(keel_append, size, 0);
AT(keel_append, flags, 4);
AT(keel_append, type, 8);
AT(keel_append, data, 24);
AT(keel_append, surface, 40);
AT(keel_append, has_sources, 44);
AT(keel_append, surface_start, 48);
AT(keel_append, surface_end, 56);
AT(keel_append, sources, 64);
AT(keel_append, source_count, 72);
AT(keel_append, authority, 80);

SIZE(keel_session_api, 96, 8);
AT(keel_session_api, size, 0);
AT(keel_session_api, find, 8);
AT(keel_session_api, append, 16);
AT(keel_session_api, seq, 24);
AT(keel_session_api, header, 32);
AT(keel_session_api, tail, 40);
AT(keel_session_api, surface, 48);
AT(keel_session_api, messages, 56);
AT(keel_session_api, request_header, 64);
AT(keel_session_api, request_context, 72);
AT(keel_session_api, event_message, 80);
AT(keel_session_api, read, 88);

SIZE(keel_log_api, 24, 8);
AT(keel_log_api, size, 0);
AT(keel_log_api, write, 8);
AT(keel_log_api, enabled, 16);

SIZE(keel_host, 24, 8);
AT(keel_host, size, 0);
AT(keel_host, abi_major, 4);
AT(keel_host, abi_minor, 8);
AT(keel_host, reserved, 12);
AT(keel_host, get_api, 16);

SIZE(keel_plugin, 72, 8);
AT(keel_plugin, size, 0);
AT(keel_plugin, abi_major, 4);
AT(keel_plugin, abi_minor, 8);
AT(keel_plugin, lifecycle_mask, 12);
AT(keel_plugin, id, 16);
AT(keel_plugin, version, 32);
AT(keel_plugin, create, 48);
AT(keel_plugin, lifecycle, 56);
AT(keel_plugin, destroy, 64);

#define IS(name, number) _Static_assert(name == (number), #name " has changed")

IS(KEEL_ABI_MAJOR, 0u);
IS(KEEL_ABI_MINOR, 1u);
IS(KEEL_OK, 0);
IS(KEEL_FAILED, 1);
IS(KEEL_PENDING, 2);
IS(KEEL_FULL, 8);
IS(KEEL_CLOSED, 9);
IS(KEEL_ENDED, 10);
IS(KEEL_UNAVAILABLE, 16);
IS(KEEL_DRAINING, 17);
IS(KEEL_CANCELLED, 18);
IS(KEEL_DEADLINE, 19);
IS(KEEL_REFUSED, 20);
IS(KEEL_BUSY, 21);
IS(KEEL_INACTIVE, 22);
IS(KEEL_UNIMPLEMENTED, 23);
IS(KEEL_ABANDONED, 24);
IS(KEEL_KIND_ABSENT, 0u);
IS(KEEL_KIND_NULL, 1u);
IS(KEEL_KIND_BOOL, 2u);
IS(KEEL_KIND_INT, 3u);
IS(KEEL_KIND_UINT, 4u);
IS(KEEL_KIND_DOUBLE, 5u);
IS(KEEL_KIND_STRING, 6u);
IS(KEEL_KIND_BYTES, 7u);
IS(KEEL_KIND_ARRAY, 8u);
IS(KEEL_KIND_OBJECT, 9u);
IS(KEEL_MAX_REFS, 8u);
IS(KEEL_CALL_TRACED, 1u);
IS(KEEL_PARSE_STRICT, 0u);
IS(KEEL_PARSE_LENIENT, 1u);
IS(KEEL_OPT_TARGET, 1u);
IS(KEEL_OPT_INITIATOR, 2u);
IS(KEEL_OPT_CANCEL, 4u);
IS(KEEL_OPT_TIMEOUT, 8u);
IS(KEEL_PUBLISH_ADD, 0u);
IS(KEEL_PUBLISH_REPLACE, 1u);
IS(KEEL_PUBLISH_REMOVE, 2u);
IS(KEEL_WATCH_READ, 1u);
IS(KEEL_WATCH_WRITE, 2u);
IS(KEEL_SURFACE_NONE, 0u);
IS(KEEL_SURFACE_APPEND, 1u);
IS(KEEL_SURFACE_REPLACE, 2u);
IS(KEEL_APPEND_IGNORABLE, 1u);
IS(KEEL_APPEND_OUT_OF_BAND, 2u);
IS(KEEL_APPEND_LATER, 4u);
IS(KEEL_LOG_DEBUG, 0u);
IS(KEEL_LOG_INFO, 1u);
IS(KEEL_LOG_WARN, 2u);
IS(KEEL_LOG_ERROR, 3u);
IS(KEEL_LIFE_START, 0u);
IS(KEEL_LIFE_STOP, 1u);
IS(KEEL_LIFE_QUIESCE, 2u);
IS(KEEL_LIFE_RESUME, 3u);
IS(KEEL_LIFE_SAVE, 4u);
IS(KEEL_LIFE_RESTORE, 5u);
IS(KEEL_LIFE_CONFIGURE, 6u);
