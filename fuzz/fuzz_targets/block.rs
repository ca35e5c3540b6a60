//! Packed metrics, as agents send them.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| muster_metrics::fuzz::block(bytes));
