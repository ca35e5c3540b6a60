//! `POST /automation/patchpolicy/reset/`: agents inherit again.

use axum::Json;
use axum::extract::State;
use serde_json::json;
use utoipa::ToSchema;

use super::queries;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::definitions::touch;
use crate::domain::exclusions::{ExclusionKind, list_existing};
use crate::domain::fleet::AffectedAgents;
use crate::error::{ApiError, ErrorBody, Problems, add_problem};
use crate::events::Event;
use crate::input::{Body, Fields, Parse};
use crate::wording::{count as count_of, sentence};

/// Whose own patch policies go; neither: those of all agents in scope.
#[derive(ToSchema)]
pub struct ResetPatchPolicies {
    /// Key of a client.
    client: Option<i64>,
    /// Key of a site.
    site: Option<i64>,
}

impl Parse for ResetPatchPolicies {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            client: fields.whole("client").nullable().flatten(),
            site: fields.whole("site").nullable().flatten(),
        }
    }
}

/// Set the agents' own patch policies back to `inherit`.
#[utoipa::path(
    post,
    path = "/automation/patchpolicy/reset/",
    tag = "policies",
    request_body = ResetPatchPolicies,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn reset_patch_policies(
    State(app): State<App>,
    caller: Caller<may::ManageAutomationPolicies>,
    Body(request): Body<ResetPatchPolicies>,
) -> Result<Json<String>, ApiError> {
    let ResetPatchPolicies { client, site } = request;
    let mut change = Change::begin(&app, &caller).await?;
    let mut problems = Problems::new();
    if let Some(client) = client
        && !queries::client_is_readable(&*change, &caller.scope, client).await?
    {
        add_problem(&mut problems, "client", "there is no such client");
    }
    if let Some(site) = site
        && list_existing(&*change, &caller.scope, ExclusionKind::Sites, &[site]).await?.is_empty()
    {
        add_problem(&mut problems, "site", "there is no such site");
    }
    ApiError::refuse(problems)?;

    let agents = queries::delete_of_agents(&*change, &caller.scope, client, site).await?;
    let count = agents.len();
    touch(&change, &AffectedAgents::agents(agents)).await?;
    change.publish(Event::updates_of_some_changed());
    let message = format!("set the patch policies of {} back to inherit", count_of(count, "agent"));
    let mut entry = Entry::new(Action::Bulk, ObjectType::WinUpdatePolicy, "", &message)
        .after(&json!({ "client": client, "site": site, "agents": count }));
    if let Some(client) = client {
        entry = entry.client(client);
    }
    change.commit(entry).await?;
    Ok(Json(sentence(&message)))
}
