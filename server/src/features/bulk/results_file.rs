//! The results of a bulk action as a file for spreadsheets, a few hundred rows
//! at a time.

use axum::body::Body;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;

use super::list_bulk_results::{BulkResult, ResultRun, results};
use super::outputs;
use super::plain::plain;
use super::queries::{self, ResultRow};
use crate::app::App;
use crate::auth::Scope;
use crate::error::ApiError;
use crate::listing::csv_line;
use crate::storage::TextEnum;
use crate::time::Timestamp;

/// Rows read at a time.
const CHUNK: i64 = 200;
const HEAD: [&str; 12] = [
    "agent_id",
    "hostname",
    "status",
    "retcode",
    "started",
    "finished",
    "execution_time",
    "reason",
    "stdout",
    "stderr",
    "client",
    "site",
];

struct ResultsFile {
    app: App,
    scope: Scope,
    bulk: i64,
    status: Option<String>,
    /// The results of a search; without one, all are read from the database.
    found: Option<Vec<ResultRow>>,
    offset: i64,
    is_done: bool,
}

/// Answers with all results, or with those that were found.
pub fn answer(
    app: &App,
    scope: &Scope,
    bulk: i64,
    status: Option<String>,
    found: Option<Vec<ResultRow>>,
) -> Response {
    let (app, scope) = (app.clone(), scope.clone());
    let file = ResultsFile { app, scope, bulk, status, found, offset: 0, is_done: false };
    let kind = (CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    let name = format!(r#"attachment; filename="bulk-{bulk}.csv""#);
    let mut response = ([kind], Body::from_stream(stream::try_unfold(file, next))).into_response();
    if let Ok(name) = HeaderValue::from_str(&name) {
        response.headers_mut().insert(CONTENT_DISPOSITION, name);
    }
    response
}

async fn next(mut file: ResultsFile) -> Result<Option<(Bytes, ResultsFile)>, ApiError> {
    if file.is_done {
        return Ok(None);
    }
    let (db, status) = (file.app.db.read(), file.status.as_deref());
    let part = (CHUNK, file.offset);
    let rows = match &file.found {
        Some(found) => outputs::slice(found, part),
        None => queries::list_results(db, &file.scope, file.bulk, status, part).await?,
    };
    let mut text = if file.offset == 0 { csv_line(HEAD) } else { String::new() };
    file.is_done = (rows.len() as i64) < CHUNK;
    file.offset += CHUNK;
    for result in results(&file.app, rows).await? {
        text += &line(result);
    }
    Ok(Some((text.into(), file)))
}

fn line(result: BulkResult) -> String {
    match result {
        BulkResult::Without(agent) => csv_line([
            agent.agent_id.as_str(),
            &agent.hostname,
            &agent.status,
            "",
            "",
            "",
            "",
            &agent.reason,
            "",
            "",
            &agent.client,
            &agent.site,
        ]),
        BulkResult::Run(result) => of_run(*result),
    }
}

fn of_run(result: ResultRun) -> String {
    let ResultRun { run, client, site, .. } = result;
    let time = |time: Option<Timestamp>| time.map(|time| time.to_string()).unwrap_or_default();
    let (stdout, stderr) = match run.script_results {
        Some(results) => (results.stdout, results.stderr),
        None => (run.results, String::new()),
    };
    csv_line([
        &run.agent_id,
        &run.hostname,
        run.status.as_str(),
        &run.retcode.map(|code| code.to_string()).unwrap_or_default(),
        &time(run.started),
        &time(run.finished),
        &run.execution_time.map(|seconds| seconds.to_string()).unwrap_or_default(),
        &run.problem,
        &plain(&stdout),
        &plain(&stderr),
        &client,
        &site,
    ])
}
