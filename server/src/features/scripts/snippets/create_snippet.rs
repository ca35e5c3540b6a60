//! `POST /scripts/snippets/`: a new snippet.

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::form;
use super::inserted;
use super::snippet::Snippet;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType, Stamps};
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::events::{Entity, Event};
use crate::features::scripts::form::shell;
use crate::features::scripts::queries;
use crate::input::{Body, Fields, Parse};

/// A new snippet.
#[derive(ToSchema)]
pub struct CreateSnippet {
    /// Trimmed, without braces; unique whatever the case.
    name: String,
    /// The code, at most 128 KiB.
    code: String,
    /// `powershell`, `cmd`, `python`, `shell`, `nushell` or `deno`.
    shell: String,
    /// What it does.
    #[schema(required = false)]
    desc: String,
}

impl Parse for CreateSnippet {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            name: form::name(fields).required(),
            code: form::code(fields).required(),
            shell: shell(fields).required(),
            desc: form::desc(fields).unwrap_or_default(),
        }
    }
}

/// Create a snippet.
#[utoipa::path(
    post,
    path = "/scripts/snippets/",
    tag = "scripts",
    request_body = CreateSnippet,
    responses((status = 200, body = Snippet), (status = "default", body = ErrorBody)),
)]
pub async fn create_snippet(
    State(app): State<App>,
    caller: Caller<may::ManageScripts>,
    Body(request): Body<CreateSnippet>,
) -> Result<Json<Snippet>, ApiError> {
    let CreateSnippet { name, code, shell, desc } = request;
    let snippet = Snippet { id: 0, name, desc, code, shell, stamps: Stamps::none() };
    let mut change = Change::begin(&app, &caller).await?;
    if queries::snippet_name_taken(&*change, &snippet.name, 0).await? {
        return Err(ApiError::invalid("name", "this name is already used"));
    }
    let inserted = queries::insert_snippet(&*change, &snippet, change.username()).await;
    let id = inserted.map_err(queries::refusal)?;

    let snippet = queries::find_snippet(&*change, id).await?;
    let snippet = snippet.ok_or(ApiError::NotFound("snippet"))?;
    // Braces that meant nothing so far may insert it from now on.
    let scripts = inserted::scripts_inserting(&change, &snippet).await?;
    inserted::must_stay_in_scope(&change, &caller.scope, &scripts).await?;
    inserted::mark_due(&change, &scripts).await?;
    change.publish(Event::saved(Entity::Snippet, id));
    let message = format!("added snippet {}", snippet.name);
    let entry = Entry::new(Action::Add, ObjectType::Snippet, id, message);
    change.commit(entry.after(&snippet.audited()).code(&snippet.code)).await?;
    Ok(Json(snippet))
}
