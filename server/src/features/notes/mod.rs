//! Notes that people and runs leave on an agent.

mod create_agent_note;
mod create_note;
mod delete_note;
mod list_agent_notes;
mod list_notes;
mod note;
mod queries;
mod read_note;
#[cfg(test)]
mod tests;
mod update_note;

pub use create_agent_note::*;
pub use create_note::*;
pub use delete_note::*;
pub use list_agent_notes::*;
pub use list_notes::*;
pub use queries::{NewNote, insert_note as add};
pub use read_note::*;
pub use update_note::*;
