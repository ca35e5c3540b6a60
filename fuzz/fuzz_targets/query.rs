//! Queries of lists: filters, search, order, pages.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| muster::fuzz::query(text));
