//! `~.` after Enter, with which a person leaves although the shell does not answer.

/// Where the person is in their line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Start,
    Middle,
    /// After a tilde that is kept back until it is clear what it means.
    Tilde,
}

/// Finds the escape in what is typed.
#[derive(Debug, Default)]
pub struct Escape(Place);

impl Escape {
    /// What goes to the shell; none when the person leaves. `~~` is one tilde.
    pub fn pass(&mut self, typed: &[u8]) -> Option<Vec<u8>> {
        let mut passed = Vec::with_capacity(typed.len() + 1);
        for &byte in typed {
            self.0 = match (self.0, byte) {
                (Place::Start, b'~') => Place::Tilde,
                (Place::Tilde, b'.') => return None,
                (place, byte) => {
                    if place == Place::Tilde && byte != b'~' {
                        passed.push(b'~');
                    }
                    passed.push(byte);
                    if matches!(byte, b'\r' | b'\n') { Place::Start } else { Place::Middle }
                }
            };
        }
        Some(passed)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Types one part after the other.
    fn typed(parts: &[&str]) -> Option<String> {
        let mut escape = Escape::default();
        let passed = parts.iter().map(|part| escape.pass(part.as_bytes()));
        let all = passed.collect::<Option<Vec<_>>>()?.concat();
        Some(String::from_utf8(all).unwrap())
    }

    #[test]
    fn a_tilde_and_a_dot_after_enter_end_it() {
        for parts in [&["~."][..], &["ls\r~."], &["ls\r", "~", "."], &["a\n~."], &["~x\r~."]] {
            assert_eq!(typed(parts), None, "{parts:?}");
        }
    }

    #[test]
    fn all_other_tildes_are_typed() {
        for (parts, expected) in [
            (&["ls ~.\r"][..], "ls ~.\r"),
            (&["~", "/bin\r"], "~/bin\r"),
            (&["~~."], "~."),
            (&["~\r~"], "~\r"),
            (&["x~.", "\r"], "x~.\r"),
        ] {
            assert_eq!(typed(parts).as_deref(), Some(expected), "{parts:?}");
        }
    }

    proptest! {
        #[test]
        fn without_a_tilde_nothing_is_changed(parts in prop::collection::vec("[^~]{0,9}", 0..9)) {
            let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
            prop_assert_eq!(typed(&parts), Some(parts.concat()));
        }
    }
}
