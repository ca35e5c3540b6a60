//! A saved view as the API shows it, and who may change it.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::auth::{Identity, Right};
use crate::error::ApiError;
use crate::events::Event;
use crate::time::Timestamp;

/// The tables that have views.
pub const PAGES: &[&str] =
    &["agents", "alerts", "checks", "tasks", "software", "updates", "audit", "history"];

/// A table as somebody likes to look at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SavedView {
    /// Key of the view.
    pub id: i64,
    /// Key of the user it belongs to.
    pub user: i64,
    /// Name of that user.
    pub username: String,
    /// The table: `agents`, `alerts`, `checks`, `tasks`, `software`,
    /// `updates`, `audit` or `history`.
    #[schema(extensions(("x-enum-values" = json!(PAGES))))]
    pub page: String,
    /// What it is called.
    pub name: String,
    /// What the rows are filtered by.
    #[schema(value_type = Object)]
    pub query: Value,
    /// The columns, in their order.
    pub columns: Vec<String>,
    /// What the rows are ordered by, as in `ordering`; `""` for the table's own.
    pub sort: String,
    /// Whether everybody may see it.
    pub shared: bool,
    /// Who last changed it.
    pub modified_by: String,
    /// When it was last changed.
    #[schema(value_type = String, format = DateTime)]
    pub modified_time: Timestamp,
}

impl SavedView {
    /// Refuses callers who may not change it: shared views of others may be
    /// changed by administrators only; private ones of others do not exist.
    pub fn must_be_changed_by(&self, caller: &Identity) -> Result<(), ApiError> {
        if self.user == caller.user_id {
            return Ok(());
        }
        if !self.shared {
            return Err(ApiError::NotFound("view"));
        }
        caller.must_have(Right::EditCoreSettings)?;
        caller.must_see_everything()
    }

    /// It was saved.
    pub fn saved(&self) -> Event {
        Event::view_saved(self.id, self.user, self.shared)
    }

    /// It was deleted, or others can no longer see it.
    pub fn deleted(&self) -> Event {
        Event::view_deleted(self.id, self.user, self.shared)
    }
}
