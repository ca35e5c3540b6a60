//! `GET /software/chocos/`: packages that Chocolatey offers.

use axum::extract::OriginalUri;
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse};

/// A package of the catalogue.
#[derive(Serialize, ToSchema)]
pub struct Choco {
    /// Its name.
    pub name: String,
}

/// List the packages of the Chocolatey catalogue.
///
/// Empty as long as the catalogue is not loaded; a package can be installed by
/// its name all the same.
#[utoipa::path(
    get,
    path = "/software/chocos/",
    tag = "software",
    params(ListQuery),
    responses((status = 200, body = Vec<Choco>), (status = "default", body = ErrorBody)),
)]
pub async fn list_chocos(
    _caller: Caller<may::BeLoggedIn>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    // Nothing loads the catalogue yet: this server connects to nothing outside.
    Ok(query.apply(Vec::new(), &["name"])?.at(&address))
}
