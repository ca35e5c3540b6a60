//! `GET /clients/<uid>/deploy/`: the script behind a link.

use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use utoipa::IntoParams;

use super::base_url::{BaseUrl, OwnHosts};
use super::package::Package;
use super::queries;
use super::script::Installer;
use super::stock::Stock;
use crate::app::App;
use crate::auth::{ClientAddress, may_come_from};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Path, Query};
use crate::time::Timestamp;

/// How long the token in a fetched script is valid.
const TOKEN_LIFETIME: Duration = Duration::from_secs(24 * 3600);

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DeployQuery {
    /// `windows`, `linux` or `darwin`, instead of the link's own.
    plat: Option<String>,
    /// `amd64`, `386`, `arm64` or `arm`, instead of the link's own.
    arch: Option<String>,
    /// 1: the static program, for Linux.
    #[param(rename = "static")]
    is_static: Option<String>,
}

impl Parse for DeployQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        // Not checked here: anonymous callers get one answer, whatever is wrong.
        Self {
            plat: fields.text("plat").optional(),
            arch: fields.text("arch").optional(),
            is_static: fields.text("static").optional(),
        }
    }
}

/// Fetch an installer.
///
/// A script with a token that is good for 24 hours. A link that is unknown,
/// expired, revoked, used up, not for this network, for a platform that this
/// server has no agent for, or for the address of another server: 404 each.
#[utoipa::path(
    get,
    path = "/clients/{uid}/deploy/",
    tag = "clients",
    security(()),
    params(("uid" = String, Path, description = "The link's secret name"), DeployQuery),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = "default", body = ErrorBody),
    ),
)]
pub async fn deploy(
    State(app): State<App>,
    base_url: BaseUrl,
    own_hosts: OwnHosts,
    Extension(address): Extension<ClientAddress>,
    Path(uid): Path<String>,
    Query(query): Query<DeployQuery>,
) -> Result<Package, ApiError> {
    let nothing = || ApiError::NotFound("installer");
    let found = queries::find_usable(app.db.read(), &app.vault, &uid, Timestamp::now()).await?;
    let (deployment, networks) = found.ok_or_else(nothing)?;
    if !may_come_from(&networks, Some(address.0)) {
        return Err(nothing());
    }
    // Under this server's name, no script is served that enrols at another one.
    if !deployment.api.is_empty() && !own_hosts.include(&deployment.api) {
        return Err(nothing());
    }
    let plat = query.plat.unwrap_or_else(|| deployment.plat.clone());
    let goarch = query.arch.unwrap_or_else(|| deployment.goarch.clone());
    let is_static = query.is_static.is_some_and(|switch| switch == "1");
    let stock = Stock::read(&app.settings.data).await?;
    let choice = stock.choose(&plat, &goarch, is_static).map_err(|_| nothing())?;
    let token = deployment.token(&app, TOKEN_LIFETIME)?;
    let publisher_key = app.settings.publisher_key.as_deref();
    let deployment = deployment.at(&base_url.0);
    let installer =
        Installer { deployment: &deployment, choice: &choice, token: &token, publisher_key };
    Ok(installer.script())
}
