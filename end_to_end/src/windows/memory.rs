//! What a process under Wine takes of the memory.

use std::fs;

/// Memory that a process can write to and shares with no other, in KiB: what Windows calls
/// its private memory. Wine reads programs and libraries into memory of the process, where
/// Windows maps them from their files for all processes; so only what is written counts.
pub fn private_kib(pid: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/smaps")).expect("the process lives");
    let (mut total, mut is_writable) = (0, false);
    for line in text.lines() {
        match line.strip_prefix("Private_") {
            Some(size) if is_writable => total += kib(size),
            Some(_) => {}
            None => is_writable = permissions(line).map_or(is_writable, |text| text.contains('w')),
        }
    }
    total
}

/// Of a line such as `140000000-140001000 rw-p …`, which begins a region.
fn permissions(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    words.next()?.split_once('-')?;
    words.next()
}

/// Of a line such as `Dirty:        12 kB`.
fn kib(size: &str) -> u64 {
    size.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
}
