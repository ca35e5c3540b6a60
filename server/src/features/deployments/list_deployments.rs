//! `GET /clients/deployments/`: links and installers that are in use.

use axum::extract::{OriginalUri, State};
use serde_json::Value;
use utoipa::IntoParams;

use super::base_url::BaseUrl;
use super::deployment::Deployment;
use super::queries;
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType, log_read};
use crate::auth::{Caller, Identity, Right, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::{ListQuery, ListResponse};
use crate::time::Timestamp;

const ORDERINGS: &[&str] =
    &["id", "kind", "client_name", "site_name", "mon_type", "plat", "expiry", "created", "uses"];

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeploymentsQuery {
    /// True: those that were revoked instead of those that were not.
    #[param(required = false)]
    revoked: bool,
    #[param(ignore)]
    list: ListQuery,
}

impl Parse for DeploymentsQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { revoked: fields.flag("revoked").or(false), list: ListQuery::parse(fields) }
    }
}

/// List installer links and installers.
///
/// By client and site. What has expired or is used up stays in the list for
/// 90 days. `uid` and `url` are empty for callers who may not manage them.
/// Reading links that others have made is logged, once an hour.
#[utoipa::path(
    get,
    path = "/clients/deployments/",
    tag = "clients",
    params(DeploymentsQuery, ListQuery),
    responses((status = 200, body = Vec<Deployment>), (status = "default", body = ErrorBody)),
)]
pub async fn list_deployments(
    State(app): State<App>,
    caller: Caller<may::ListDeployments>,
    base_url: BaseUrl,
    OriginalUri(address): OriginalUri,
    Query(query): Query<DeploymentsQuery>,
) -> Result<ListResponse, ApiError> {
    let (db, vault) = (app.db.read(), &app.vault);
    let found = queries::list_deployments(db, vault, &caller.scope, query.revoked).await?;
    // A link is enough to enrol computers. It is hidden before the search.
    let may_use_links = caller.rights.has(Right::ManageDeployments);
    if may_use_links {
        log_links(&app, &caller, &found).await?;
    }
    let shown = found.into_iter().map(|deployment| match may_use_links {
        true => deployment.at(&base_url.0),
        false => deployment.hidden(),
    });
    let rows: Result<Vec<Value>, _> = shown.map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.list.apply(rows, ORDERINGS)?.at(&address))
}

/// Logs that links of others were read: each is enough to enrol computers.
async fn log_links(app: &App, caller: &Identity, shown: &[Deployment]) -> Result<(), ApiError> {
    let now = Timestamp::now();
    let is_usable = |one: &Deployment| {
        !one.revoked && one.expiry > now && one.max_uses.is_none_or(|most| one.uses < most)
    };
    let of_others = shown.iter().filter(|one| {
        is_usable(one) && !one.uid.is_empty() && one.stamps.created_by != caller.username
    });
    let keys: Vec<i64> = of_others.map(|one| one.id).collect();
    if keys.is_empty() {
        return Ok(());
    }
    let links = if keys.len() == 1 { "link" } else { "links" };
    let message = format!("{} read {} installer {links} of others", caller.username, keys.len());
    let entry = Entry::new(Action::View, ObjectType::Deployment, "", message);
    log_read(app, caller, entry.after(&serde_json::json!({ "deployments": keys }))).await
}
