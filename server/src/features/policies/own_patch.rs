//! The agent's own patch policy, as part of an agent's fields.

use sea_orm::DbErr;

use super::patch_form::PatchForm;
use super::patch_policy::{PatchPolicy, PatchRules};
use super::queries;
use crate::audit::Change;
use crate::error::{ApiError, Problems};
use crate::ids::AgentKey;
use crate::input::{Fields, Parse};
use crate::storage;

const FIELD: &str = "winupdatepolicy";

/// How an agent's own patch policy changes.
pub enum OwnPatch {
    /// It stays as it is.
    Unchanged,
    /// The agent inherits everything again: the row with this key is deleted.
    Removed(i64),
    /// It has these rules now; without a key, for the first time.
    Changed(Option<i64>, Box<PatchRules>),
}

/// Reads a list of at most one: nothing if absent, `Some(None)` for an empty
/// list or null.
pub fn own_patch_policy(fields: &Fields<'_>) -> Option<Option<PatchForm>> {
    if !fields.has(FIELD) {
        return None;
    }
    let mut entries = fields.objects(FIELD).into_iter();
    let form = entries.next().map(|entry| PatchForm::parse(&entry));
    if entries.next().is_some() {
        fields.problem(FIELD, "must have at most one entry");
    }
    Some(form)
}

/// The change that follows from the sent value.
pub fn check_own_patch(
    sent: Option<Option<PatchForm>>,
    before: &PatchPolicy,
    problems: &mut Problems,
) -> OwnPatch {
    match (sent, before.id) {
        (None, _) | (Some(None), None) => OwnPatch::Unchanged,
        (Some(None), Some(id)) => OwnPatch::Removed(id),
        (Some(Some(form)), id) => {
            let path = format!("{FIELD}[0].");
            let rules = form.applied_to(before.rules.clone(), &path, problems);
            // Nothing is stored if nothing is set.
            match rules == before.rules {
                true => OwnPatch::Unchanged,
                false => OwnPatch::Changed(id, Box::new(rules)),
            }
        }
    }
}

/// Stores it and returns whether it differs from before.
pub async fn store_own_patch(
    change: &Change,
    agent: AgentKey,
    patch: OwnPatch,
) -> Result<bool, ApiError> {
    let by = change.username();
    match patch {
        OwnPatch::Unchanged => return Ok(false),
        OwnPatch::Removed(id) => queries::delete_patch_policy(&**change, id).await?,
        OwnPatch::Changed(Some(id), rules) => {
            queries::update_patch_policy(&**change, id, &rules, by).await?;
        }
        OwnPatch::Changed(None, rules) => {
            let inserted =
                queries::insert_patch_policy(&**change, Some(agent), None, &rules, by).await;
            inserted.map_err(refusal)?;
        }
    }
    Ok(true)
}

/// Two requests that write at the same moment both found none, and the index
/// decides.
fn refusal(error: DbErr) -> ApiError {
    if storage::is_duplicate(&error) {
        let sentence = "the agent was changed at the same moment: try again";
        return ApiError::Conflict(sentence.to_owned());
    }
    error.into()
}
