//! `PUT /remote/v1/policy/` and `PUT /remote/v1/policy/<level>/<id>/`: changes what
//! remote sessions may do.

use axum::Json;
use axum::extract::State;

use super::policy_owner::{FoundOwner, ShownRemotePolicy, find_owner};
use crate::app::App;
use crate::audit::Change;
use crate::auth::{Caller, may};
use crate::domain::remote::{RemotePolicy, lock_owner, store_policy};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, IfMatch, Path};

/// Change what remote sessions may do everywhere.
///
/// The whole policy is replaced. A kind of session that is not allowed any more ends at
/// once; everything else counts for sessions that are opened or joined from now on. Only
/// for callers without a scope.
#[utoipa::path(
    put,
    path = "/remote/v1/policy/",
    tag = "remote",
    params(IfMatch),
    request_body = RemotePolicy,
    responses((status = 200, body = ShownRemotePolicy), (status = "default", body = ErrorBody)),
)]
pub async fn update_global_remote_policy(
    State(app): State<App>,
    caller: Caller<may::EditCoreSettings>,
    seen: IfMatch,
    Body(policy): Body<RemotePolicy>,
) -> Result<Json<ShownRemotePolicy>, ApiError> {
    caller.must_see_everything()?;
    let change = Change::begin(&app, &caller).await?;
    store(change, FoundOwner::Everything, &seen, &policy).await
}

/// Change what remote sessions may do at a client, at a site or on an agent.
///
/// The whole policy of that level is replaced; an empty one leaves everything to the
/// wider levels.
#[utoipa::path(
    put,
    path = "/remote/v1/policy/{level}/{id}/",
    tag = "remote",
    params(
        ("level" = String, Path, description = "`client`, `site` or `agent`."),
        ("id" = String, Path, description = "Its key; of an agent its identifier."),
        IfMatch,
    ),
    request_body = RemotePolicy,
    responses((status = 200, body = ShownRemotePolicy), (status = "default", body = ErrorBody)),
)]
pub async fn update_remote_policy(
    State(app): State<App>,
    caller: Caller<may::EditCoreSettings>,
    Path((level, id)): Path<(String, String)>,
    seen: IfMatch,
    Body(policy): Body<RemotePolicy>,
) -> Result<Json<ShownRemotePolicy>, ApiError> {
    let change = Change::begin(&app, &caller).await?;
    let owner = find_owner(&*change, &caller, &level, &id).await?;
    store(change, owner, &seen, &policy).await
}

async fn store(
    mut change: Change,
    owner: FoundOwner,
    seen: &IfMatch,
    policy: &RemotePolicy,
) -> Result<Json<ShownRemotePolicy>, ApiError> {
    lock_owner(&*change, owner.owner()).await?;
    let before = owner.show(&*change).await?;
    before.must_be_newest_for(seen)?;
    store_policy(&*change, owner.owner(), policy, change.username()).await?;
    let shown = owner.show(&*change).await?;
    change.publish(owner.event());
    let entry = owner.entry(change.username()).before(&before.into_policy()).after(policy);
    change.commit(entry).await?;
    Ok(Json(shown))
}
