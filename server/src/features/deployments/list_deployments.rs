//! `GET /clients/deployments/`: links and installers that are in use.

use axum::extract::{OriginalUri, State};
use serde_json::Value;
use utoipa::IntoParams;

use super::base_url::BaseUrl;
use super::deployment::Deployment;
use super::queries;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::{ListQuery, ListResponse};

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
/// 90 days.
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
    let found = queries::list_deployments(app.db.read(), &caller.scope, query.revoked).await?;
    let shown = found.into_iter().map(|deployment| deployment.at(&base_url.0));
    let rows: Result<Vec<Value>, _> = shown.map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.list.apply(rows, ORDERINGS)?.at(&address))
}
