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
use crate::domain::ownership::{SentOwners, choose_owners, sent_owners};
use crate::error::{ApiError, ErrorBody, Problems, add_problem};
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
    /// Keys of the clients it belongs to; empty for all. By default all, or
    /// those that the caller's scope has as a whole.
    #[schema(value_type = Option<Vec<i64>>)]
    owner_clients: SentOwners,
}

impl Parse for CreateSnippet {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            name: form::name(fields).required(),
            code: form::code(fields).required(),
            shell: shell(fields).required(),
            desc: form::desc(fields).unwrap_or_default(),
            owner_clients: sent_owners(fields),
        }
    }
}

/// Create a snippet.
///
/// That of a caller with a scope belongs to the clients of the scope.
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
    let CreateSnippet { name, code, shell, desc, owner_clients } = request;
    let mut change = Change::begin(&app, &caller).await?;
    let mut problems = Problems::new();
    let owner_clients =
        choose_owners(&*change, &caller.scope, None, owner_clients, &mut problems).await?;
    let snippet = Snippet { id: 0, name, desc, code, shell, owner_clients, stamps: Stamps::none() };
    if queries::snippet_name_taken(&*change, &snippet.name, 0).await? {
        add_problem(&mut problems, "name", "this name is already used");
    }
    ApiError::refuse(problems)?;
    // Braces that meant nothing so far may insert it from now on.
    let scripts = inserted::scripts_inserting(&change, &snippet.name).await?;
    inserted::must_stay_in_scope(&change, &caller.scope, &scripts).await?;
    let code = inserted::code_before(&change, &scripts).await?;
    let inserted = queries::insert_snippet(&*change, &snippet, change.username()).await;
    let id = inserted.map_err(queries::refusal)?;
    code.record(&change, &caller).await?;
    inserted::mark_due(&change, &scripts).await?;

    let snippet = queries::find_snippet(&*change, id).await?;
    let snippet = snippet.ok_or(ApiError::NotFound("snippet"))?;
    change.publish(Event::saved(Entity::Snippet, id));
    let message = format!("added snippet {}", snippet.name);
    let entry = Entry::new(Action::Add, ObjectType::Snippet, id, message);
    change.commit(entry.after(&snippet.audited()).code(&snippet.code)).await?;
    Ok(Json(snippet))
}
