//! Secrets in output: found and covered before the output is stored.
//!
//! A secret is replaced by as many asterisks as it has bytes, so that offsets
//! into the output stay what the agent means by them. What is encoded, cut or
//! changed in any way is not found (decision 53).

use std::ops::Range;

use crate::auth::Secret;

/// A shorter secret is not looked for: it would cover parts of ordinary words.
const MIN_BYTES: usize = 6;
/// A line of a longer secret is looked for on its own from this length on, as
/// line ends change on their way through shells.
const MIN_LINE_BYTES: usize = 16;
const COVER: u8 = b'*';

/// Finds secrets. None at all by default.
#[derive(Default)]
pub struct Masks {
    /// By their first byte: empty, or 256 lists.
    secrets: Vec<Vec<Secret>>,
    /// Bytes of the longest.
    longest: usize,
}

impl Masks {
    pub fn new(values: impl IntoIterator<Item = Secret>) -> Self {
        let mut masks = Self::default();
        for value in values {
            let text = value.reveal().trim();
            masks.add(text, MIN_BYTES);
            if text.lines().nth(1).is_some() {
                text.lines().for_each(|line| masks.add(line.trim(), MIN_LINE_BYTES));
            }
        }
        masks
    }

    fn add(&mut self, text: &str, min: usize) {
        let Some(first) = text.bytes().next() else { return };
        if text.len() < min {
            return;
        }
        self.secrets.resize_with(256, Vec::new);
        self.secrets[usize::from(first)].push(Secret::new(text));
        self.longest = self.longest.max(text.len());
    }

    /// Whether there is no secret to be found.
    pub fn is_empty(&self) -> bool {
        self.longest == 0
    }

    /// The most bytes of a secret that can be in the output before a chunk.
    pub fn reach(&self) -> usize {
        self.longest.saturating_sub(1)
    }

    /// Covers every secret.
    pub fn cover(&self, data: &mut [u8]) {
        for range in self.find(data) {
            data[range].fill(COVER);
        }
    }

    /// Covers the beginning or the end of a secret that is in two chunks.
    pub fn cover_all(data: &mut [u8]) {
        data.fill(COVER);
    }

    /// Where secrets are, in order; those that overlap or touch as one.
    pub fn find(&self, data: &[u8]) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for start in 0..data.len() {
            let rest = &data[start..];
            let here = self.beginning_with(rest[0]).filter(|secret| rest.starts_with(secret));
            let Some(length) = here.map(<[u8]>::len).max() else { continue };
            let end = start + length;
            match found.last_mut() {
                Some(last) if start <= last.end => last.end = last.end.max(end),
                _ => found.push(start..end),
            }
        }
        found
    }

    /// How many bytes at the end may be the beginning of a secret.
    pub fn begun(&self, data: &[u8]) -> usize {
        let first = data.len().saturating_sub(self.reach());
        let may_begin = |start: &usize| {
            let rest = &data[*start..];
            self.beginning_with(rest[0])
                .any(|secret| secret.len() > rest.len() && secret.starts_with(rest))
        };
        (first..data.len()).find(may_begin).map_or(0, |start| data.len() - start)
    }

    /// Whether the first bytes may be the end of a secret.
    pub fn may_end(&self, data: &[u8]) -> bool {
        let mut all = self.secrets.iter().flatten().map(|secret| secret.reveal().as_bytes());
        all.any(|secret| (1..secret.len()).any(|from| data.starts_with(&secret[from..])))
    }

    fn beginning_with(&self, first: u8) -> impl Iterator<Item = &[u8]> {
        let list = self.secrets.get(usize::from(first)).into_iter().flatten();
        list.map(|secret| secret.reveal().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn masks(secrets: &[&str]) -> Masks {
        Masks::new(secrets.iter().map(|secret| Secret::new(*secret)))
    }

    fn covered(secrets: &[&str], text: &str) -> String {
        let mut data = text.as_bytes().to_vec();
        masks(secrets).cover(&mut data);
        String::from_utf8(data).unwrap()
    }

    #[test]
    fn every_secret_is_covered_by_as_many_bytes() {
        let cases: [(&[&str], &str, &str); 8] = [
            (&["hunter2"], "a hunter2, hunter2", "a *******, *******"),
            (&["hunter2"], "a hunter3", "a hunter3"),
            (&[" hunter2\n"], "hunter2", "*******"),
            (&["größte"], "die größte!", "die ********!"),
            // Those that overlap are covered from the first to the last byte.
            (&["abcdef", "defghi"], "_abcdefghi_", "_*********_"),
            (&["secret", "secret-two"], "secret-two secret", "********** ******"),
            (&["short", ""], "short", "short"),
            (&[], "anything", "anything"),
        ];
        for (secrets, text, expected) in cases {
            assert_eq!(covered(secrets, text), expected, "{text}");
        }
    }

    #[test]
    fn the_lines_of_a_secret_are_covered_whatever_ends_them() {
        let key = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhki\nshort\n-----END KEY-----";
        let text = "MIIEvQIBADANBgkqhki\r\nshort\r\n";
        assert_eq!(covered(&[key], text), format!("{}\r\nshort\r\n", "*".repeat(19)));
    }

    #[test]
    fn the_beginning_of_a_secret_is_noticed_at_the_end_of_a_chunk() {
        let masks = masks(&["hunter2-hunter2", "other-secret"]);
        let cases =
            [("a hunter2-hun", 11), ("hunter2-", 8), ("x oth", 3), ("no", 1), ("x", 0), ("", 0)];
        for (text, expected) in cases {
            assert_eq!(masks.begun(text.as_bytes()), expected, "{text}");
        }
        assert_eq!(Masks::default().begun(b"hunter2"), 0);
    }

    #[test]
    fn the_end_of_a_secret_is_noticed_at_the_beginning_of_a_chunk() {
        let masks = masks(&["hunter2"]);
        for (text, expected) in
            [("unter2", true), ("2", true), ("2 more", true), ("unter3", false), ("hunter2", false)]
        {
            assert_eq!(masks.may_end(text.as_bytes()), expected, "{text}");
        }
        assert!(!Masks::default().may_end(b"2"));
    }

    proptest! {
        #[test]
        fn covering_finds_what_a_plain_search_finds(
            text in "[ab]{0,40}", secret in "[ab]{6,8}",
        ) {
            let covered = covered(&[&secret], &text);
            prop_assert_eq!(covered.len(), text.len());
            prop_assert!(!covered.contains(&secret));
            prop_assert_eq!(covered.contains('*'), text.contains(&secret));
        }
    }
}
