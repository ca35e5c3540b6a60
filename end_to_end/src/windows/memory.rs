//! What the memory of a process under Wine consists of.

use std::fs::{self, File};
use std::io::Read;
use std::ops::Range;
use std::path::Path;

/// Memory that no other process shares, in KiB.
#[derive(Debug)]
pub struct Private {
    /// The program itself: Wine reads all of it into memory.
    pub program: u64,
    /// Everything else.
    pub rest: u64,
}

impl Private {
    /// Looks at a process that runs the program of this file.
    pub fn of(pid: u32, program: &Path) -> Self {
        let text = fs::read_to_string(format!("/proc/{pid}/smaps")).expect("the process lives");
        let name = program.file_name().and_then(|name| name.to_str()).expect("a name");
        let mut found = Self { program: 0, rest: 0 };
        let (mut image, mut start): (Range<u64>, u64) = (0..0, 0);
        for line in text.lines() {
            if let Some(address) = start_of_region(line) {
                start = address;
                // Its first page is the only one that the kernel knows to be of the file.
                if image.is_empty() && line.ends_with(name) {
                    image = start..start + image_size(program);
                }
                continue;
            }
            let is_inside = image.contains(&start);
            let part = if is_inside { &mut found.program } else { &mut found.rest };
            *part += private_kib(line).unwrap_or(0);
        }
        assert!(!image.is_empty(), "process {pid} does not run {name}: {text}");
        found
    }
}

/// The first address in a line such as `140000000-140001000 r--p …`.
fn start_of_region(line: &str) -> Option<u64> {
    let (start, _) = line.split_whitespace().next()?.split_once('-')?;
    u64::from_str_radix(start, 16).ok()
}

fn private_kib(line: &str) -> Option<u64> {
    line.strip_prefix("Private_")?.split_whitespace().nth(1)?.parse().ok()
}

/// How much memory the headers of a program ask for.
fn image_size(program: &Path) -> u64 {
    let mut bytes = [0; 4096];
    let mut file = File::open(program).expect("the program is there");
    file.read_exact(&mut bytes).expect("it has headers");
    let number = |at: usize| {
        let four = bytes[at..at + 4].try_into().expect("four bytes");
        u32::from_le_bytes(four)
    };
    let header = number(0x3c) as usize;
    assert_eq!(&bytes[header..header + 4], b"PE\0\0", "{}", program.display());
    number(header + 80).into()
}
