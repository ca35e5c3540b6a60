//! `DELETE /core/customfields/<id>/`: removes a definition, and its values if
//! asked to.

use axum::Json;
use axum::extract::State;
use utoipa::IntoParams;

use super::usage;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::custom_fields::queries;
use crate::domain::definitions::{Changed, mark_due};
use crate::domain::fleet::AffectedAgents;
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::input::{Fields, Parse, Path, Query};
use crate::wording::count as count_of;

/// How to treat stored values.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct WithValues {
    /// Deletes the stored values too.
    #[param(required = false)]
    force: bool,
}

impl Parse for WithValues {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { force: fields.flag("force").or(false) }
    }
}

/// Delete a custom field.
///
/// One that has stored values, or that tasks fill, is 409 `in_use`, unless
/// `force` is true. Only callers without a scope may do this.
#[utoipa::path(
    delete,
    path = "/core/customfields/{id}/",
    tag = "core",
    params(("id" = i64, Path, description = "Key of the definition"), WithValues),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn delete_custom_field(
    State(app): State<App>,
    caller: Caller<may::ManageCustomfields>,
    Path(id): Path<i64>,
    Query(query): Query<WithValues>,
) -> Result<Json<String>, ApiError> {
    caller.must_see_everything()?;
    let mut change = Change::begin(&app, &caller).await?;
    let field = queries::lock_field(&*change, id).await?;
    let field = field.ok_or(ApiError::NotFound("custom field"))?;
    let count = queries::count_values(&*change, id).await?;
    let collectors = usage::list_collectors(&change, id).await?;
    if (count > 0 || !collectors.is_empty()) && !query.force {
        return Err(usage::in_use(&change, &field, count, &collectors).await?);
    }
    queries::delete_field(&*change, id).await?;
    mark_due(&change, Changed::Values(&AffectedAgents::everything())).await?;
    change.publish(Event::deleted(Entity::CustomField, id));

    let (name, model) = (&field.name, field.model.as_str());
    let message =
        format!("deleted custom field {name} of {model}s and its {}", count_of(count, "value"));
    let entry = Entry::new(Action::Delete, ObjectType::CustomField, id, message.clone());
    change.commit(entry.before(&field)).await?;
    Ok(Json(message))
}
