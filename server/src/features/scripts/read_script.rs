//! `GET /scripts/<id>/`: one script with its body.

use axum::Json;
use axum::extract::State;

use super::script::Script;
use super::{queries, usage};
use crate::app::App;
use crate::auth::{Caller, Right, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Read a script.
///
/// Values of its environment are masked for callers who may not change it.
#[utoipa::path(
    get,
    path = "/scripts/{id}/",
    tag = "scripts",
    params(("id" = i64, Path, description = "Key of the script")),
    responses((status = 200, body = Script), (status = "default", body = ErrorBody)),
)]
pub async fn read_script(
    State(app): State<App>,
    caller: Caller<may::ListScripts>,
    Path(id): Path<i64>,
) -> Result<Json<Script>, ApiError> {
    let db = app.db.read();
    let script = queries::find_script(db, id).await?.ok_or(ApiError::NotFound("script"))?;
    let may_change = caller.rights.has(Right::ManageScripts)
        && caller.scope.may_change(&script.item.owner_clients)
        && usage::must_stay_in_scope(&usage::list_uses(db, id).await?, &caller.scope).is_ok();
    Ok(Json(match may_change {
        true => script,
        false => Script { item: script.item.without_values(), ..script },
    }))
}
