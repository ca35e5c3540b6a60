//! The request for a command or a script: to show it, and to repeat it.

use serde_json::{Map, Value, json};

use super::queries::RunRow;
use super::script_input::mask_env_vars;
use crate::app::App;
use crate::auth::Purpose;
use crate::domain::runs::RunKind;
use crate::domain::runs::queries as stored;
use crate::error::ApiError;

/// The keys of a bulk action's body that apply to each of its runs.
const OF_BULK: &[&str] = &["script", "args", "env_vars", "timeout", "run_as_user"];

/// The body that requests this run; none where that is not known.
pub async fn request_of(app: &App, row: &RunRow) -> Result<Option<Map<String, Value>>, ApiError> {
    let is_asked_for =
        row.kind == RunKind::Command || row.kind == RunKind::Script && row.script_id.is_some();
    if !is_asked_for {
        return Ok(None);
    }
    let Some(asked) = stored::find_request(app.db.read(), row.id).await? else { return Ok(None) };
    let mut request = match (asked.own, asked.bulk) {
        (Some(own), _) => opened(app, Purpose::RunRequest, &own)?,
        (None, Some(bulk)) => of_bulk(opened(app, Purpose::BulkRequest, &bulk)?),
        (None, None) => return Ok(None),
    };
    if row.kind == RunKind::Command {
        request.insert("shell".to_owned(), json!(row.shell));
        request.insert("cmd".to_owned(), json!(row.command));
        request.insert("timeout".to_owned(), json!(row.timeout_seconds));
    }
    Ok(Some(request))
}

/// The body that requests this run, without its secrets.
pub async fn shown_request(app: &App, row: &RunRow) -> Result<Option<Value>, ApiError> {
    let request = request_of(app, row).await?;
    Ok(request.map(|mut request| {
        mask_env_vars(&mut request);
        Value::Object(request)
    }))
}

fn opened(app: &App, purpose: Purpose, sealed: &[u8]) -> Result<Map<String, Value>, ApiError> {
    let opened = app.vault.open_sealed(purpose, sealed);
    let opened = opened.map_err(|error| ApiError::Internal(error.into()))?;
    serde_json::from_slice(&opened).map_err(|error| ApiError::Internal(error.into()))
}

/// A bulk action has other keys for what is done with the output.
fn of_bulk(body: Map<String, Value>) -> Map<String, Value> {
    let is_set = |name: &str| body.get(name) == Some(&Value::Bool(true));
    let field = body.get("custom_field").filter(|field| !field.is_null());
    let mut request = Map::new();
    match field {
        Some(field) => {
            request.insert("output".to_owned(), json!("collector"));
            request.insert("custom_field".to_owned(), field.clone());
            request.insert("save_all_output".to_owned(), json!(is_set("collector_all_output")));
        }
        None if is_set("save_to_agent_note") => {
            request.insert("output".to_owned(), json!("note"));
        }
        None => {}
    }
    request.extend(body.into_iter().filter(|(name, _)| OF_BULK.contains(&name.as_str())));
    request
}
