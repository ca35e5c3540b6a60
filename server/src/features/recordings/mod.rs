//! Recordings of remote sessions, for people who may watch them.
//!
//! Storing, opening and deleting is in [`crate::domain::recordings`]. Whoever is shown
//! what is in a recording leaves an audit row.

mod delete_recording;
mod download_recording;
mod filters;
mod list_recordings;
mod queries;
mod read_recording;
mod read_recording_part;
mod recording;
mod search_recording;
#[cfg(test)]
mod tests;
mod viewed;

pub use delete_recording::*;
pub use download_recording::*;
pub use list_recordings::*;
pub use read_recording::*;
pub use read_recording_part::*;
pub use recording::Recording;
pub use search_recording::*;
