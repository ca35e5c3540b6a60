//! `GET /accounts/me/`: who calls, and what they may do.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::auth::{Caller, Credential, Scope, may};
use crate::error::{ApiError, ErrorBody};
use crate::features::accounts::queries;
use crate::features::accounts::users::User;

/// The caller.
#[derive(Serialize, ToSchema)]
pub struct Me {
    /// The account.
    #[serde(flatten)]
    user: User,
    /// Flags of the rights this credential has.
    rights: Vec<&'static str>,
    /// The part of the fleet this credential sees.
    scope: OwnScope,
    /// Recovery codes that are left; 0 while two-factor login is not set up.
    recovery_codes: i64,
    /// `session` or `key`.
    #[schema(extensions(("x-enum-values" = json!(["session", "key"]))))]
    credential: &'static str,
}

/// A part of the fleet.
#[derive(Serialize, ToSchema)]
pub struct OwnScope {
    /// Whether it is the whole fleet; the lists are empty then.
    everything: bool,
    /// Whole clients.
    clients: Vec<i64>,
    /// Single sites.
    sites: Vec<i64>,
}

/// Read one's own account, rights and scope.
#[utoipa::path(
    get,
    path = "/accounts/me/",
    tag = "accounts",
    responses((status = 200, body = Me), (status = "default", body = ErrorBody)),
)]
pub async fn read_me(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
) -> Result<Json<Me>, ApiError> {
    let user = queries::users::find_user(app.db.read(), caller.user_id).await?;
    Ok(Json(Me {
        user: user.ok_or(ApiError::InvalidCredentials)?,
        recovery_codes: queries::recovery_codes::count_codes(app.db.read(), caller.user_id).await?,
        rights: caller.rights.flags(),
        scope: own_scope(&app, &caller.scope).await?,
        credential: match caller.credential {
            Credential::Key { .. } => "key",
            _ => "session",
        },
    }))
}

/// A key's lists narrow those of the role: only what is in both counts.
async fn own_scope(app: &App, scope: &Scope) -> Result<OwnScope, ApiError> {
    let groups = scope.groups();
    let mut clients: Vec<i64> = groups.iter().flat_map(|group| group.clients.clone()).collect();
    let mut sites: Vec<i64> = groups.iter().flat_map(|group| group.sites.clone()).collect();
    clients.retain(|client| scope.has_whole_client(*client));
    let known = queries::clients_and_sites::clients_of_sites(app.db.read(), &sites).await?;
    sites.retain(|site| known.get(site).is_some_and(|client| scope.has_site(*client, *site)));
    for list in [&mut clients, &mut sites] {
        list.sort_unstable();
        list.dedup();
    }
    Ok(OwnScope { everything: scope.is_everything(), clients, sites })
}
