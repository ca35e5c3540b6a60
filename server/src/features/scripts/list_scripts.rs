//! `GET /scripts/`: the library without bodies.

use axum::extract::{OriginalUri, State};
use serde_json::Value;
use utoipa::IntoParams;

use super::form::SHELLS;
use super::queries::{self, Filter};
use super::script::ScriptItem;
use crate::app::App;
use crate::auth::{Caller, Right, may};
use crate::domain::fleet::PLATFORMS;
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::{ListQuery, ListResponse};

const ORDERINGS: &[&str] = &[
    "id",
    "name",
    "category",
    "shell",
    "script_type",
    "favorite",
    "default_timeout",
    "created_time",
    "modified_time",
];

/// Which scripts.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ScriptQuery {
    /// `false` leaves built-in scripts out.
    #[param(rename = "showCommunityScripts")]
    show_builtin: Option<bool>,
    /// `true` shows hidden scripts too.
    #[param(rename = "showHiddenScripts")]
    show_hidden: Option<bool>,
    /// Only scripts of this shell.
    shell: Option<String>,
    /// Only scripts that run on `windows`, `linux` or `darwin`.
    plat: Option<String>,
    #[param(ignore)]
    list: ListQuery,
}

impl Parse for ScriptQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            show_builtin: fields.flag("showCommunityScripts").optional(),
            show_hidden: fields.flag("showHiddenScripts").optional(),
            shell: fields.text("shell").one_of(SHELLS).optional(),
            plat: fields.text("plat").one_of(PLATFORMS).optional(),
            list: ListQuery::parse(fields),
        }
    }
}

/// List scripts.
///
/// By category, then name; without their bodies. Values of their environment are
/// masked for callers who may not change every script.
#[utoipa::path(
    get,
    path = "/scripts/",
    tag = "scripts",
    params(ScriptQuery, ListQuery),
    responses((status = 200, body = Vec<ScriptItem>), (status = "default", body = ErrorBody)),
)]
pub async fn list_scripts(
    State(app): State<App>,
    caller: Caller<may::ListScripts>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ScriptQuery>,
) -> Result<ListResponse, ApiError> {
    let filter = Filter {
        with_builtin: query.show_builtin.unwrap_or(true),
        with_hidden: query.show_hidden.unwrap_or(false),
        shell: query.shell,
        plat: query.plat,
    };
    let scripts = queries::list_scripts(app.db.read(), &filter).await?;
    // Whether a caller with a scope may change one is only read with a single script.
    let sees_values = caller.rights.has(Right::ManageScripts) && caller.scope.is_everything();
    let shown = |script: ScriptItem| match sees_values {
        true => script,
        false => script.without_values(),
    };
    let rows: Result<Vec<Value>, _> =
        scripts.into_iter().map(shown).map(serde_json::to_value).collect();
    let rows = rows.map_err(|error| ApiError::Internal(error.into()))?;
    Ok(query.list.apply(rows, ORDERINGS)?.at(&address))
}
