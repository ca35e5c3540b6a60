//! A session's UUID, as text and as the bytes in a part.

use muster_protocol::hex;

/// Where the groups of a UUID begin and end, in hex digits.
const GROUPS: [(usize, usize); 5] = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)];

/// The bytes of a session's UUID; none when the text is no UUID in its usual form.
pub fn session_bytes(text: &str) -> Option<[u8; 16]> {
    let bytes = hex::decode(&text.replace('-', ""))?.try_into().ok()?;
    (session_text(&bytes) == text).then_some(bytes)
}

/// A session's UUID as text.
pub fn session_text(bytes: &[u8; 16]) -> String {
    let digits = hex::encode(bytes);
    GROUPS.map(|(from, to)| &digits[from..to]).join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_read_as_it_was_written_and_in_no_other_form() {
        let text = "0198a4b2-7c3d-7e5f-8a9b-0c1d2e3f4a5b";
        let bytes = session_bytes(text).unwrap();
        assert_eq!((bytes[0], bytes[15], session_text(&bytes).as_str()), (0x01, 0x5b, text));
        let upper = text.to_uppercase();
        for wrong in ["", "s", &text[1..], &text.replace('-', ""), &upper, &format!("{text}0")] {
            assert_eq!(session_bytes(wrong), None, "{wrong}");
        }
    }
}
