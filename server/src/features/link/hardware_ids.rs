//! Hardware ids that many computers share. Agents before protocol 6 send them.

use std::collections::HashSet;
use std::sync::LazyLock;

use ring::digest::{SHA256, digest};

use crate::hex::hex_digits;

/// What boards have that nobody gave a number, as Linux shows it.
const UUIDS: &[&str] = &[
    "",
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "03000200-0400-0500-0006-000700080009",
    "00020003-0004-0005-0006-000700080009",
    "12345678-1234-5678-90ab-cddeefaabbcc",
    "00112233-4455-6677-8899-aabbccddeeff",
    "01234567-8910-1112-1314-151617181920",
];

/// What makers write instead of a serial number.
const SERIALS: &[&str] = &[
    "",
    "0",
    "00000000",
    "0123456789",
    "123456789",
    "1234567890",
    "12345678",
    "Chassis Serial Number",
    "Default string",
    "INVALID",
    "Invalid",
    "N/A",
    "NA",
    "None",
    "Not Applicable",
    "Not Specified",
    "Serial Number",
    "System Serial Number",
    "To Be Filled By O.E.M.",
    "To be filled by O.E.M.",
    "Unknown",
    "XXXXXXXX",
];

/// As an agent makes them of the two.
static MEANINGLESS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let uuids = UUIDS.iter().flat_map(|uuid| [uuid.to_lowercase(), uuid.to_uppercase()]);
    let pairs = uuids.flat_map(|uuid| SERIALS.iter().map(move |serial| format!("{uuid} {serial}")));
    let hashed = |text: String| digest(&SHA256, format!("muster hardware {text}").as_bytes());
    pairs.map(|pair| hex_digits(hashed(pair.trim().to_owned()).as_ref())).collect()
});

/// A hardware id as it was sent, or none if it is meaningless: two computers
/// with it must not be taken for one.
pub fn meaningful(hardware_id: String) -> String {
    if MEANINGLESS.contains(&hardware_id) { String::new() } else { hardware_id }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id_of(text: &str) -> String {
        hex_digits(digest(&SHA256, format!("muster hardware {text}").as_bytes()).as_ref())
    }

    #[test]
    fn what_many_boards_have_in_common_is_no_id() {
        for text in [
            "03000200-0400-0500-0006-000700080009 To be filled by O.E.M.",
            "03000200-0400-0500-0006-000700080009",
            "Default string",
            "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF System Serial Number",
            "00000000-0000-0000-0000-000000000000 0",
        ] {
            assert_eq!(meaningful(id_of(text)), "", "{text}");
        }
        for text in [
            "4c4c4544-0042-3510-8054-b4c04f503732 Default string",
            "03000200-0400-0500-0006-000700080009 5B57802",
        ] {
            assert_eq!(meaningful(id_of(text)), id_of(text));
        }
        assert_eq!(meaningful("board 5".to_owned()), "board 5");
    }
}
