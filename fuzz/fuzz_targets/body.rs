//! Bodies of requests.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| muster::fuzz::body(bytes));
