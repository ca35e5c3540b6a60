//! `PUT /core/customfields/<id>/`: changes a definition and converts what is
//! stored; what is not sent stays.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::form::{Form, name};
use super::value_conversion;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::custom_fields::Model;
use crate::domain::custom_fields::{CustomField, model_word};
use crate::domain::custom_fields::{queries, rules};
use crate::domain::definitions::{Changed, mark_due};
use crate::domain::fleet::AffectedAgents;
use crate::error::{ApiError, ErrorBody, Problems, add_problem};
use crate::events::{Entity, Event};
use crate::input::{Body, Fields, IfMatch, Parse, Path};

/// What to change of a definition.
#[derive(ToSchema)]
pub struct UpdateCustomField {
    /// Cannot change; may be sent as it is.
    #[schema(value_type = Option<String>)]
    model: Option<Model>,
    /// Trimmed; unique among the fields of the model, whatever the case. A new
    /// one is not the name of a property that placeholders can name.
    name: Option<String>,
    #[serde(flatten)]
    form: Form,
}

impl Parse for UpdateCustomField {
    fn parse(fields: &Fields<'_>) -> Self {
        let model_name = model_word(fields).optional();
        Self {
            model: model_name.and_then(|model_name| Model::from_name(&model_name)),
            name: name(fields).optional(),
            form: Form::parse(fields),
        }
    }
}

/// Change a custom field.
///
/// A new type converts all stored values, or is refused; an option in use
/// cannot go. Only callers without a scope may do this.
#[utoipa::path(
    put,
    path = "/core/customfields/{id}/",
    tag = "core",
    params(("id" = i64, Path, description = "Key of the definition"), IfMatch),
    request_body = UpdateCustomField,
    responses((status = 200, body = CustomField), (status = "default", body = ErrorBody)),
)]
pub async fn update_custom_field(
    State(app): State<App>,
    caller: Caller<may::ManageCustomfields>,
    Path(id): Path<i64>,
    seen: IfMatch,
    Body(request): Body<UpdateCustomField>,
) -> Result<Json<CustomField>, ApiError> {
    caller.must_see_everything()?;
    let mut change = Change::begin(&app, &caller).await?;
    let old = queries::lock_field(&*change, id).await?;
    let old = old.ok_or(ApiError::NotFound("custom field"))?;
    seen.must_be(&old.modified_by, old.modified_time, &old)?;

    let mut problems = Problems::new();
    let mut new = request.merged_with(old.clone(), &mut problems);
    rules::normalise(&change, Some(&old), &mut new, &mut problems).await?;
    let conversions = value_conversion::plan(&change, &old, &new, &mut problems).await?;
    ApiError::refuse(problems)?;
    queries::update_field(&change, &new).await.map_err(rules::refusal)?;
    value_conversion::carry_out(&change, id, &conversions).await?;
    mark_due(&change, Changed::Values(&AffectedAgents::everything())).await?;
    change.publish(Event::saved(Entity::CustomField, id));

    let new = queries::find_field(&*change, id).await?;
    let new = new.ok_or(ApiError::NotFound("custom field"))?;
    let message = format!("changed custom field {} of {}s", new.name, new.model.as_str());
    let entry = Entry::new(Action::Modify, ObjectType::CustomField, id, message);
    change.commit(entry.before(&old).after(&new)).await?;
    Ok(Json(new))
}

impl UpdateCustomField {
    fn merged_with(self, mut field: CustomField, problems: &mut Problems) -> CustomField {
        if self.model.is_some_and(|model| model != field.model) {
            add_problem(problems, "model", "this cannot be changed");
        }
        field.name = self.name.unwrap_or(field.name);
        self.form.merged_with(field)
    }
}
