//! Bytes that become text, and text of others that is cut.

/// The beginning of a text that somebody else wrote, without NUL, which
/// PostgreSQL cannot store.
pub fn cut(text: &str, longest: usize) -> String {
    text.chars().filter(|character| *character != '\0').take(longest).collect()
}

/// How many bytes there are before an incomplete character.
pub fn whole_characters(data: &[u8]) -> usize {
    for back in 1..=data.len().min(3) {
        let start = data.len() - back;
        let needed = match data[start] {
            0b1100_0000..=0b1101_1111 => 2,
            0b1110_0000..=0b1110_1111 => 3,
            0b1111_0000..=0b1111_0111 => 4,
            0b1000_0000..=0b1011_1111 => continue, // Its beginning is further back.
            _ => 1,
        };
        return if needed > back { start } else { data.len() };
    }
    data.len()
}
