//! What distinguishes one computer from every other, whatever is installed on it.

use muster_protocol::hex;
use ring::digest::{SHA256, digest};

/// What makers write when they have nothing to say.
const MEANINGLESS: [&str; 7] = [
    "to be filled by o.e.m.",
    "default string",
    "system product name",
    "system manufacturer",
    "not specified",
    "none",
    "0",
];

/// UUIDs that makers leave in every board of a series.
const COMMON_UUIDS: [&str; 5] = [
    "03000200-0400-0500-0006-000700080009",
    "00020003-0004-0005-0006-000700080009",
    "12345678-1234-5678-90ab-cddeefaabbcc",
    "00112233-4455-6677-8899-aabbccddeeff",
    "01234567-8910-1112-1314-151617181920",
];

/// Serial numbers that makers leave in every machine of a series.
const COMMON_SERIALS: [&str; 10] = [
    "system serial number",
    "chassis serial number",
    "serial number",
    "not applicable",
    "invalid",
    "unknown",
    "123456789",
    "1234567890",
    "0123456789",
    "12345678",
];

/// A shorter text is no number of a series.
const SHORTEST_SERIAL: usize = 4;

/// The id of a computer with these marks, hashed; empty when none of them is its
/// own. Two computers with one id would be taken for one and the same.
pub fn id_of(uuid: &str, serial: &str, installation: &str) -> String {
    let text = if is_own_uuid(uuid) || is_own_serial(serial) {
        // Both, as they always were: a computer keeps the id it has.
        let marks = [uuid, serial].into_iter().filter(|mark| !mark.is_empty());
        marks.collect::<Vec<&str>>().join(" ")
    } else if is_own_installation(installation) {
        installation.to_owned()
    } else {
        return String::new();
    };
    hex::encode(digest(&SHA256, format!("muster hardware {text}").as_bytes()).as_ref())
}

/// Whether a text is what makers write when they have nothing to say.
pub fn is_meaningless(text: &str) -> bool {
    MEANINGLESS.contains(&text.to_lowercase().as_str())
}

fn is_own_uuid(text: &str) -> bool {
    let text = text.to_lowercase();
    let is_common = COMMON_UUIDS.contains(&text.as_str());
    !is_common && !is_meaningless(&text) && !repeats_one_letter(&text)
}

fn is_own_serial(text: &str) -> bool {
    let text = text.to_lowercase();
    let is_common = COMMON_SERIALS.contains(&text.as_str());
    text.len() >= SHORTEST_SERIAL
        && !is_common
        && !is_meaningless(&text)
        && !repeats_one_letter(&text)
}

/// The id of the installation; "uninitialized" until the first start of one that
/// was made for many computers.
fn is_own_installation(text: &str) -> bool {
    text != "uninitialized" && !repeats_one_letter(text)
}

/// Whether a text has no two different letters or digits: `0000-00`, `ffff`, or
/// none at all.
fn repeats_one_letter(text: &str) -> bool {
    let mut letters = text.chars().filter(|letter| letter.is_alphanumeric());
    let first = letters.next();
    letters.all(|letter| Some(letter) == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UUID: &str = "4c4c4544-0042-3510-8054-b4c04f503732";
    const INSTALLATION: &str = "b08dfa6083e7567a1921a715000001fb";

    #[test]
    fn what_many_boards_have_in_common_is_no_id() {
        let of_installation = id_of("", "", INSTALLATION);
        assert_eq!(of_installation.len(), 64);
        for uuid in [
            "03000200-0400-0500-0006-000700080009",
            "00020003-0004-0005-0006-000700080009",
            "00000000-0000-0000-0000-000000000000",
            "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF",
            "Not Specified",
            "",
        ] {
            for serial in
                ["To be filled by O.E.M.", "Default string", "System Serial Number", "0", ".", ""]
            {
                assert_eq!(id_of(uuid, serial, INSTALLATION), of_installation, "{uuid} {serial}");
                for nothing in ["", "uninitialized", "00000000000000000000000000000000"] {
                    assert_eq!(id_of(uuid, serial, nothing), "", "{uuid} {serial}");
                }
            }
        }
    }

    #[test]
    fn a_computer_with_a_mark_of_its_own_keeps_the_id_it_had() {
        let before = |text: &str| {
            hex::encode(digest(&SHA256, format!("muster hardware {text}").as_bytes()).as_ref())
        };
        assert_eq!(id_of(UUID, "5B57802", INSTALLATION), before(&format!("{UUID} 5B57802")));
        assert_eq!(id_of(UUID, "", INSTALLATION), before(UUID));
        assert_eq!(id_of("", "5B57802", INSTALLATION), before("5B57802"));
        let (common, named) = ("03000200-0400-0500-0006-000700080009", "PF2ABCDE");
        assert_eq!(id_of(common, named, INSTALLATION), before(&format!("{common} {named}")));
        assert_eq!(id_of("", "", INSTALLATION), before(INSTALLATION));
    }
}
