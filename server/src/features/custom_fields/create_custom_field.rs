//! `POST /core/customfields`: a new definition.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::form::{Form, name};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::custom_fields::Model;
use crate::domain::custom_fields::{CustomField, model_word};
use crate::domain::custom_fields::{queries, rules};
use crate::domain::definitions::{Changed, mark_due};
use crate::domain::fleet::AffectedAgents;
use crate::error::{ApiError, ErrorBody, Problems};
use crate::events::{Entity, Event};
use crate::input::{Body, Fields, Parse};

/// A new definition.
#[derive(ToSchema)]
pub struct CreateCustomField {
    /// `agent`, `client` or `site`, in any case.
    #[schema(value_type = String)]
    model: Option<Model>,
    /// Trimmed; unique among the fields of the model, whatever the case, and not
    /// the name of a property that placeholders can name.
    name: String,
    #[serde(flatten)]
    form: Form,
}

impl Parse for CreateCustomField {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            model: Model::from_name(&model_word(fields).required()),
            name: name(fields).required(),
            form: Form::parse(fields),
        }
    }
}

/// Create a custom field.
///
/// Only callers without a scope may do this: every agent, client or site has it
/// then.
#[utoipa::path(
    post,
    path = "/core/customfields",
    tag = "core",
    request_body = CreateCustomField,
    responses((status = 200, body = CustomField), (status = "default", body = ErrorBody)),
)]
pub async fn create_custom_field(
    State(app): State<App>,
    caller: Caller<may::ManageCustomfields>,
    Body(request): Body<CreateCustomField>,
) -> Result<Json<CustomField>, ApiError> {
    caller.must_see_everything()?;
    let CreateCustomField { model, name, form } = request;
    let model = model.ok_or_else(|| ApiError::invalid("model", "this field is required"))?;
    let mut field = form.merged_with(CustomField::new(model, name));

    let mut change = Change::begin(&app, &caller).await?;
    let mut problems = Problems::new();
    rules::normalise(&change, None, &mut field, &mut problems).await?;
    ApiError::refuse(problems)?;
    let id = queries::insert_field(&change, &field).await.map_err(rules::refusal)?;
    mark_due(&change, Changed::Values(&AffectedAgents::everything())).await?;
    change.publish(Event::saved(Entity::CustomField, id));

    let created = queries::find_field(&*change, id).await?;
    let created = created.ok_or(ApiError::NotFound("custom field"))?;
    let message = format!("added custom field {} of {}s", created.name, model.as_str());
    let entry = Entry::new(Action::Add, ObjectType::CustomField, id, message);
    change.commit(entry.after(&created)).await?;
    Ok(Json(created))
}
