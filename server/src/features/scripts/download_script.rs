//! `GET /scripts/<id>/download/`: a script as a file.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::filename::file_name;
use super::{queries, runnable};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Path, Query};

/// In which form the code is wanted.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DownloadQuery {
    /// `false` leaves `{{name}}` as it is written.
    with_snippets: Option<bool>,
}

impl Parse for DownloadQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { with_snippets: fields.flag("with_snippets").optional() }
    }
}

/// A script as a file.
#[derive(Serialize, ToSchema)]
pub struct ScriptFile {
    /// Its name, with the extension of the shell.
    filename: String,
    /// What is in it.
    code: String,
}

/// Download a script.
///
/// With its snippets put in, unless `with_snippets` is false.
#[utoipa::path(
    get,
    path = "/scripts/{id}/download/",
    tag = "scripts",
    params(("id" = i64, Path, description = "Key of the script"), DownloadQuery),
    responses((status = 200, body = ScriptFile), (status = "default", body = ErrorBody)),
)]
pub async fn download_script(
    State(app): State<App>,
    _caller: Caller<may::ListScripts>,
    Path(id): Path<i64>,
    Query(query): Query<DownloadQuery>,
) -> Result<Json<ScriptFile>, ApiError> {
    let script = queries::find_script(app.db.read(), id).await?;
    let script = script.ok_or(ApiError::NotFound("script"))?;
    let code = match query.with_snippets {
        Some(false) => script.script_body,
        _ => runnable::with_snippets(app.db.read(), script.script_body).await?,
    };
    Ok(Json(ScriptFile { filename: file_name(&script.item), code }))
}
