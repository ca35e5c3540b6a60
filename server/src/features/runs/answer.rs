//! What a caller is told of a run that is over.

use axum::Json;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::queries::{self, StoredRun};
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::error::ApiError;
use crate::input::{Fields, Parse};

/// In which form the answer is wanted.
#[derive(Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AnswerForm {
    /// `true` for an object instead of the output alone.
    detail: Option<bool>,
}

impl Parse for AnswerForm {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { detail: fields.flag("detail").optional() }
    }
}

/// The output alone, or everything about the run.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum RunResult {
    /// stdout followed by stderr.
    Output(String),
    /// With `detail=true`.
    Detail(RunDetail),
}

/// Everything about a run that is over.
#[derive(Serialize, ToSchema)]
pub struct RunDetail {
    /// Key of the run, the same as the header `X-Run-Id`.
    pub id: i64,
    /// What it wrote to standard output.
    pub stdout: String,
    /// What it wrote to standard error.
    pub stderr: String,
    /// Its return code: 98 when it ran out of time, 97 when it was cancelled.
    pub retcode: Option<i64>,
    /// Whether it ran out of time.
    pub timed_out: bool,
    /// Seconds it ran.
    pub execution_time: Option<f64>,
    /// Whether output was cut at the limit.
    pub truncated: bool,
}

/// The answer for a run that is over; an error if it never ran.
pub async fn answer(app: &App, run: StoredRun, form: AnswerForm) -> Result<Response, ApiError> {
    if !run.problem.is_empty() {
        return Err(refusal(run.problem));
    }
    let db = app.db.read();
    let stdout = text(queries::read_output(db, run.id, "stdout").await?);
    let stderr = text(queries::read_output(db, run.id, "stderr").await?);
    let result = if form.detail == Some(true) {
        RunResult::Detail(RunDetail {
            id: run.id,
            stdout,
            stderr,
            retcode: run.retcode,
            timed_out: run.timed_out,
            execution_time: run.execution_time,
            truncated: run.truncated,
        })
    } else {
        RunResult::Output(stdout + &stderr)
    };
    Ok((id_header(run.id), Json(result)).into_response())
}

/// The answer for a run that was started and is not waited for: a sentence.
pub fn started(id: i64, sentence: String) -> Response {
    (id_header(id), Json(sentence)).into_response()
}

fn id_header(id: i64) -> [(HeaderName, HeaderValue); 1] {
    [(HeaderName::from_static("x-run-id"), HeaderValue::from(id))]
}

fn refusal(problem: String) -> ApiError {
    if problem == Undelivered::Offline.to_string() {
        return ApiError::AgentOffline;
    }
    ApiError::AgentError(problem)
}

/// Bytes as text. What is no UTF-8 is replaced, never dropped.
fn text(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}
