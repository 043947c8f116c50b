// SPDX-License-Identifier: MIT
//
// The toy in Rust: tests/toys/toy.json with the bindings of the SDK alone.

use keel_abi::*;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{null, null_mut};
use std::rc::Rc;
use std::sync::atomic::{AtomicPtr, Ordering};

keel_manifest_note!();

/// The host's tables: the same for every kernel of the process, so the only statics a plugin may have.
struct Table<T>(AtomicPtr<T>);

impl<T> Table<T> {
    const fn new() -> Self {
        Table(AtomicPtr::new(null_mut()))
    }
    fn bind(&self, host: &keel_host, name: &str) -> bool {
        let found = unsafe { (host.get_api)(text_of(name), KEEL_ABI_MINOR) };
        self.0.store(found as *mut T, Ordering::Relaxed);
        !found.is_null()
    }
    fn get(&self) -> &'static T {
        unsafe { &*self.0.load(Ordering::Relaxed) }
    }
}

static VALUE: Table<keel_value_api> = Table::new();
static CALL: Table<keel_call_api> = Table::new();
static SERVICE: Table<keel_service_api> = Table::new();
static BUS: Table<keel_bus_api> = Table::new();
static STREAM: Table<keel_stream_api> = Table::new();
static EXEC: Table<keel_exec_api> = Table::new();

const ABSENT: keel_value = keel_value { head: 0, body: 0 };
const NO_MSG: keel_msg = keel_msg {
    value: ABSENT,
    ref_count: 0,
    reserved: 0,
    refs: [keel_ref { id: 0 }; KEEL_MAX_REFS],
};

fn text_of(text: &str) -> keel_str {
    keel_str {
        data: text.as_ptr().cast(),
        size: text.len(),
    }
}

/// An owner of a value.
struct Value(keel_value);

impl Value {
    fn share(raw: keel_value) -> Self {
        unsafe { (VALUE.get().retain)(raw) };
        Value(raw)
    }
    fn release(mut self) -> keel_value {
        std::mem::replace(&mut self.0, ABSENT)
    }
    /// {name: number, ...}
    fn numbers(members: &[(&str, i64)]) -> Self {
        let api = VALUE.get();
        let mut out = ABSENT;
        unsafe {
            let builder = (api.builder)();
            (api.begin_object)(builder);
            for (name, number) in members {
                (api.name)(builder, text_of(name));
                (api.put)(
                    builder,
                    keel_value {
                        head: u64::from(KEEL_KIND_INT),
                        body: *number as u64,
                    },
                );
            }
            (api.end)(builder);
            (api.finish)(builder, &mut out, null_mut());
        }
        Value(out)
    }
    /// {name: text, ...}
    fn texts(members: &[(&str, keel_str)]) -> Self {
        let api = VALUE.get();
        let mut out = ABSENT;
        unsafe {
            let builder = (api.builder)();
            (api.begin_object)(builder);
            for (name, text) in members {
                (api.name)(builder, text_of(name));
                (api.put_string)(builder, *text);
            }
            (api.end)(builder);
            (api.finish)(builder, &mut out, null_mut());
        }
        Value(out)
    }
}

impl Drop for Value {
    fn drop(&mut self) {
        unsafe { (VALUE.get().release)(self.0) };
    }
}

fn member(object: keel_value, name: &str) -> keel_value {
    unsafe { (VALUE.get().find)(object, text_of(name)) }
}

fn integer(object: keel_value, name: &str) -> Option<i64> {
    let value = member(object, name);
    ((value.head & 0xff) as u32 == KEEL_KIND_INT).then_some(value.body as i64)
}

fn error(code: &str, message: keel_str) -> Value {
    Value::texts(&[("code", text_of(code)), ("message", message)])
}

/// What a method answers: an outcome, an error, or nothing yet.
enum Answer {
    Done(keel_msg),
    Failed(Value),
    Pending,
}

fn done(value: Value) -> Answer {
    Answer::Done(keel_msg {
        value: value.release(),
        ..NO_MSG
    })
}

fn failed(code: &str, message: &str) -> Answer {
    Answer::Failed(error(code, text_of(message)))
}

/// Runs code of the toy for the host: a panic becomes an error.
fn guard(out: *mut keel_msg, body: impl FnOnce() -> Answer) -> i32 {
    let answer = catch_unwind(AssertUnwindSafe(body))
        .unwrap_or_else(|_| failed("PANIC", "the toy in Rust panicked"));
    match answer {
        Answer::Done(message) => {
            unsafe { *out = message };
            KEEL_OK
        }
        Answer::Failed(value) => {
            unsafe { (*out).value = value.release() };
            KEEL_FAILED
        }
        Answer::Pending => KEEL_PENDING,
    }
}

struct Toy {
    ctx: keel_ctx,
    events: Cell<i64>,
    sum: Cell<i64>,
    /// What callbacks of the host still refer to; dropped with the toy at the latest.
    streams: RefCell<Vec<Rc<Numbers>>>,
    waiting: RefCell<Vec<Rc<Waiting>>>,
}

/// A call that is answered later.
struct Waiting {
    toy: *const Toy,
    completion: Cell<keel_completion>,
    value: RefCell<Option<Value>>,
}

impl Waiting {
    fn new(toy: &Toy) -> Rc<Waiting> {
        let waiting = Rc::new(Waiting {
            toy,
            completion: Cell::new(keel_completion {
                host: null_mut(),
                id: 0,
            }),
            value: RefCell::new(None),
        });
        toy.waiting.borrow_mut().push(waiting.clone());
        waiting
    }
    fn user(self: &Rc<Waiting>) -> *mut c_void {
        Rc::as_ptr(self) as *mut c_void
    }
    unsafe fn settle(&self, status: i32, mut outcome: keel_msg) {
        (CALL.get().settle)(self.completion.get(), status, &mut outcome);
    }
    /// May destroy what it is called on.
    fn forget(toy: *const Toy, waiting: *const Waiting) {
        let mut all = unsafe { &*toy }.waiting.borrow_mut();
        all.retain(|one| !std::ptr::eq(Rc::as_ptr(one), waiting));
    }
}

/// A stream that is being written.
struct Numbers {
    stream: Cell<keel_stream>,
    sent: Cell<i64>,
    count: i64,
    ended: Cell<bool>,
}

impl Numbers {
    /// Pushes until the stream is full or through.
    fn push(&self) {
        let api = STREAM.get();
        while self.sent.get() < self.count {
            let mut item = keel_msg {
                value: Value::numbers(&[("n", self.sent.get())]).release(),
                ..NO_MSG
            };
            let status = unsafe { (api.push)(self.stream.get(), &mut item) };
            self.sent.set(self.sent.get() + 1);
            match status {
                KEEL_FULL => return,
                KEEL_CLOSED => break,
                _ => {}
            }
        }
        self.end();
    }
    fn end(&self) {
        if self.ended.replace(true) {
            return;
        }
        let mut end = keel_msg {
            value: Value::numbers(&[("count", self.count)]).release(),
            ..NO_MSG
        };
        unsafe { (STREAM.get().end)(self.stream.get(), KEEL_OK, &mut end, None, null_mut()) };
    }
}

unsafe extern "C" fn on_ready(user: *mut c_void) {
    let numbers = &*(user as *const Numbers);
    if !numbers.ended.get() {
        numbers.push();
    }
}

unsafe extern "C" fn on_closed(user: *mut c_void) {
    (*(user as *const Numbers)).end();
}

unsafe extern "C" fn on_time(user: *mut c_void) {
    let waiting = user as *const Waiting;
    let value = (*waiting).value.take().map_or(ABSENT, Value::release);
    (*waiting).settle(KEEL_OK, keel_msg { value, ..NO_MSG });
    Waiting::forget((*waiting).toy, waiting);
}

fn add(input: keel_value) -> Answer {
    match (integer(input, "a"), integer(input, "b")) {
        (Some(a), Some(b)) => done(Value::numbers(&[("sum", a.wrapping_add(b))])),
        _ => failed("BAD_ARGUMENTS", "add: a and b must be integers"),
    }
}

fn later(toy: &Toy, call: *const keel_call, input: keel_value) -> Answer {
    let waiting = Waiting::new(toy);
    *waiting.value.borrow_mut() = Some(Value::share(member(input, "value")));
    let mut completion = keel_completion {
        host: null_mut(),
        id: 0,
    };
    if unsafe { (CALL.get().defer)(call, &mut completion) }.is_null() {
        Waiting::forget(toy, Rc::as_ptr(&waiting));
        return failed("DEFER", "later: the host does not let this call wait");
    }
    waiting.completion.set(completion);
    let mut timer = keel_reg { id: 0 };
    let delay = integer(input, "ms").unwrap_or(0);
    let status =
        unsafe { (EXEC.get().timer)(toy.ctx, delay, 0, Some(on_time), waiting.user(), &mut timer) };
    if status != KEEL_OK {
        unsafe { (CALL.get().drop)(completion) };
        Waiting::forget(toy, Rc::as_ptr(&waiting));
    }
    Answer::Pending
}

fn stream(toy: &Toy, input: keel_value) -> Answer {
    let numbers = Rc::new(Numbers {
        stream: Cell::new(keel_stream {
            host: null_mut(),
            id: 0,
        }),
        sent: Cell::new(0),
        count: integer(input, "count").unwrap_or(0),
        ended: Cell::new(false),
    });
    let options = keel_stream_options {
        size: std::mem::size_of::<keel_stream_options>() as u32,
        window_items: 0,
        window_bytes: 0,
        ready: Some(on_ready),
        closed: Some(on_closed),
        user: Rc::as_ptr(&numbers) as *mut c_void,
    };
    let mut writer = keel_stream {
        host: null_mut(),
        id: 0,
    };
    let mut reader = keel_ref { id: 0 };
    let status = unsafe { (STREAM.get().open)(toy.ctx, &options, &mut writer, &mut reader) };
    if status != KEEL_OK {
        return failed("STREAM", "stream: the host opens no stream");
    }
    numbers.stream.set(writer);
    numbers.push();
    toy.streams.borrow_mut().push(numbers);
    let mut out = keel_msg {
        value: Value::numbers(&[]).release(),
        ref_count: 1,
        ..NO_MSG
    };
    out.refs[0] = reader;
    Answer::Done(out)
}

unsafe extern "C" fn method(
    user: *mut c_void,
    call: *const keel_call,
    ordinal: u32,
    input: *const keel_msg,
    out: *mut keel_msg,
) -> i32 {
    let toy = &*(user as *const Toy);
    let value = (*input).value;
    guard(out, || match ordinal {
        0 => done(Value::share(value)),
        1 => add(value),
        2 => {
            let message = unsafe { (VALUE.get().text)(member(value, "message")) };
            Answer::Failed(error("TOY", message))
        }
        3 => later(toy, call, value),
        4 => stream(toy, value),
        _ => done(Value::numbers(&[
            ("events", toy.events.get()),
            ("sum", toy.sum.get()),
        ])),
    })
}

unsafe extern "C" fn on_event(
    user: *mut c_void,
    _call: *const keel_call,
    _ordinal: u32,
    input: *const keel_msg,
    _out: *mut keel_msg,
) -> i32 {
    let toy = &*(user as *const Toy);
    toy.events.set(toy.events.get() + 1);
    toy.sum
        .set(toy.sum.get() + integer((*input).value, "n").unwrap_or(0));
    KEEL_OK
}

/// {words: [inner words..., "rust"]} for a good outcome.
fn add_word(status: i32, inner: Value) -> Answer {
    match status {
        KEEL_OK => {}
        KEEL_FAILED => return Answer::Failed(inner),
        _ => return failed("INNER", "toy/shape: the rest of the chain did not answer"),
    }
    let api = VALUE.get();
    let words = member(inner.0, "words");
    let mut out = ABSENT;
    unsafe {
        let builder = (api.builder)();
        (api.begin_object)(builder);
        (api.name)(builder, text_of("words"));
        (api.begin_array)(builder);
        for i in 0..(api.count)(words) {
            (api.put)(builder, (api.item)(words, i));
        }
        (api.put_string)(builder, text_of("rust"));
        (api.end)(builder);
        (api.end)(builder);
        (api.finish)(builder, &mut out, null_mut());
    }
    done(Value(out))
}

unsafe extern "C" fn on_shaped(user: *mut c_void, status: i32, outcome: *mut keel_msg) {
    let waiting = user as *const Waiting;
    let inner = Value((*outcome).value);
    let mut out = NO_MSG;
    let status = guard(&mut out, || add_word(status, inner));
    (*waiting).settle(status, out);
    Waiting::forget((*waiting).toy, waiting);
}

unsafe extern "C" fn on_shape(
    user: *mut c_void,
    call: *const keel_call,
    _ordinal: u32,
    _input: *const keel_msg,
    out: *mut keel_msg,
) -> i32 {
    let toy = &*(user as *const Toy);
    guard(out, || {
        let waiting = Waiting::new(toy);
        let mut inner = NO_MSG;
        let mut pending = keel_pending { id: 0 };
        let status = unsafe {
            (BUS.get().next)(
                call,
                null(),
                null(),
                &mut inner,
                Some(on_shaped),
                waiting.user(),
                &mut pending,
            )
        };
        if status != KEEL_PENDING {
            Waiting::forget(toy, Rc::as_ptr(&waiting));
            return add_word(status, Value(inner.value));
        }
        let mut completion = keel_completion {
            host: null_mut(),
            id: 0,
        };
        if unsafe { (CALL.get().defer)(call, &mut completion) }.is_null() {
            unsafe { (CALL.get().forget)((*call).ctx, pending) };
            Waiting::forget(toy, Rc::as_ptr(&waiting));
            return failed("DEFER", "toy/shape: the host does not let this call wait");
        }
        waiting.completion.set(completion);
        Answer::Pending
    })
}

fn listen(toy: &Toy, name: &str, listener: keel_method) -> Result<(), Value> {
    let mut event = keel_event { id: 0 };
    let mut registration = keel_reg { id: 0 };
    let mut why = ABSENT;
    let user = toy as *const Toy as *mut c_void;
    unsafe {
        if (BUS.get().event)(toy.ctx, text_of(name), &mut event) != KEEL_OK {
            return Err(error("EVENT", text_of(name)));
        }
        let status = (BUS.get().listen)(
            toy.ctx,
            event,
            0,
            Some(listener),
            user,
            &mut registration,
            &mut why,
        );
        let why = Value(why);
        if status == KEEL_OK {
            Ok(())
        } else {
            Err(why)
        }
    }
}

fn publish(toy: &Toy) -> Result<(), Value> {
    let metadata = Value::texts(&[("language", text_of("rust"))]);
    let mut publication = keel_publication {
        size: std::mem::size_of::<keel_publication>() as u32,
        op: KEEL_PUBLISH_ADD,
        reg: keel_reg { id: 0 },
        name: text_of("toy/rust"),
        metadata: metadata.0,
        method: Some(method),
        self_: toy as *const Toy as *mut c_void,
        method_count: 6,
        reserved: 0,
    };
    let mut why = ABSENT;
    let status = unsafe { (SERVICE.get().publish)(toy.ctx, &mut publication, 1, &mut why) };
    let why = Value(why);
    if status == KEEL_OK {
        Ok(())
    } else {
        Err(why)
    }
}

fn start(toy: &Toy) -> Result<(), Value> {
    publish(toy)?;
    listen(toy, "toy/event", on_event)?;
    listen(toy, "toy/shape", on_shape)
}

unsafe extern "C" fn lifecycle(
    user: *mut c_void,
    _call: *const keel_call,
    ordinal: u32,
    _input: *const keel_msg,
    out: *mut keel_msg,
) -> i32 {
    let toy = &*(user as *const Toy);
    guard(out, || {
        if ordinal == KEEL_LIFE_START {
            if let Err(why) = start(toy) {
                return Answer::Failed(why);
            }
        }
        Answer::Done(NO_MSG)
    })
}

unsafe extern "C" fn create(
    ctx: keel_ctx,
    _config: keel_value,
    user: *mut *mut c_void,
    _why: *mut keel_value,
) -> i32 {
    let toy = Box::new(Toy {
        ctx,
        events: Cell::new(0),
        sum: Cell::new(0),
        streams: RefCell::new(Vec::new()),
        waiting: RefCell::new(Vec::new()),
    });
    *user = Box::into_raw(toy).cast();
    KEEL_OK
}

unsafe extern "C" fn destroy(user: *mut c_void) {
    drop(Box::from_raw(user as *mut Toy));
}

/// # Safety
/// Called by the host with its own records.
#[no_mangle]
pub unsafe extern "C" fn keel_plugin_entry(
    host: *const keel_host,
    plugin: *mut keel_plugin,
    _why: *mut keel_value,
) -> i32 {
    let host = &*host;
    let all = VALUE.bind(host, "keel.value")
        && CALL.bind(host, "keel.call")
        && SERVICE.bind(host, "keel.service")
        && BUS.bind(host, "keel.bus")
        && STREAM.bind(host, "keel.stream")
        && EXEC.bind(host, "keel.exec");
    if !all || ((*plugin).size as usize) < std::mem::size_of::<keel_plugin>() {
        return KEEL_FAILED;
    }
    (*plugin).size = std::mem::size_of::<keel_plugin>() as u32;
    (*plugin).abi_major = KEEL_ABI_MAJOR;
    (*plugin).abi_minor = KEEL_ABI_MINOR;
    (*plugin).lifecycle_mask = 1 << KEEL_LIFE_START;
    (*plugin).id = text_of(env!("KEEL_PLUGIN_ID"));
    (*plugin).version = text_of(env!("KEEL_PLUGIN_VERSION"));
    (*plugin).create = create;
    (*plugin).lifecycle = Some(lifecycle);
    (*plugin).destroy = destroy;
    KEEL_OK
}
