// SPDX-License-Identifier: MIT
//
// keel/abi.h in Rust, for plugins without any crate. Compile it once as a library and name it with --extern:
//
//   rustc --edition 2021 --crate-type rlib --crate-name keel_abi keel_abi.rs
//   rustc --edition 2021 --crate-type cdylib --extern keel_abi=libkeel_abi.rlib my_plugin.rs
//
// keel_add_rust_plugin() in KeelRustPlugin.cmake does both. What each function does, who owns what and on which thread
// it may be called stands in abi.h. Callbacks are Option because most may be null. A panic must not leave a callback:
// wrap its body in std::panic::catch_unwind, or compile with -C panic=abort and take the host with you.

#![allow(non_camel_case_types)]

use std::ffi::c_void;

/// Opaque: a member name interned for the life of the process.
pub type keel_key = *const c_void;
/// Opaque: a value under construction.
pub type keel_builder = *mut c_void;

pub const KEEL_ABI_MAJOR: u32 = 0;
pub const KEEL_ABI_MINOR: u32 = 1;
pub const KEEL_OK: i32 = 0;
pub const KEEL_FAILED: i32 = 1;
pub const KEEL_PENDING: i32 = 2;
pub const KEEL_FULL: i32 = 8;
pub const KEEL_CLOSED: i32 = 9;
pub const KEEL_ENDED: i32 = 10;
pub const KEEL_UNAVAILABLE: i32 = 16;
pub const KEEL_DRAINING: i32 = 17;
pub const KEEL_CANCELLED: i32 = 18;
pub const KEEL_DEADLINE: i32 = 19;
pub const KEEL_REFUSED: i32 = 20;
pub const KEEL_BUSY: i32 = 21;
pub const KEEL_INACTIVE: i32 = 22;
pub const KEEL_UNIMPLEMENTED: i32 = 23;
pub const KEEL_ABANDONED: i32 = 24;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_str {
    pub data: *const u8,
    pub size: usize,
}

pub const KEEL_KIND_ABSENT: u32 = 0;
pub const KEEL_KIND_NULL: u32 = 1;
pub const KEEL_KIND_BOOL: u32 = 2;
pub const KEEL_KIND_INT: u32 = 3;
pub const KEEL_KIND_UINT: u32 = 4;
pub const KEEL_KIND_DOUBLE: u32 = 5;
pub const KEEL_KIND_STRING: u32 = 6;
pub const KEEL_KIND_BYTES: u32 = 7;
pub const KEEL_KIND_ARRAY: u32 = 8;
pub const KEEL_KIND_OBJECT: u32 = 9;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_value {
    pub head: u64,
    pub body: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_ref {
    pub id: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_scope {
    pub id: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_token {
    pub id: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_event {
    pub id: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_reg {
    pub id: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_pending {
    pub id: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_ctx {
    pub host: *mut c_void,
    pub id: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_completion {
    pub host: *mut c_void,
    pub id: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_stream {
    pub host: *mut c_void,
    pub id: u64,
}

pub const KEEL_MAX_REFS: usize = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_msg {
    pub value: keel_value,
    pub ref_count: u32,
    pub reserved: u32,
    pub refs: [keel_ref; KEEL_MAX_REFS],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_call {
    pub size: u32,
    pub flags: u32,
    pub ctx: keel_ctx,
    pub target: keel_scope,
    pub initiator: keel_scope,
    pub cancel: keel_token,
    pub deadline_ms: i64,
    pub trace: [u64; 2],
}

pub const KEEL_CALL_TRACED: u32 = 1;

pub type keel_method = unsafe extern "C" fn(
    self_: *mut c_void,
    call: *const keel_call,
    ordinal: u32,
    input: *const keel_msg,
    out: *mut keel_msg,
) -> i32;

pub type keel_done = unsafe extern "C" fn(user: *mut c_void, status: i32, outcome: *mut keel_msg);

pub type keel_run = unsafe extern "C" fn(user: *mut c_void);

pub const KEEL_PARSE_STRICT: u32 = 0;
pub const KEEL_PARSE_LENIENT: u32 = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_value_api {
    pub size: usize,
    pub key: unsafe extern "C" fn(name: keel_str) -> keel_key,
    pub key_text: unsafe extern "C" fn(key: keel_key) -> keel_str,
    pub retain: unsafe extern "C" fn(v: keel_value),
    pub release: unsafe extern "C" fn(v: keel_value),
    pub text: unsafe extern "C" fn(v: keel_value) -> keel_str,
    pub count: unsafe extern "C" fn(v: keel_value) -> usize,
    pub item: unsafe extern "C" fn(array: keel_value, i: usize) -> keel_value,
    pub member:
        unsafe extern "C" fn(object: keel_value, i: usize, name: *mut keel_str) -> keel_value,
    pub get: unsafe extern "C" fn(object: keel_value, name: keel_key) -> keel_value,
    pub find: unsafe extern "C" fn(object: keel_value, name: keel_str) -> keel_value,
    pub equal: unsafe extern "C" fn(a: keel_value, b: keel_value) -> i32,
    pub detach: unsafe extern "C" fn(v: keel_value) -> keel_value,
    pub make_string: unsafe extern "C" fn(text: keel_str, out: *mut keel_value) -> i32,
    pub make_bytes: unsafe extern "C" fn(bytes: keel_str, out: *mut keel_value) -> i32,
    pub parse: unsafe extern "C" fn(
        json: keel_str,
        mode: u32,
        out: *mut keel_value,
        why: *mut keel_value,
    ) -> i32,
    pub print: unsafe extern "C" fn(v: keel_value, indent: u32, out: *mut keel_value) -> i32,
    pub builder: unsafe extern "C" fn() -> keel_builder,
    pub begin_object: unsafe extern "C" fn(b: keel_builder),
    pub begin_array: unsafe extern "C" fn(b: keel_builder),
    pub end: unsafe extern "C" fn(b: keel_builder),
    pub name_key: unsafe extern "C" fn(b: keel_builder, key: keel_key),
    pub name: unsafe extern "C" fn(b: keel_builder, text: keel_str),
    pub put: unsafe extern "C" fn(b: keel_builder, v: keel_value),
    pub put_string: unsafe extern "C" fn(b: keel_builder, text: keel_str),
    pub put_bytes: unsafe extern "C" fn(b: keel_builder, bytes: keel_str),
    pub finish:
        unsafe extern "C" fn(b: keel_builder, out: *mut keel_value, why: *mut keel_value) -> i32,
    pub discard: unsafe extern "C" fn(b: keel_builder),
}

pub const KEEL_OPT_TARGET: u32 = 1;
pub const KEEL_OPT_INITIATOR: u32 = 2;
pub const KEEL_OPT_CANCEL: u32 = 4;
pub const KEEL_OPT_TIMEOUT: u32 = 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_call_options {
    pub size: u32,
    pub flags: u32,
    pub target: keel_scope,
    pub initiator: keel_scope,
    pub cancel: keel_token,
    pub timeout_ms: i64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_call_api {
    pub size: usize,
    pub defer: unsafe extern "C" fn(
        call: *const keel_call,
        completion: *mut keel_completion,
    ) -> *const keel_call,
    pub settle: unsafe extern "C" fn(
        completion: keel_completion,
        status: i32,
        outcome: *mut keel_msg,
    ) -> i32,
    pub drop: unsafe extern "C" fn(completion: keel_completion),
    pub invoke: unsafe extern "C" fn(
        ctx: keel_ctx,
        parent: *const keel_call,
        target: keel_ref,
        ordinal: u32,
        input: *const keel_msg,
        options: *const keel_call_options,
        out: *mut keel_msg,
        done: Option<keel_done>,
        user: *mut c_void,
        pending: *mut keel_pending,
    ) -> i32,
    pub forget: unsafe extern "C" fn(ctx: keel_ctx, pending: keel_pending) -> i32,
    pub ref_dup:
        unsafe extern "C" fn(ctx: keel_ctx, reference: keel_ref, out: *mut keel_ref) -> i32,
    pub ref_drop: unsafe extern "C" fn(ctx: keel_ctx, reference: keel_ref),
    pub object: unsafe extern "C" fn(
        ctx: keel_ctx,
        contract: keel_str,
        method_count: u32,
        method: Option<keel_method>,
        self_: *mut c_void,
        dropped: Option<keel_run>,
        out: *mut keel_ref,
        why: *mut keel_value,
    ) -> i32,
    pub object_end: unsafe extern "C" fn(ctx: keel_ctx, object: keel_ref),
    pub lease: unsafe extern "C" fn(
        ctx: keel_ctx,
        reference: keel_ref,
        lease: *mut keel_ref,
        why: *mut keel_value,
    ) -> i32,
    pub scope_begin: unsafe extern "C" fn(
        ctx: keel_ctx,
        parent: keel_scope,
        label: keel_str,
        out: *mut keel_scope,
        why: *mut keel_value,
    ) -> i32,
    pub scope_link: unsafe extern "C" fn(
        ctx: keel_ctx,
        scope: keel_scope,
        parent: keel_scope,
        why: *mut keel_value,
    ) -> i32,
    pub scope_parent: unsafe extern "C" fn(ctx: keel_ctx, scope: keel_scope) -> keel_scope,
    pub scope_end: unsafe extern "C" fn(ctx: keel_ctx, scope: keel_scope),
    pub ctx_scope: unsafe extern "C" fn(ctx: keel_ctx) -> keel_scope,
    pub ctx_in_scope:
        unsafe extern "C" fn(ctx: keel_ctx, scope: keel_scope, out: *mut keel_ctx) -> i32,
    pub ctx_end: unsafe extern "C" fn(ctx: keel_ctx, done: Option<keel_done>, user: *mut c_void),
    pub effect: unsafe extern "C" fn(
        ctx: keel_ctx,
        label: keel_str,
        undo: Option<keel_method>,
        self_: *mut c_void,
        out: *mut keel_reg,
    ) -> i32,
    pub undo: unsafe extern "C" fn(ctx: keel_ctx, reg: keel_reg) -> i32,
    pub describe: unsafe extern "C" fn(ctx: keel_ctx, out: *mut keel_value) -> i32,
}

pub const KEEL_PUBLISH_ADD: u32 = 0;
pub const KEEL_PUBLISH_REPLACE: u32 = 1;
pub const KEEL_PUBLISH_REMOVE: u32 = 2;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_publication {
    pub size: u32,
    pub op: u32,
    pub reg: keel_reg,
    pub name: keel_str,
    pub metadata: keel_value,
    pub method: Option<keel_method>,
    pub self_: *mut c_void,
    pub method_count: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_service_entry {
    pub size: u32,
    pub depth: u32,
    pub name: keel_str,
    pub metadata: keel_value,
    pub reference: keel_ref,
    pub layer: keel_scope,
}

pub type keel_visit =
    unsafe extern "C" fn(user: *mut c_void, entry: *const keel_service_entry) -> i32;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_service_api {
    pub size: usize,
    pub publish: unsafe extern "C" fn(
        ctx: keel_ctx,
        set: *mut keel_publication,
        count: usize,
        why: *mut keel_value,
    ) -> i32,
    pub resolve: unsafe extern "C" fn(
        ctx: keel_ctx,
        scope: keel_scope,
        name: keel_str,
        out: *mut keel_ref,
    ) -> i32,
    pub layers: unsafe extern "C" fn(
        ctx: keel_ctx,
        scope: keel_scope,
        family: keel_str,
        visit: Option<keel_visit>,
        user: *mut c_void,
    ) -> i32,
    pub metadata:
        unsafe extern "C" fn(ctx: keel_ctx, reference: keel_ref, out: *mut keel_value) -> i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_bus_api {
    pub size: usize,
    pub event: unsafe extern "C" fn(ctx: keel_ctx, name: keel_str, out: *mut keel_event) -> i32,
    pub listen: unsafe extern "C" fn(
        ctx: keel_ctx,
        event: keel_event,
        order: i32,
        listener: Option<keel_method>,
        self_: *mut c_void,
        out: *mut keel_reg,
        why: *mut keel_value,
    ) -> i32,
    pub emit: unsafe extern "C" fn(
        ctx: keel_ctx,
        parent: *const keel_call,
        event: keel_event,
        target: keel_scope,
        input: *const keel_msg,
    ) -> i32,
    pub dispatch: unsafe extern "C" fn(
        ctx: keel_ctx,
        parent: *const keel_call,
        event: keel_event,
        target: keel_scope,
        input: *const keel_msg,
        options: *const keel_call_options,
        fallback: Option<keel_method>,
        fallback_self: *mut c_void,
        out: *mut keel_msg,
        done: Option<keel_done>,
        user: *mut c_void,
        pending: *mut keel_pending,
    ) -> i32,
    pub next: unsafe extern "C" fn(
        call: *const keel_call,
        input: *const keel_msg,
        options: *const keel_call_options,
        out: *mut keel_msg,
        done: Option<keel_done>,
        user: *mut c_void,
        pending: *mut keel_pending,
    ) -> i32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_stream_options {
    pub size: u32,
    pub window_items: u32,
    pub window_bytes: u64,
    pub ready: Option<keel_run>,
    pub closed: Option<keel_run>,
    pub user: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_stream_api {
    pub size: usize,
    pub open: unsafe extern "C" fn(
        ctx: keel_ctx,
        options: *const keel_stream_options,
        writer: *mut keel_stream,
        reader: *mut keel_ref,
    ) -> i32,
    pub push: unsafe extern "C" fn(writer: keel_stream, item: *mut keel_msg) -> i32,
    pub end: unsafe extern "C" fn(
        writer: keel_stream,
        status: i32,
        outcome: *mut keel_msg,
        done: Option<keel_done>,
        user: *mut c_void,
    ) -> i32,
    pub next: unsafe extern "C" fn(
        ctx: keel_ctx,
        reader: keel_ref,
        out: *mut keel_msg,
        done: Option<keel_done>,
        user: *mut c_void,
        pending: *mut keel_pending,
    ) -> i32,
}

pub const KEEL_WATCH_READ: u32 = 1;
pub const KEEL_WATCH_WRITE: u32 = 2;

pub type keel_work = unsafe extern "C" fn(user: *mut c_void);

pub type keel_fd_ready = unsafe extern "C" fn(user: *mut c_void, fd: i32, events: u32);

pub type keel_child_ended = unsafe extern "C" fn(user: *mut c_void, pid: i32, wait_status: i32);

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_exec_api {
    pub size: usize,
    pub now_ms: unsafe extern "C" fn() -> i64,
    pub wall_ms: unsafe extern "C" fn() -> i64,
    pub post: unsafe extern "C" fn(ctx: keel_ctx, run: Option<keel_run>, user: *mut c_void) -> i32,
    pub timer: unsafe extern "C" fn(
        ctx: keel_ctx,
        delay_ms: i64,
        period_ms: i64,
        run: Option<keel_run>,
        user: *mut c_void,
        out: *mut keel_reg,
    ) -> i32,
    pub pool: unsafe extern "C" fn(
        ctx: keel_ctx,
        work: Option<keel_work>,
        done: Option<keel_run>,
        user: *mut c_void,
        out: *mut keel_reg,
    ) -> i32,
    pub watch_fd: unsafe extern "C" fn(
        ctx: keel_ctx,
        fd: i32,
        events: u32,
        ready: Option<keel_fd_ready>,
        user: *mut c_void,
        out: *mut keel_reg,
    ) -> i32,
    pub watch_child: unsafe extern "C" fn(
        ctx: keel_ctx,
        pid: i32,
        ended: Option<keel_child_ended>,
        user: *mut c_void,
        out: *mut keel_reg,
    ) -> i32,
    pub token: unsafe extern "C" fn(ctx: keel_ctx, parent: keel_token, out: *mut keel_token) -> i32,
    pub cancel: unsafe extern "C" fn(ctx: keel_ctx, token: keel_token, cause: keel_value) -> i32,
    pub cancelled: unsafe extern "C" fn(ctx: keel_ctx, token: keel_token) -> i32,
    pub cause: unsafe extern "C" fn(ctx: keel_ctx, token: keel_token, out: *mut keel_value) -> i32,
    pub on_cancel: unsafe extern "C" fn(
        ctx: keel_ctx,
        token: keel_token,
        run: Option<keel_run>,
        user: *mut c_void,
        out: *mut keel_reg,
    ) -> i32,
    pub token_drop: unsafe extern "C" fn(ctx: keel_ctx, token: keel_token),
}

pub const KEEL_SURFACE_NONE: u32 = 0;
pub const KEEL_SURFACE_APPEND: u32 = 1;
pub const KEEL_SURFACE_REPLACE: u32 = 2;
pub const KEEL_APPEND_IGNORABLE: u32 = 1;
pub const KEEL_APPEND_OUT_OF_BAND: u32 = 2;
pub const KEEL_APPEND_LATER: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_append {
    pub size: u32,
    pub flags: u32,
    pub kind: keel_str,
    pub data: keel_value,
    pub surface: u32,
    pub has_sources: u32,
    pub surface_start: i64,
    pub surface_end: i64,
    pub sources: *const i64,
    pub source_count: usize,
    pub authority: keel_ref,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_session_api {
    pub size: usize,
    pub find: unsafe extern "C" fn(ctx: keel_ctx, id: keel_str, out: *mut keel_ref) -> i32,
    pub append: unsafe extern "C" fn(
        ctx: keel_ctx,
        session: keel_ref,
        what: *const keel_append,
        event: *mut keel_value,
        why: *mut keel_value,
    ) -> i32,
    pub seq: unsafe extern "C" fn(ctx: keel_ctx, session: keel_ref) -> i64,
    pub header: unsafe extern "C" fn(ctx: keel_ctx, session: keel_ref, out: *mut keel_value) -> i32,
    pub tail: unsafe extern "C" fn(ctx: keel_ctx, session: keel_ref, out: *mut keel_value) -> i32,
    pub surface:
        unsafe extern "C" fn(ctx: keel_ctx, session: keel_ref, out: *mut keel_value) -> i32,
    pub messages:
        unsafe extern "C" fn(ctx: keel_ctx, session: keel_ref, out: *mut keel_value) -> i32,
    pub request_header:
        unsafe extern "C" fn(ctx: keel_ctx, session: keel_ref, out: *mut keel_value) -> i32,
    pub request_context:
        unsafe extern "C" fn(ctx: keel_ctx, session: keel_ref, out: *mut keel_value) -> i32,
    pub event_message: unsafe extern "C" fn(
        ctx: keel_ctx,
        session: keel_ref,
        event: keel_value,
        out: *mut keel_value,
    ) -> i32,
    pub read: unsafe extern "C" fn(
        ctx: keel_ctx,
        parent: *const keel_call,
        session: keel_ref,
        from: i64,
        count: i64,
        out: *mut keel_msg,
        done: Option<keel_done>,
        user: *mut c_void,
        pending: *mut keel_pending,
    ) -> i32,
}

pub const KEEL_LOG_DEBUG: u32 = 0;
pub const KEEL_LOG_INFO: u32 = 1;
pub const KEEL_LOG_WARN: u32 = 2;
pub const KEEL_LOG_ERROR: u32 = 3;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_log_api {
    pub size: usize,
    pub write: unsafe extern "C" fn(ctx: keel_ctx, level: u32, text: keel_str, fields: keel_value),
    pub enabled: unsafe extern "C" fn(ctx: keel_ctx, level: u32) -> i32,
}

/// The table of that name, or null.
pub type keel_get_api = unsafe extern "C" fn(name: keel_str, version: u32) -> *const c_void;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_host {
    pub size: u32,
    pub abi_major: u32,
    pub abi_minor: u32,
    pub reserved: u32,
    pub get_api: keel_get_api,
}

pub const KEEL_LIFE_START: u32 = 0;
pub const KEEL_LIFE_STOP: u32 = 1;
pub const KEEL_LIFE_QUIESCE: u32 = 2;
pub const KEEL_LIFE_RESUME: u32 = 3;
pub const KEEL_LIFE_SAVE: u32 = 4;
pub const KEEL_LIFE_RESTORE: u32 = 5;
pub const KEEL_LIFE_CONFIGURE: u32 = 6;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct keel_plugin {
    pub size: u32,
    pub abi_major: u32,
    pub abi_minor: u32,
    pub lifecycle_mask: u32,
    pub id: keel_str,
    pub version: keel_str,
    pub create: unsafe extern "C" fn(
        ctx: keel_ctx,
        config: keel_value,
        self_: *mut *mut c_void,
        why: *mut keel_value,
    ) -> i32,
    pub lifecycle: Option<keel_method>,
    pub destroy: unsafe extern "C" fn(self_: *mut c_void),
}

pub type keel_entry_fn = unsafe extern "C" fn(
    host: *const keel_host,
    pluginput: *mut keel_plugin,
    why: *mut keel_value,
) -> i32;

/// The manifest note of a plugin. One per library:
///
///   keel_abi::keel_manifest_note!();
///
/// KEEL_NOTE_JSON names the file with the manifest at compile time; keel_add_rust_plugin() sets it.
#[repr(C, align(4))]
pub struct keel_note<const N: usize> {
    pub name_size: u32,
    pub manifest_size: u32,
    pub kind: u32,
    pub name: [u8; 8],
    pub manifest: [u8; N],
}

#[macro_export]
macro_rules! keel_manifest_note {
    () => {
        #[used]
        #[link_section = ".note.keel"]
        static KEEL_NOTE: $crate::keel_note<{ include_bytes!(env!("KEEL_NOTE_JSON")).len() }> =
            $crate::keel_note {
                name_size: 5,
                manifest_size: include_bytes!(env!("KEEL_NOTE_JSON")).len() as u32,
                kind: 1,
                name: *b"Keel\0\0\0\0",
                manifest: *include_bytes!(env!("KEEL_NOTE_JSON")),
            };
    };
}

// The layout that abi.h has on every 64-bit target; a slip of the pen above does not compile.
const _: () = {
    use std::mem::size_of;
    assert!(size_of::<keel_str>() == 16);
    assert!(size_of::<keel_value>() == 16);
    assert!(size_of::<keel_msg>() == 88);
    assert!(size_of::<keel_call>() == 72);
    assert!(size_of::<keel_call_options>() == 40);
    assert!(size_of::<keel_publication>() == 72);
    assert!(size_of::<keel_service_entry>() == 56);
    assert!(size_of::<keel_stream_options>() == 40);
    assert!(size_of::<keel_append>() == 88);
    assert!(size_of::<keel_plugin>() == 72);
    assert!(size_of::<keel_host>() == 24);
    assert!(size_of::<keel_value_api>() == 224);
    assert!(size_of::<keel_call_api>() == 168);
    assert!(size_of::<keel_service_api>() == 40);
    assert!(size_of::<keel_bus_api>() == 48);
    assert!(size_of::<keel_stream_api>() == 40);
    assert!(size_of::<keel_exec_api>() == 112);
    assert!(size_of::<keel_session_api>() == 96);
    assert!(size_of::<keel_log_api>() == 24);
};
