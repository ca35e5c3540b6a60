//! `GET /agents/installer/`: the platforms there are installers for.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::program::{ARCHITECTURES, find_program, program_path};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::PLATFORMS;
use crate::error::{ApiError, ErrorBody};

/// A kind of computer, and whether this server can make it an agent.
#[derive(Serialize, ToSchema)]
pub struct InstallerKind {
    /// `windows`, `linux` or `darwin`.
    #[schema(extensions(("x-enum-values" = json!(PLATFORMS))))]
    plat: String,
    /// `amd64`, `386`, `arm64` or `arm`.
    #[schema(extensions(("x-enum-values" = json!(ARCHITECTURES))))]
    goarch: String,
    /// Whether the server has an agent program for it.
    available: bool,
    /// The release of that program, if it says.
    release: Option<String>,
    /// Where in the server's data folder the program belongs.
    path: String,
}

/// List the kinds of computers, and which of them this server has a program for.
///
/// By platform and architecture. `POST` answers 409 for the others.
#[utoipa::path(
    get,
    path = "/agents/installer/",
    tag = "agents",
    responses((status = 200, body = Vec<InstallerKind>), (status = "default", body = ErrorBody)),
)]
pub async fn list_installers(
    State(app): State<App>,
    _caller: Caller<may::BeLoggedIn>,
) -> Result<Json<Vec<InstallerKind>>, ApiError> {
    let mut kinds = Vec::with_capacity(PLATFORMS.len() * ARCHITECTURES.len());
    for plat in PLATFORMS {
        for goarch in ARCHITECTURES {
            let program = find_program(&app.settings.data, plat, goarch).await?;
            kinds.push(InstallerKind {
                plat: (*plat).to_owned(),
                goarch: (*goarch).to_owned(),
                available: program.is_some(),
                release: program.and_then(|program| program.release),
                path: program_path(plat, goarch),
            });
        }
    }
    Ok(Json(kinds))
}
