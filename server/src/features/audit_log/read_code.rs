//! `GET /logs/audit/<id>/code/`: the code behind a row.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::filters::{Condition, Filters};
use super::queries::{self, CodeRow};
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType, find_code, log_read};
use crate::auth::{Caller, Identity, Right, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Path;

/// Code that ran or was changed.
#[derive(Serialize, ToSchema)]
pub struct AuditCode {
    /// The text, with snippets and without arguments and environment. Of a value
    /// that is too long for the row, such as a very long command, all of it as
    /// JSON.
    code: String,
    /// Its SHA-256, in hexadecimal digits.
    sha256: String,
    /// Its length.
    bytes: usize,
}

/// Read the code behind an audit row.
///
/// What ran, or what a script or snippet was changed to, as long as the row is
/// there. Needs can_list_scripts as well. Reading the code of others is logged.
#[utoipa::path(
    get,
    path = "/logs/audit/{id}/code/",
    tag = "logs",
    params(("id" = i64, Path, description = "Number of the row")),
    responses((status = 200, body = AuditCode), (status = "default", body = ErrorBody)),
)]
pub async fn read_audit_code(
    State(app): State<App>,
    caller: Caller<may::ViewAuditlogs>,
    Path(id): Path<i64>,
) -> Result<Json<AuditCode>, ApiError> {
    caller.must_have(Right::ListScripts)?;
    let visible = Condition::new(&caller, Filters::default(), None);
    let row = queries::find_code_row(app.db.read(), visible, id).await?;
    let row = row.ok_or(ApiError::NotFound("audit row"))?;
    let sha256 = row.code_sha256.clone().ok_or(ApiError::NotFound("code"))?;
    let code = find_code(&app, &sha256).await?.ok_or(ApiError::NotFound("code"))?;
    if row.user_id != Some(caller.user_id) {
        log_read(&app, &caller, entry(&caller, id, &row)).await?;
    }
    Ok(Json(AuditCode { bytes: code.len(), code, sha256 }))
}

/// For the same readers as the row that the code belongs to.
fn entry(caller: &Identity, id: i64, row: &CodeRow) -> Entry {
    let message =
        format!("{} read the code of {} in audit row {id}", caller.username, row.username);
    let entry = Entry::new(Action::View, ObjectType::Script, "", message);
    let entry = match row.client_id {
        Some(client) => entry.client(client),
        None => entry,
    };
    match row.site_id {
        Some(site) => entry.site(site, &row.site),
        None => entry,
    }
}
