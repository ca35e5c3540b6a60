//! Whether a script has a change that waits, and whose it is.

use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;

use crate::time::Timestamp;

/// A change that waits for a second person.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct PendingChange {
    /// Since when a change of it waits for a second person; null when none
    /// does.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub unapproved_since: Option<Timestamp>,
    /// Who made the changes that wait, by user name.
    #[serde(serialize_with = "serialize_names")]
    #[schema(value_type = Vec<String>)]
    pub unapproved_by: Vec<Author>,
}

/// Who made a change, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Author {
    pub id: i64,
    pub username: String,
}

impl PendingChange {
    /// Whether this user, or none for tasks and bulk actions, gets only what was
    /// approved before. The author of everything that waits gets the change; of
    /// two authors neither does, as each would run the other's code.
    pub fn is_kept_from(&self, user: Option<i64>) -> bool {
        let is_own = match (self.unapproved_by.as_slice(), user) {
            ([author], Some(user)) => author.id == user,
            _ => false,
        };
        self.unapproved_since.is_some() && !is_own
    }

    /// Whether this user made one of the changes that wait.
    pub fn is_changed_by(&self, user: i64) -> bool {
        self.unapproved_by.iter().any(|author| author.id == user)
    }
}

fn serialize_names<S: Serializer>(authors: &[Author], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(authors.iter().map(|author| &author.username))
}
