//! The other names of the filters by client and site.

use utoipa::IntoParams;

/// Callers name the key of a client or site either way; see `Fields::client_or_site`.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only described: read together with the other name")]
pub struct LocationAliases {
    /// The same as `client`.
    client_id: Option<i64>,
    /// The same as `site`.
    site_id: Option<i64>,
}
