//! Every process at one moment, as Windows hands them out in one block.

use std::collections::HashMap;

use windows::Wdk::System::SystemInformation::{NtQuerySystemInformation, SystemProcessInformation};
use windows::Win32::Foundation::{NTSTATUS, STATUS_INFO_LENGTH_MISMATCH};

use super::counted_text::counted_text;
use crate::os::Problem;
use crate::os::windows::api_buffer::ApiBuffer;

/// Enough for a usual machine at the first try.
const FIRST_BYTES: usize = 1024 * 1024;

/// More than a machine can have processes for.
const MAX_BYTES: usize = 128 * 1024 * 1024;

/// One process at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessEntry {
    pub pid: u32,
    /// The process that started it, which may be gone; its number may be another's now.
    pub parent: u32,
    /// The name of its program.
    pub name: String,
    /// When it started, in units of 100 nanoseconds.
    pub started: u64,
    /// How long it has used a processor, in the same units.
    pub busy: u64,
    pub memory_bytes: u64,
}

/// Every process but the one that only stands for idle processors.
pub fn take_snapshot() -> Result<HashMap<u32, ProcessEntry>, Problem> {
    let mut size = FIRST_BYTES;
    while size <= MAX_BYTES {
        let mut buffer = ApiBuffer::new(size);
        let (status, needed) = ask(&mut buffer);
        if status.is_ok() {
            let base = buffer.bytes().as_ptr().addr();
            return Ok(entries(buffer.bytes(), base).map(|entry| (entry.pid, entry)).collect());
        }
        if status != STATUS_INFO_LENGTH_MISMATCH {
            let reason = format!("the processes are unknown: Windows answers {:#010x}", status.0);
            return Err(Problem::failed(reason));
        }
        // More may have started by the next time.
        size = (usize::try_from(needed).unwrap_or(0) + size / 8).max(size * 2);
    }
    Err(Problem::failed("the processes are unknown: there are too many of them"))
}

#[expect(unsafe_code, reason = "a function of Windows")]
fn ask(buffer: &mut ApiBuffer) -> (NTSTATUS, u32) {
    let (size, mut needed) = (buffer.size(), 0);
    let memory = buffer.as_mut_ptr();
    // SAFETY: Windows writes no further than the size says, and the number lives during
    // the call.
    let status =
        unsafe { NtQuerySystemInformation(SystemProcessInformation, memory, size, &mut needed) };
    (status, needed)
}

/// Reads the block, which lies at this address: its texts are pointers into it.
///
/// Windows describes the structure as `SYSTEM_PROCESS_INFORMATION` and leaves the times
/// out; they have been where they are since the first 64-bit Windows.
fn entries(block: &[u8], base: usize) -> impl Iterator<Item = ProcessEntry> {
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let at = next?;
        let distance = number_at(block, at).unwrap_or(0);
        next = (distance > 0).then(|| usize::try_from(distance).ok()).flatten();
        next = next.and_then(|distance| at.checked_add(distance));
        Some(entry(block, base, at))
    })
    .flatten()
}

/// The entry at an offset; none when it is cut off or stands for idle processors.
fn entry(block: &[u8], base: usize, at: usize) -> Option<ProcessEntry> {
    let part = block.get(at..)?;
    let wide = |offset: usize| {
        let bytes = part.get(offset..offset + 8)?;
        bytes.try_into().ok().map(u64::from_le_bytes)
    };
    let memory_bytes = wide(144)?;
    let pid = u32::try_from(wide(80)?).ok().filter(|pid| *pid != 0)?;
    Some(ProcessEntry {
        pid,
        parent: u32::try_from(wide(88)?).unwrap_or(0),
        name: counted_text(block, base, at + 56),
        started: wide(32)?,
        busy: wide(40)?.saturating_add(wide(48)?),
        memory_bytes,
    })
}

fn number_at(block: &[u8], at: usize) -> Option<u32> {
    let bytes = block.get(at..at.checked_add(4)?)?;
    bytes.try_into().ok().map(u32::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BASE: usize = 0x7000_0000;

    /// An entry with its name behind it, as Windows writes it.
    fn block_of(pid: u64, name: &str, at: usize, is_last: bool) -> Vec<u8> {
        let letters: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let mut block = vec![0; 256];
        let length = 256 + letters.len().next_multiple_of(8);
        let distance = if is_last { 0 } else { u32::try_from(length).unwrap() };
        block[..4].copy_from_slice(&distance.to_le_bytes());
        for (offset, value) in [(32, 987), (40, 30), (48, 12), (80, pid), (88, 7), (144, 4096)] {
            block[offset..offset + 8].copy_from_slice(&u64::to_le_bytes(value));
        }
        let letters_length = u16::try_from(letters.len()).unwrap();
        block[56..58].copy_from_slice(&letters_length.to_le_bytes());
        block[64..72].copy_from_slice(&((BASE + at + 256) as u64).to_le_bytes());
        block.extend(letters);
        block.resize(length, 0);
        block
    }

    #[test]
    fn a_block_is_a_list_of_processes() {
        let mut block = block_of(0, "", 0, false);
        block.extend(block_of(42, "größe.exe", block.len(), false));
        block.extend(block_of(44, "last.exe", block.len(), true));
        let found: Vec<ProcessEntry> = entries(&block, BASE).collect();
        let expected = ProcessEntry {
            pid: 42,
            parent: 7,
            name: "größe.exe".to_owned(),
            started: 987,
            busy: 42,
            memory_bytes: 4096,
        };
        assert_eq!(found[0], expected);
        assert_eq!((found.len(), found[1].name.as_str()), (2, "last.exe"));
    }

    #[test]
    fn this_very_process_is_found() {
        let own = &take_snapshot().unwrap()[&std::process::id()];
        assert!(own.name.ends_with(".exe"), "{own:?}");
        let again = take_snapshot().unwrap();
        assert_eq!(again[&own.pid].started, own.started);
        assert!(again[&own.pid].busy >= own.busy);
    }

    proptest! {
        #[test]
        fn any_block_is_survived(
            block in prop::collection::vec(any::<u8>(), 0..700),
            distance in 0..300_u32,
        ) {
            let mut block = block;
            if block.len() > 4 {
                block[..4].copy_from_slice(&distance.to_le_bytes());
            }
            prop_assert!(entries(&block, BASE).take(1000).count() < 1000);
        }
    }
}
