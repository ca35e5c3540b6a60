//! The name of a run, checked before it becomes the name of a folder.

use std::sync::Arc;

use rand::RngExt;

/// The longest run id the agent accepts.
const MAX_LENGTH: usize = 64;

/// The variable that marks every process of a run, however it detached itself.
pub const RUN_VARIABLE: &str = "MUSTER_RUN_ID";

/// How many random letters name a run, as on the server.
const RANDOM_LENGTH: usize = 32;

const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A run id that is safe to use as a file name and as the value of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RunId(Arc<str>);

impl RunId {
    /// Checks a run id that was received; none when it is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let fits = !text.is_empty() && text.len() <= MAX_LENGTH;
        let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
        (fits && plain).then(|| Self(text.into()))
    }

    /// Names a run that the agent starts by itself: nobody can guess it.
    pub fn random() -> Self {
        let mut random = rand::rng();
        let letter = |_| char::from(LETTERS[random.random_range(0..LETTERS.len())]);
        let text: String = (0..RANDOM_LENGTH).map(letter).collect();
        Self(text.into())
    }

    /// The run id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for RunId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&RunId> for String {
    fn from(run_id: &RunId) -> Self {
        run_id.0.as_ref().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_that_could_leave_the_folder_are_no_run_ids() {
        let too_long = "a".repeat(65);
        for text in ["", ".", "..", "a/b", "a b", "ä", "a\0", "a.b", &too_long] {
            assert_eq!(RunId::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn random_names_are_run_ids_and_differ() {
        let (one, other) = (RunId::random(), RunId::random());
        assert_ne!(one, other);
        assert_eq!(RunId::parse(one.as_str()), Some(one));
    }

    proptest! {
        #[test]
        fn every_plain_name_is_kept_as_it_is(text in "[A-Za-z0-9_-]{1,64}") {
            let run_id = RunId::parse(&text).unwrap();
            prop_assert_eq!(run_id.as_str(), text);
        }
    }
}
