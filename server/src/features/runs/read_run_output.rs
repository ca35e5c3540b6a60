//! `GET /runs/<id>/output/`: what a run has printed so far.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::read_run::find_to_read;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::runs::answer::text;
use crate::domain::runs::queries as stored;
use crate::domain::runs::{read_chunk, truncate_unknown};
use crate::error::{ApiError, ErrorBody};
use crate::ids::RunKey;
use crate::input::{Fields, Parse, Path, Query};

/// Which part of the output.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OutputQuery {
    /// `stdout` or `stderr`; both in whole if absent.
    stream: Option<String>,
    /// Byte of the stream to read on from: the `offset` of the last answer.
    offset: Option<i64>,
}

impl Parse for OutputQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        let stream = fields.text("stream").one_of(&["stdout", "stderr"]).optional();
        let offset = fields.whole("offset").between(0..=i64::MAX).optional();
        if offset.is_some() && !fields.has("stream") {
            fields.problem("stream", "this field is required with offset");
        }
        Self { stream, offset }
    }
}

/// What a run has printed.
#[derive(Serialize, ToSchema)]
pub struct RunOutput {
    /// Standard output; empty if the other stream was asked for.
    stdout: String,
    /// Standard error; empty if the other stream was asked for.
    stderr: String,
    /// Byte of the stream to read on from; without `stream`, of stdout.
    offset: i64,
    /// Whether the run has ended and all of it was read.
    done: bool,
}

/// Read the output of a run.
///
/// Both streams in whole, or one of them from a place on, at most 1 MiB at a
/// time. A character that has only begun comes with the next piece.
#[utoipa::path(
    get,
    path = "/runs/{id}/output/",
    tag = "runs",
    params(("id" = i64, Path, description = "Key of the run"), OutputQuery),
    responses((status = 200, body = RunOutput), (status = "default", body = ErrorBody)),
)]
pub async fn read_run_output(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Path(id): Path<RunKey>,
    Query(query): Query<OutputQuery>,
) -> Result<Json<RunOutput>, ApiError> {
    // Read before the output: output that comes in between belongs to a run
    // that had not ended, and `done` stays false.
    let run = find_to_read(&app, &caller, id).await?;
    let is_finished = run.status.is_finished();
    let Some(stream) = &query.stream else {
        return Ok(Json(whole(&app, id, is_finished).await?));
    };
    let start = query.offset.unwrap_or(0);
    let chunk = read_chunk(&app, id, stream, start, is_finished).await?;
    let (offset, done) = (chunk.next, is_finished && !chunk.has_more);
    let (mut stdout, mut stderr) = (chunk.text, String::new());
    if stream == "stderr" {
        std::mem::swap(&mut stdout, &mut stderr);
    }
    Ok(Json(RunOutput { stdout, stderr, offset, done }))
}

async fn whole(app: &App, id: RunKey, done: bool) -> Result<RunOutput, ApiError> {
    let db = app.db.read();
    let (mut stdout, mut stderr) = (
        stored::read_output(db, id, "stdout").await?,
        stored::read_output(db, id, "stderr").await?,
    );
    if !done {
        truncate_unknown(app, &mut stdout).await?;
        truncate_unknown(app, &mut stderr).await?;
    }
    let offset = i64::try_from(stdout.len()).unwrap_or(i64::MAX);
    Ok(RunOutput { stdout: text(stdout), stderr: text(stderr), offset, done })
}
