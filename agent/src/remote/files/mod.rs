//! Files of this machine, for a technician in a browser.
//!
//! [`Files::handle`] takes one request and answers it; content comes and goes through
//! [`Upload`], [`Download`] and [`ZipStream`]. Nothing here knows how they are connected.
//! Every path is a `SafePath`, and everything that changes something works in folders that
//! are open, so that no link planted meanwhile leads it elsewhere.

mod answer;
mod change;
mod chunks;
mod conflict;
mod copy;
mod delete;
mod download;
mod entry;
mod job;
mod journal;
mod list;
mod options;
mod part;
mod pending;
mod place;
mod problem;
mod request;
mod safe_path;
mod session_files;
mod temporary;
mod text;
mod upload;
mod walk;
mod zip_names;
mod zip_stream;
mod zip_work;

#[cfg(test)]
#[path = "test_kit_tests.rs"]
mod test_kit;

pub use answer::{Answer, Progress};
pub use chunks::CHUNK;
pub use download::Download;
pub use options::Options;
pub use problem::{FileProblem, ProblemCode};
pub use request::{DownloadRequest, Request, UncheckedPath, UploadRequest};
pub use session_files::{Files, Handled};
pub use upload::Upload;
pub use zip_stream::ZipStream;
