//! Frames of the link between server and agents.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| muster_protocol::fuzz::frame(bytes));
