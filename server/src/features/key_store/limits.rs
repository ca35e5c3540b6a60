//! What a caller may send about who may use a value.

use sea_orm::ConnectionTrait;
use utoipa::ToSchema;

use crate::domain::key_store::{KeyLimits, queries};
use crate::error::{ApiError, Problems, add_problem};
use crate::input::{Fields, Parse};

/// Entries of a list.
const MOST: usize = 1000;

/// What may use a value. Absent keys keep what they have; null empties a list.
#[derive(ToSchema)]
pub struct LimitsForm {
    /// Keys of the clients on whose agents it may be used; empty for all.
    allowed_clients: Option<Vec<i64>>,
    /// Keys of the scripts it may be used in; empty for all.
    allowed_scripts: Option<Vec<i64>>,
    /// Whether code that is written for one run may use it, for callers who may
    /// see the key store.
    allow_adhoc: Option<bool>,
}

impl Parse for LimitsForm {
    fn parse(fields: &Fields<'_>) -> Self {
        let keys = |name: &str| {
            let field = fields.wholes(name).max_items(MOST, "entries");
            field.nullable().map(Option::unwrap_or_default)
        };
        Self {
            allowed_clients: keys("allowed_clients"),
            allowed_scripts: keys("allowed_scripts"),
            allow_adhoc: fields.flag("allow_adhoc").nullable().flatten(),
        }
    }
}

impl LimitsForm {
    /// Applies the form; refuses clients and scripts that do not exist. One that
    /// was deleted may stay.
    pub async fn applied_to(
        &self,
        db: &impl ConnectionTrait,
        old: &KeyLimits,
    ) -> Result<KeyLimits, ApiError> {
        let new = KeyLimits {
            allowed_clients: self.allowed_clients.as_ref().unwrap_or(&old.allowed_clients).clone(),
            allowed_scripts: self.allowed_scripts.as_ref().unwrap_or(&old.allowed_scripts).clone(),
            allow_adhoc: self.allow_adhoc.unwrap_or(old.allow_adhoc),
        };
        let mut clients = queries::list_clients(db, &new.allowed_clients).await?;
        clients.extend(&old.allowed_clients);
        let mut scripts = queries::list_scripts(db, &new.allowed_scripts).await?;
        scripts.extend(&old.allowed_scripts);
        let mut problems = Problems::new();
        for (field, noun, ids, known) in [
            ("allowed_clients", "client", &new.allowed_clients, &clients),
            ("allowed_scripts", "script", &new.allowed_scripts, &scripts),
        ] {
            for (index, _) in ids.iter().enumerate().filter(|(_, id)| !known.contains(id)) {
                let sentence = format!("there is no such {noun}");
                add_problem(&mut problems, format!("{field}[{index}]"), sentence);
            }
        }
        ApiError::refuse(problems)?;
        Ok(new)
    }
}
