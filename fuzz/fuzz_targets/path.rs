//! Paths as callers write them.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| muster::fuzz::path(text));
