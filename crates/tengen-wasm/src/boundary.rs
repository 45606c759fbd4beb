//! The boundary to JavaScript: what the module exports and imports.
//!
//! A page reserves a request, writes the address, a line break and the body into it, and calls `ask`. The reply stands
//! at `reply` with `reply_length` bytes: the media type, a line break and the body; `ask` gives 1 for an answer and 0
//! for an error. Events of a search are sent by `emit` while `ask` runs: the name, a line break and JSON.
//!
//! Why not wasm-bindgen: its command must be built or fetched in exactly the version of the library, and all that passes
//! here is bytes. There is no block of unsafe code: only the attributes of exports, and imports that are declared safe,
//! since they take numbers and the addresses of bytes that are not changed while they look at them.

#![allow(unsafe_code, reason = "exports are unsafe attributes, and imports an unsafe block")]

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tengen_answers::ApiError;

use crate::{Answer, Host, answer};

#[link(wasm_import_module = "tengen")]
unsafe extern "C" {
    /// Milliseconds since any fixed moment.
    safe fn now() -> f64;

    /// A random number from 0 up to 1.
    safe fn random() -> f64;

    /// 1 if the answer is no longer wanted.
    safe fn is_cancelled() -> u32;

    /// Takes an event: the address of its bytes, and how many they are.
    safe fn emit(event: *const u8, length: usize);
}

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static REPLY: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn lock(buffer: &'static Mutex<Vec<u8>>) -> MutexGuard<'static, Vec<u8>> {
    buffer.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Page;

impl Host for Page {
    fn is_cancelled(&self) -> bool {
        is_cancelled() != 0
    }

    fn random(&self) -> u64 {
        let half = || (random() * 4_294_967_296.0) as u64;
        half() << 32 | half()
    }

    fn emit(&self, event: &str, json: &str) {
        let event = format!("{event}\n{json}");
        emit(event.as_ptr(), event.len());
    }
}

/// Reserves a request of `length` bytes, and gives the address to write it to.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    let mut request = lock(&REQUEST);
    request.clear();
    request.resize(length, 0);
    request.as_mut_ptr()
}

/// Answers the request.
#[unsafe(no_mangle)]
extern "C" fn ask() -> u32 {
    tengen_solver::clock::install(|| Duration::from_secs_f64((now() / 1e3).max(0.0)));
    let request = std::mem::take(&mut *lock(&REQUEST));
    let end = request.iter().position(|&byte| byte == b'\n').unwrap_or(request.len());
    let address = String::from_utf8_lossy(&request[..end]);
    let body = request.get(end + 1..).unwrap_or_default();
    let answered = answer(&address, body, &Page);
    let (is_answer, Answer { media_type, bytes }) = match answered {
        Ok(answer) => (1, answer),
        Err(error) => (0, error_answer(&error)),
    };
    let mut reply = lock(&REPLY);
    reply.clear();
    reply.extend(media_type.as_bytes());
    reply.push(b'\n');
    reply.extend(bytes);
    is_answer
}

fn error_answer(error: &ApiError) -> Answer {
    let bytes = serde_json::to_vec(error).expect("an error is JSON");
    Answer { media_type: "application/json", bytes }
}

/// Where the reply is.
#[unsafe(no_mangle)]
extern "C" fn reply() -> *const u8 {
    lock(&REPLY).as_ptr()
}

/// How many bytes the reply has.
#[unsafe(no_mangle)]
extern "C" fn reply_length() -> usize {
    lock(&REPLY).len()
}
