//! The answer to a caller about a run that has ended.

use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::Serialize;
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::long_answer::{AnswerPart, in_parts};
use super::queries::{self, StoredRun};
use super::status::RunStatus;
use crate::app::App;
use crate::error::ApiError;
use crate::ids::RunKey;
use crate::input::{Fields, Parse};

/// In which form the answer is wanted.
#[derive(Clone, Copy, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AnswerForm {
    /// `true` for an object instead of the output alone.
    detail: Option<bool>,
}

impl AnswerForm {
    /// Whether an object is wanted.
    pub fn wants_detail(self) -> bool {
        self.detail == Some(true)
    }
}

impl Parse for AnswerForm {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { detail: fields.flag("detail").optional() }
    }
}

/// The output alone, or everything about the run: the shape of what
/// `in_parts` writes.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes an answer that is written by hand")]
pub enum RunResult {
    /// stdout followed by stderr.
    Output(String),
    /// With `detail=true`.
    Detail(RunDetail),
}

/// Everything about a run that has ended.
#[derive(Serialize, ToSchema)]
pub struct RunDetail {
    /// Key of the run, the same as the header `X-Run-Id`.
    #[schema(value_type = i64)]
    pub id: RunKey,
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

/// The answer for a run that has ended; an error if it never ran.
pub async fn answer(app: &App, run: StoredRun, form: AnswerForm) -> Result<Response, ApiError> {
    answer_as(app, run, form, |output| output).await
}

/// The answer for a run that has ended, with the output as base64 of its UTF-8
/// text.
pub async fn answer_in_base64(
    app: &App,
    run: StoredRun,
    form: AnswerForm,
) -> Result<Response, ApiError> {
    answer_as(app, run, form, |output| BASE64.encode(output)).await
}

async fn answer_as(
    app: &App,
    run: StoredRun,
    form: AnswerForm,
    write: fn(String) -> String,
) -> Result<Response, ApiError> {
    refuse_unless_run(&run)?;
    let id = run_id_header(run.id);
    let detail = detail(app, run).await?;
    let answer = match form.wants_detail() {
        true => in_parts(detail.parts()),
        false => in_parts(vec![AnswerPart::Text(write(detail.stdout + &detail.stderr))]),
    };
    Ok((id, answer).into_response())
}

impl RunDetail {
    /// Its JSON, whose long texts are not written yet.
    fn parts(self) -> Vec<AnswerPart> {
        let (retcode, timed_out) = (json!(self.retcode), self.timed_out);
        let (time, truncated) = (json!(self.execution_time), self.truncated);
        vec![
            AnswerPart::Json(format!(r#"{{"id":{},"stdout":"#, self.id)),
            AnswerPart::Text(self.stdout),
            AnswerPart::Json(r#","stderr":"#.to_owned()),
            AnswerPart::Text(self.stderr),
            AnswerPart::Json(format!(
                r#","retcode":{retcode},"timed_out":{timed_out},"execution_time":{time},"truncated":{truncated}}}"#
            )),
        ]
    }
}

/// Everything that is known about a run so far.
pub async fn detail(app: &App, run: StoredRun) -> Result<RunDetail, ApiError> {
    let (id, retcode, timed_out) = (run.id, run.retcode, run.timed_out);
    let (execution_time, truncated) = (run.execution_time, run.truncated);
    let output = queries::read_streams(app.db.read(), run).await?;
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    Ok(RunDetail { id, stdout, stderr, retcode, timed_out, execution_time, truncated })
}

/// The header that names the run.
pub fn run_id_header(id: RunKey) -> [(HeaderName, HeaderValue); 1] {
    [(HeaderName::from_static("x-run-id"), HeaderValue::from(id.0))]
}

/// Refuses with the reason why a run never ran.
pub fn refuse_unless_run(run: &StoredRun) -> Result<(), ApiError> {
    let problem = run.problem.clone();
    Err(match run.status {
        _ if problem.is_empty() => return Ok(()),
        _ if run.was_offline => ApiError::AgentOffline,
        RunStatus::Cancelled => ApiError::Conflict(problem),
        _ => ApiError::AgentError(problem),
    })
}

/// Bytes as text. Invalid UTF-8 is replaced, never dropped.
pub fn text(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}
