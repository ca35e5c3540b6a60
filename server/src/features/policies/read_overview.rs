//! `GET /automation/policies/overview/`: which policy is set where.

use std::collections::HashMap;

use axum::extract::{OriginalUri, State};
use serde::Serialize;
use utoipa::ToSchema;

use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

/// A client and the policies set on it and its sites.
#[derive(Serialize, ToSchema)]
pub struct ClientOverview {
    /// Key of the client.
    pk: i64,
    /// Name of the client.
    name: String,
    /// Policy of its servers.
    server_policy: Option<i64>,
    /// Policy of its workstations.
    workstation_policy: Option<i64>,
    /// Its sites in scope, by name.
    sites: Vec<SiteOverview>,
}

/// A site and the policies set on it.
#[derive(Serialize, ToSchema)]
pub struct SiteOverview {
    /// Key of the site.
    pk: i64,
    /// Name of the site.
    name: String,
    /// Policy of its servers.
    server_policy: Option<i64>,
    /// Policy of its workstations.
    workstation_policy: Option<i64>,
}

/// Read which policy is set on which client and site.
///
/// By name, as far as the caller's scope goes.
#[utoipa::path(
    get,
    path = "/automation/policies/overview/",
    tag = "policies",
    params(ListQuery),
    responses((status = 200, body = Vec<ClientOverview>), (status = "default", body = ErrorBody)),
)]
pub async fn read_overview(
    State(app): State<App>,
    caller: Caller<may::ListAutomationPolicies>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let db = app.db.read();
    let mut sites: HashMap<i64, Vec<SiteOverview>> = HashMap::new();
    for site in queries::list_assigned_sites(db, &caller.scope, None).await? {
        sites.entry(site.client).or_default().push(SiteOverview {
            pk: site.id,
            name: site.name,
            server_policy: site.server_policy,
            workstation_policy: site.workstation_policy,
        });
    }
    let clients = queries::list_assigned_clients(db, &caller.scope, None).await?;
    let overview = clients.into_iter().map(|client| ClientOverview {
        pk: client.id,
        name: client.name,
        server_policy: client.server_policy,
        workstation_policy: client.workstation_policy,
        sites: sites.remove(&client.id).unwrap_or_default(),
    });
    let rows = overview.map(|client| serde_json::json!(client)).collect();
    Ok(query.apply(rows, &["pk", "name"])?.at(&address))
}
