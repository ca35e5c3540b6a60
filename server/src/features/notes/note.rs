//! A note as the API shows it, and as it comes in.

use serde::Serialize;
use utoipa::ToSchema;

use crate::audit::{Action, Entry, ObjectType};
use crate::input::{Fields, Parse};
use crate::time::Timestamp;

/// Maximum characters of a note that a person writes.
pub const MAX_LENGTH: usize = 100_000;

/// A note on an agent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Note {
    /// Key of the note.
    pub id: i64,
    /// The same as `id`.
    pub pk: i64,
    /// Its text.
    pub note: String,
    /// When it was written.
    #[schema(value_type = String, format = DateTime)]
    pub entry_time: Timestamp,
    /// Who wrote it.
    pub username: String,
    /// Identifier of the agent.
    pub agent_id: String,
    /// Who last changed it.
    pub modified_by: String,
    /// When it was last changed.
    #[schema(value_type = String, format = DateTime)]
    pub modified_time: Timestamp,
}

/// The text of a note.
#[derive(Debug, ToSchema)]
pub struct NoteText {
    /// The text, at most 100000 characters.
    pub note: String,
}

impl Parse for NoteText {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { note: fields.text("note").not_blank().max(MAX_LENGTH).required() }
    }
}

impl Note {
    /// An audit row about this note, without its agent.
    pub fn entry(&self, action: Action, message: String) -> Entry {
        Entry::new(action, ObjectType::Note, self.id, message)
    }
}
