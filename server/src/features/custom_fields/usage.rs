//! Where a field is in use, and who may change it then.

use super::custom_field::CustomField;
use super::queries;
use crate::audit::Change;
use crate::auth::Identity;
use crate::error::ApiError;

const MOST_NAMED: i64 = 10;

/// How many values a field has. Refuses a caller who does not see all of
/// their owners: definitions are shared, and others rely on this one.
pub async fn count_in_scope(
    change: &Change,
    caller: &Identity,
    field: &CustomField,
) -> Result<i64, ApiError> {
    let usage = queries::count_values(&**change, &caller.scope, field.id).await?;
    if usage.in_scope < usage.total {
        let sentence = format!("{} is in use outside your role's scope", field.name);
        return Err(ApiError::Forbidden(sentence));
    }
    Ok(usage.total)
}

/// The refusal to delete a field that has values.
pub async fn in_use(
    change: &Change,
    field: &CustomField,
    count: i64,
) -> Result<ApiError, ApiError> {
    let owners = queries::list_owners(&**change, field.id, MOST_NAMED).await?;
    let more = match count - i64::try_from(owners.len()).unwrap_or(0) {
        more if more > 0 => format!(" and {more} more"),
        _ => String::new(),
    };
    Ok(ApiError::InUse(format!(
        "{} has {count} stored values, of {}{more}",
        field.name,
        owners.join(", ")
    )))
}
