//! `POST /clients/deployments/`: a link with which computers become agents.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use utoipa::ToSchema;

use super::add::add;
use super::base_url::BaseUrl;
use super::deployment::{Deployment, Kind};
use super::fields::Target;
use super::stock::Stock;
use crate::app::App;
use crate::audit::Change;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse};
use crate::time::Timestamp;

/// Default lifetime of a link.
const LIFETIME: Duration = Duration::from_secs(30 * 24 * 3600);

#[derive(Debug)]
pub struct CreateDeployment {
    target: Target,
    expires: Timestamp,
}

/// A new link as callers send it.
#[derive(ToSchema)]
#[schema(as = CreateDeployment)]
#[expect(dead_code, reason = "it describes what `CreateDeployment` parses")]
pub struct CreateDeploymentBody {
    /// Key of the site whose agents it makes.
    site: i64,
    /// Key of the client, if the site is to be checked against it.
    client: Option<i64>,
    /// When it ends; in 30 days, if not said.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires: Option<Timestamp>,
    /// What the computers are: `server` or `workstation`.
    agenttype: String,
    /// `windows`, if not said, `linux` or `darwin`.
    plat: Option<String>,
    /// `amd64`, if not said, `386`, `arm64` or `arm`.
    goarch: Option<String>,
    /// 1: the computer never sleeps. For Windows.
    power: Option<u8>,
    /// 1: it answers pings. For Windows.
    ping: Option<u8>,
    /// 1: its remote desktop is on. For Windows.
    rdp: Option<u8>,
    /// How many computers may enrol with it.
    max_uses: Option<i64>,
    /// Networks (`10.0.0.0/8`) or addresses it may be used from.
    networks: Option<Vec<String>>,
}

impl Parse for CreateDeployment {
    fn parse(fields: &Fields<'_>) -> Self {
        let now = Timestamp::now();
        let expires = fields.time("expires").check(|end| *end > now, "must lie in the future");
        Self {
            target: Target::parse(fields, Some("windows"), None),
            expires: expires.or(now.plus(LIFETIME)),
        }
    }
}

/// Create an installer link.
///
/// Everybody with the link can install agents of its site until it expires, is
/// used up or revoked. 409 when this server has no agent for that platform.
#[utoipa::path(
    post,
    path = "/clients/deployments/",
    tag = "clients",
    request_body = CreateDeploymentBody,
    responses((status = 200, body = Deployment), (status = "default", body = ErrorBody)),
)]
pub async fn create_deployment(
    State(app): State<App>,
    caller: Caller<may::ManageDeployments>,
    base_url: BaseUrl,
    Body(request): Body<CreateDeployment>,
) -> Result<Json<Deployment>, ApiError> {
    let CreateDeployment { target, expires } = request;
    // Before the change: reading a large file must not delay other writers.
    let stock = Stock::read(&app.settings.data).await?;
    let change = Change::begin(&app, &caller).await?;
    target.check(&change, &caller.scope).await?;
    stock.choose(&target.plat, &target.goarch, false)?;
    let deployment = add(change, &app.vault, &target.deployment(Kind::Link, expires)).await?;
    Ok(Json(deployment.at(&base_url.0)))
}
