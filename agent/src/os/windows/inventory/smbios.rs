//! What the maker of the machine wrote into its firmware, which Windows passes on as
//! it is: this works where WMI is broken.

use windows::Win32::System::SystemInformation::{GetSystemFirmwareTable, RSMB};

use crate::os::machine_id::is_meaningless;

/// The firmware of no machine says more.
const MAX_BYTES: usize = 1 << 20;

/// What comes before the structures: flags, version, length.
const HEADER_BYTES: usize = 8;

/// The kind of the structure that is about the whole machine.
const SYSTEM: u8 = 1;

/// The kind of the last one.
const END: u8 = 127;

/// From this version on the first parts of a UUID have their low byte first.
const SWAPPED_SINCE: (u8, u8) = (2, 6);

/// The machine as its maker describes it. Text that is not known is empty.
#[derive(Debug, Default, PartialEq)]
pub struct Board {
    pub maker: String,
    pub model: String,
    pub serial: String,
    /// With small letters and hyphens, as Linux writes it.
    pub uuid: String,
}

impl Board {
    /// Maker and model, as far as they mean something.
    pub fn make_model(&self) -> String {
        let known = [&*self.maker, &*self.model].into_iter().filter(|text| !is_meaningless(text));
        known.collect::<Vec<&str>>().join(" ").trim().to_owned()
    }

    /// The serial number, if it means something.
    pub fn serial_number(&self) -> String {
        Some(&self.serial).filter(|text| !is_meaningless(text)).cloned().unwrap_or_default()
    }
}

/// Reads the firmware's description; empty when there is none.
pub fn read() -> Board {
    parse(&firmware_table()).unwrap_or_default()
}

#[expect(unsafe_code, reason = "only Windows reads the firmware")]
fn firmware_table() -> Vec<u8> {
    // SAFETY: without a buffer the answer is the length only.
    let length = unsafe { GetSystemFirmwareTable(RSMB, 0, None) };
    let length = usize::try_from(length).unwrap_or(0).min(MAX_BYTES);
    let mut table = vec![0; length];
    // SAFETY: the call knows the length of the buffer.
    let written = unsafe { GetSystemFirmwareTable(RSMB, 0, Some(&mut table)) };
    // It is more than there is when the table did not fit.
    let written = usize::try_from(written).unwrap_or(0);
    table.truncate(if written <= length { written } else { 0 });
    table
}

fn parse(table: &[u8]) -> Option<Board> {
    let version = (*table.get(1)?, *table.get(2)?);
    let mut rest = table.get(HEADER_BYTES..)?;
    while let Some((structure, texts, after)) = next_structure(rest) {
        match structure[0] {
            SYSTEM => return Some(read_system(structure, texts, version)),
            END => return None,
            _ => rest = after,
        }
    }
    None
}

/// The first structure, the texts that follow it, and what comes after. A structure
/// begins with its kind and its length; two zeros end its texts.
fn next_structure(bytes: &[u8]) -> Option<(&[u8], &[u8], &[u8])> {
    const SHORTEST: usize = 4;
    let length = usize::from(*bytes.get(1)?);
    let (structure, rest) = bytes.split_at_checked(length.max(SHORTEST))?;
    let end = rest.windows(2).position(|pair| pair == [0, 0])?;
    Some((structure, &rest[..end], &rest[end + 2..]))
}

fn read_system(structure: &[u8], texts: &[u8], version: (u8, u8)) -> Board {
    // A field has the number of a text, from 1 on.
    let text = |at: usize| {
        let number = structure.get(at).copied().filter(|number| *number > 0);
        let text =
            number.and_then(|number| texts.split(|byte| *byte == 0).nth(number as usize - 1));
        String::from_utf8_lossy(text.unwrap_or_default()).trim().to_owned()
    };
    let uuid = structure.get(8..24).map(|bytes| uuid_text(bytes, version >= SWAPPED_SINCE));
    Board { maker: text(4), model: text(5), serial: text(7), uuid: uuid.unwrap_or_default() }
}

fn uuid_text(bytes: &[u8], is_swapped: bool) -> String {
    const PARTS: [std::ops::Range<usize>; 5] = [0..4, 4..6, 6..8, 8..10, 10..16];
    let part = |(number, range): (usize, std::ops::Range<usize>)| {
        let mut part = bytes[range].to_vec();
        if is_swapped && number < 3 {
            part.reverse();
        }
        muster_protocol::hex::encode(&part)
    };
    PARTS.into_iter().enumerate().map(part).collect::<Vec<String>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    const UUID: [u8; 16] = [
        0x44, 0x45, 0x4c, 0x4c, 0x42, 0x00, 0x10, 0x35, 0x80, 0x54, 0xb4, 0xc0, 0x4f, 0x50, 0x37,
        0x32,
    ];

    /// A table of firmware: a BIOS, this machine, the end.
    fn table(version: (u8, u8), texts: &[u8]) -> Vec<u8> {
        let mut system = vec![SYSTEM, 27, 1, 0, 1, 2, 0, 3];
        system.extend(UUID);
        system.extend([6, 0, 0]);
        let header = [0, version.0, version.1, 0, 0, 0, 0, 0];
        let bios = b"\x00\x05\x00\x00\x01A maker of firmware\0\0";
        let end = [END, 4, 2, 0, 0, 0];
        [&header[..], &bios[..], &system, texts, &[0, 0], &end].concat()
    }

    #[test]
    fn the_machine_is_found_behind_other_structures() {
        let expected = Board {
            maker: "Dell Inc.".to_owned(),
            model: "OptiPlex 7050".to_owned(),
            serial: "5B57802".to_owned(),
            uuid: "4c4c4544-0042-3510-8054-b4c04f503732".to_owned(),
        };
        let found = parse(&table((2, 8), b"Dell Inc.\0OptiPlex 7050 \x005B57802")).unwrap();
        assert_eq!(found, expected);
        assert_eq!(found.make_model(), "Dell Inc. OptiPlex 7050");
        let old = parse(&table((2, 5), b"Dell Inc.\0OptiPlex 7050\x005B57802")).unwrap();
        assert_eq!(old.uuid, "44454c4c-4200-1035-8054-b4c04f503732");
    }

    #[test]
    fn what_makers_write_when_they_have_nothing_to_say_is_left_out() {
        let texts = b"To be filled by O.E.M.\0Z790\0Default string";
        let board = parse(&table((3, 2), texts)).unwrap();
        assert_eq!((board.make_model(), board.serial_number()), ("Z790".to_owned(), String::new()));
        let board = parse(&table((3, 2), b"Dell Inc.")).unwrap();
        assert_eq!((board.make_model().as_str(), board.serial.as_str()), ("Dell Inc.", ""));
    }

    #[test]
    fn firmware_that_is_cut_or_says_nothing_has_no_machine() {
        let whole = table((2, 8), b"Dell Inc.\0OptiPlex 7050\x005B57802");
        for length in 0..whole.len() {
            // Wherever it is cut, it is read without going beyond its end.
            let found = parse(&whole[..length]);
            assert!(found.is_none() || length > HEADER_BYTES + 50, "{length} {found:?}");
        }
        assert_eq!(parse(&[0, 2, 8, 0, 0, 0, 0, 0, END, 4, 0, 0, 0, 0]), None);
    }
}
