//! Writing the custom fields of one owner.

use std::sync::Arc;

use sea_orm::{ConnectionTrait, DbErr, SqlErr};

use super::custom_field::CustomField;
use super::entries::Entries;
use super::kind::Kind;
use super::model::{Model, Owner};
use super::queries;
use crate::error::{ApiError, Problems, add_problem};

/// A valid value that is not stored yet.
#[derive(Debug)]
pub struct Assignment {
    pub field: Arc<CustomField>,
    /// The text form; none resets it to the default.
    pub text: Option<String>,
}

/// Why a text was not stored.
#[derive(Debug, thiserror::Error)]
pub enum NotStored {
    /// It is not valid for the field, as a sentence that continues after the
    /// field's name.
    #[error("{0}")]
    Unfit(String),
    /// The field does not exist, or belongs to another model.
    #[error("there is no such custom field here")]
    NoField,
    /// The database refused.
    #[error("the value could not be stored")]
    Failed(#[from] DbErr),
}

/// Checks the entries for an existing owner against the definitions.
pub async fn check(
    write: &impl ConnectionTrait,
    model: Model,
    entries: &Entries,
    problems: &mut Problems,
) -> Result<Vec<Assignment>, DbErr> {
    if entries.is_empty() {
        return Ok(Vec::new());
    }
    Ok(entries.resolve(&locked(write, model).await?, problems))
}

/// Checks the entries for a new owner against the definitions: every required
/// field needs a value or a default.
pub async fn check_new(
    write: &impl ConnectionTrait,
    model: Model,
    entries: &Entries,
    problems: &mut Problems,
) -> Result<Vec<Assignment>, DbErr> {
    let fields = locked(write, model).await?;
    let assignments = entries.resolve(&fields, problems);
    for field in fields.iter().filter(|field| field.required) {
        let assigned = assignments.iter().find(|assignment| assignment.field.id == field.id);
        let is_filled = match assigned.map(|assignment| assignment.text.as_deref()) {
            Some(Some(text)) => !is_blank(field, text),
            // The entry's problem has been reported already.
            None if entries.sets(field) => true,
            Some(None) | None => !is_blank(field, &field.default_text()),
        };
        if !is_filled {
            add_problem(problems, entries.path(), format!("{} is required", field.name));
        }
    }
    Ok(assignments)
}

/// Stores checked values. Other fields keep theirs.
pub async fn store(
    write: &impl ConnectionTrait,
    owner: Owner,
    assignments: &[Assignment],
) -> Result<(), ApiError> {
    for Assignment { field, text } in assignments {
        match text {
            Some(text) => queries::store_value(write, field.id, owner, text).await,
            None => queries::delete_value(write, field.id, owner).await,
        }
        .map_err(|error| match error.sql_err() {
            Some(SqlErr::ForeignKeyConstraintViolation(_)) => {
                let sentence = format!("this {} was removed meanwhile", owner.model.as_str());
                ApiError::Conflict(sentence)
            }
            _ => error.into(),
        })?;
    }
    Ok(())
}

/// Stores checked values for many owners: the same for each.
pub async fn store_many(
    write: &impl ConnectionTrait,
    model: Model,
    owners: &[impl Copy + Into<i64>],
    assignments: &[Assignment],
) -> Result<(), DbErr> {
    for Assignment { field, text } in assignments {
        match text {
            Some(text) => queries::store_values(write, field.id, model, owners, text).await?,
            None => queries::delete_values(write, field.id, model, owners).await?,
        }
    }
    Ok(())
}

/// Stores a text, converted by the field's type: the output of scripts.
///
/// The definition is read again under a lock, so an older copy does no harm.
pub async fn store_text(
    write: &impl ConnectionTrait,
    definition: &CustomField,
    owner: Owner,
    text: &str,
) -> Result<(), NotStored> {
    let fields = queries::lock_fields(write, owner.model).await?;
    let field = fields.iter().find(|field| field.id == definition.id);
    let text = field.ok_or(NotStored::NoField)?.text_of(text).map_err(NotStored::Unfit)?;
    Ok(queries::store_value(write, definition.id, owner, &text).await?)
}

async fn locked(
    write: &impl ConnectionTrait,
    model: Model,
) -> Result<Vec<Arc<CustomField>>, DbErr> {
    let fields = queries::lock_fields(write, model).await?;
    Ok(fields.into_iter().map(Arc::new).collect())
}

/// A checkbox always has a value; other types may be blank.
fn is_blank(field: &CustomField, text: &str) -> bool {
    field.kind != Kind::Checkbox && text.trim().is_empty()
}
