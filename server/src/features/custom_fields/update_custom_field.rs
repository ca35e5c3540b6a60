//! `PUT /core/customfields/<id>/`: changes a definition and converts what is
//! stored; what is not sent stays.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::form::{Form, name};
use super::{refit, usage};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::custom_fields::Model;
use crate::domain::custom_fields::{CustomField, model_word};
use crate::domain::custom_fields::{queries, rules};
use crate::domain::definitions::{Changed, mark_due};
use crate::domain::fleet::Touched;
use crate::error::{ApiError, ErrorBody, Problems, note};
use crate::events::{Entity, Event};
use crate::input::{Body, Fields, Parse, Path, Seen};

/// What to change of a definition.
#[derive(ToSchema)]
pub struct UpdateCustomField {
    /// Cannot change; may be sent as it is.
    #[schema(value_type = Option<String>)]
    model: Option<Model>,
    /// Trimmed; unique among the fields of the model, whatever the case.
    name: Option<String>,
    #[serde(flatten)]
    form: Form,
}

impl Parse for UpdateCustomField {
    fn parse(fields: &Fields<'_>) -> Self {
        let word = model_word(fields).optional();
        Self {
            model: word.and_then(|word| Model::from_word(&word)),
            name: name(fields).optional(),
            form: Form::parse(fields),
        }
    }
}

/// Change a custom field.
///
/// A new type converts all stored values, or is refused; an option in use
/// cannot go. A field with values outside the caller's scope stays as it is.
#[utoipa::path(
    put,
    path = "/core/customfields/{id}/",
    tag = "core",
    params(("id" = i64, Path, description = "Key of the definition"), Seen),
    request_body = UpdateCustomField,
    responses((status = 200, body = CustomField), (status = "default", body = ErrorBody)),
)]
pub async fn update_custom_field(
    State(app): State<App>,
    caller: Caller<may::ManageCustomfields>,
    Path(id): Path<i64>,
    seen: Seen,
    Body(request): Body<UpdateCustomField>,
) -> Result<Json<CustomField>, ApiError> {
    let mut change = Change::begin(&app, &caller).await?;
    let old = queries::lock_field(&*change, id).await?;
    let old = old.ok_or(ApiError::NotFound("custom field"))?;
    seen.must_be(&old.modified_by, old.modified_time)?;
    usage::count_in_scope(&change, &caller, &old).await?;

    let mut problems = Problems::new();
    let mut new = request.over(old.clone(), &mut problems);
    rules::settle(&change, &mut new, &mut problems).await?;
    let refits = refit::plan(&change, &old, &new, &mut problems).await?;
    ApiError::refuse(problems)?;
    queries::update_field(&change, &new).await.map_err(rules::refusal)?;
    refit::carry_out(&change, id, &refits).await?;
    mark_due(&change, Changed::Values(&Touched::everything())).await?;
    change.tell(Event::saved(Entity::CustomField, id));

    let new = queries::find_field(&*change, id).await?;
    let new = new.ok_or(ApiError::NotFound("custom field"))?;
    let message = format!("changed custom field {} of {}s", new.name, new.model.word());
    let entry = Entry::new(Action::Modify, ObjectType::CustomField, id, message);
    change.commit(entry.before(&old).after(&new)).await?;
    Ok(Json(new))
}

impl UpdateCustomField {
    fn over(self, mut field: CustomField, problems: &mut Problems) -> CustomField {
        if self.model.is_some_and(|model| model != field.model) {
            note(problems, "model", "this cannot be changed");
        }
        field.name = self.name.unwrap_or(field.name);
        self.form.over(field)
    }
}
