//! Where a field is in use.

use crate::audit::Change;
use crate::domain::custom_fields::CustomField;
use crate::domain::custom_fields::queries;
use crate::error::ApiError;
use crate::features::REFERRERS;

const MAX_NAMED: i64 = 10;

/// The tasks that fill a field, by name.
pub async fn list_collectors(change: &Change, field: i64) -> Result<Vec<String>, ApiError> {
    let mut tasks = Vec::new();
    for referrer in REFERRERS {
        tasks.extend((referrer.field_uses)(&(&**change).into(), field).await?);
    }
    Ok(tasks.into_iter().map(|task| task.name).collect())
}

/// The refusal to delete a field that has values, or that tasks fill.
pub async fn in_use(
    change: &Change,
    field: &CustomField,
    count: i64,
    collectors: &[String],
) -> Result<ApiError, ApiError> {
    let name = &field.name;
    let mut uses = Vec::new();
    if count > 0 {
        uses.push(values(change, field, count).await?);
    }
    if !collectors.is_empty() {
        let limit = usize::try_from(MAX_NAMED).unwrap_or(usize::MAX);
        let named: Vec<&str> = collectors.iter().map(String::as_str).take(limit).collect();
        let more = more(collectors.len(), named.len());
        uses.push(format!("is filled by the tasks {}{more}", named.join(", ")));
    }
    Ok(ApiError::InUse(format!("{name} {}", uses.join(" and "))))
}

async fn values(change: &Change, field: &CustomField, count: i64) -> Result<String, ApiError> {
    let owners = queries::list_owners(&**change, field.id, MAX_NAMED).await?;
    let more = more(usize::try_from(count).unwrap_or(0), owners.len());
    Ok(format!("has {count} stored values, of {}{more}", owners.join(", ")))
}

fn more(all: usize, named: usize) -> String {
    match all.saturating_sub(named) {
        0 => String::new(),
        more => format!(" and {more} more"),
    }
}
