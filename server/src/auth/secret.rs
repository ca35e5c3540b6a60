//! Text that must never be printed.

/// What is shown instead of a secret that is set.
pub const MASK: &str = "********";

/// A secret. It has no `Display` and no `Serialize`, and its `Debug` shows
/// nothing, so it cannot slip into a log, an audit row or an answer.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text itself, for the one caller that needs it.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Whether `other` is the same text, in a time that does not reveal where
    /// they differ.
    pub fn equals(&self, other: &str) -> bool {
        use subtle::ConstantTimeEq;
        // Hashing first hides the length as well.
        let (ours, theirs) = (blake3::hash(self.0.as_bytes()), blake3::hash(other.as_bytes()));
        ours.as_bytes().ct_eq(theirs.as_bytes()).into()
    }
}

/// Shows the mask when the secret is set, null when it is not; for serde's
/// `serialize_with`.
pub fn serialize_masked<S: serde::Serializer>(
    secret: &Option<Secret>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match secret {
        Some(_) => serializer.serialize_str(MASK),
        None => serializer.serialize_none(),
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(MASK)
    }
}
