//! Recordings of sessions: sealed parts that the agent writes and the installation opens.
//!
//! The agent's helper is the only one that has a session in the clear. It seals what
//! happens to the installation's recording key, in parts that are chained and signed: what
//! carries and stores them can neither read nor change them. A recording is known by its
//! session and the moment when it began: a helper that is started again begins another one.
//!
//! All numbers are little endian. `golden/recording/` holds parts with what is in them,
//! for everybody who reads them.

#[cfg(test)]
mod golden_tests;
mod header;
mod name;
mod opener;
mod plain;
#[cfg(test)]
mod recording_tests;
mod seal;
mod writer;

pub use header::{HEADER_BYTES, PartHeader, part_digest, part_to_sign};
pub use name::{session_bytes, session_text};
pub use opener::RecordingOpener;
pub use plain::{PlainPart, Record, RecordType, Records};
pub use seal::{MAX_PAYLOAD_BYTES, MAX_PLAIN_BYTES};
pub use writer::{RecordingKeyError, RecordingWriter};

/// The most bytes of a part, with its header.
pub const MAX_PART_BYTES: usize = 256 * 1024;

/// How long a part takes up what happens before it is closed, in milliseconds.
pub const PART_MILLISECONDS: u64 = 5000;

/// Why a part is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPart {
    /// It is no part, or of a version that this program does not know.
    #[error("it is not a part of a recording that this version can read")]
    Unreadable,
    /// The agent has not signed it.
    #[error("the signature is not that of the agent")]
    BadSignature,
    /// It was changed, or sealed to another key.
    #[error("it cannot be opened: it was changed, or is sealed to another key")]
    BadSeal,
    /// Its content has another shape than the format says.
    #[error("its content is damaged")]
    BadContent,
}
