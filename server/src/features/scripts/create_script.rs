//! `POST /scripts/`: a new script.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::approval::CodeBefore;
use super::form::{self, ScriptDetails};
use super::queries;
use super::script::Script;
use super::update_script::check_values;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::ownership::choose_owners;
use crate::error::{ApiError, ErrorBody, Problems};
use crate::events::{Entity, Event};
use crate::input::{Body, Fields, Parse};

/// A new script.
#[derive(ToSchema)]
pub struct CreateScript {
    /// Trimmed, 1 to 255 characters.
    name: String,
    /// `powershell`, `cmd`, `python`, `shell`, `nushell` or `deno`.
    shell: String,
    /// The code, at most 512 KiB; may also be sent as `code`.
    script_body: String,
    #[serde(flatten)]
    details: ScriptDetails,
}

impl Parse for CreateScript {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            name: form::name(fields).required(),
            shell: form::shell(fields).required(),
            script_body: form::body(fields).required(),
            details: ScriptDetails::parse(fields),
        }
    }
}

/// Create a script.
///
/// That of a caller with a scope belongs to the clients of the scope.
#[utoipa::path(
    post,
    path = "/scripts/",
    tag = "scripts",
    request_body = CreateScript,
    responses((status = 200, body = Script), (status = "default", body = ErrorBody)),
)]
pub async fn create_script(
    State(app): State<App>,
    caller: Caller<may::ManageScripts>,
    Body(request): Body<CreateScript>,
) -> Result<Json<Script>, ApiError> {
    let owners = request.details.owner_clients.clone();
    let mut script = request.details.applied_to(Script::empty());
    script.item.name = request.name;
    script.item.shell = request.shell;
    script.set_body(request.script_body);
    check_values(&caller, &Script::empty(), &script)?;

    let mut change = Change::begin(&app, &caller).await?;
    let mut problems = Problems::new();
    script.item.owner_clients =
        choose_owners(&*change, &caller.scope, None, owners, &mut problems).await?;
    ApiError::refuse(problems)?;
    let id = queries::insert_script(&*change, &script, change.username()).await?;
    CodeBefore::nothing(id).record(&change, &caller).await?;
    let script = queries::find_script(&*change, id).await?.ok_or(ApiError::NotFound("script"))?;
    change.publish(Event::saved(Entity::Script, id));
    let message = format!("added script {}", script.item.name);
    let entry = Entry::new(Action::Add, ObjectType::Script, id, message);
    change.commit(entry.after(&script.audited()).code(&script.script_body)).await?;
    Ok(Json(script))
}
