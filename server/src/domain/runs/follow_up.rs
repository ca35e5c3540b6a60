//! What follows when a run has ended: jobs, stored together with the end of the
//! run. The list of all jobs names who handles them.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde_json::json;

use super::kind::RunKind;
use super::store::Progress;
use crate::app::App;
use crate::jobs::NewJob;

/// Kind of the job after a run of `scan_updates`. Payload: `run`, its key.
pub const SCANNED_KIND: &str = "updates_scanned";
/// Kind of the job after a run of `install_updates`. Payload: `run`, its key.
pub const UPDATED_KIND: &str = "updates_installed";
/// Kind of the job after a run that installed or removed software. Payload:
/// `run`, its key.
pub const SOFTWARE_KIND: &str = "software_changed";
/// Kind of the job after a run whose output is stored somewhere. Payload:
/// `run`, its key.
pub const KEEP_KIND: &str = "run_output_keeping";

/// Kind of the job after a run that an alert started (see `start_for_alert`). Payload:
/// `run`, its key.
pub const ALERT_RUN_KIND: &str = "alert_action_ended";
/// How the ids of such runs begin.
pub const ALERT_RUN_PREFIX: &str = "alert-";

/// What follows a run once it has ended.
#[derive(Debug, FromQueryResult)]
pub struct FollowUps {
    kind: RunKind,
    save_to_agent_note: bool,
    custom_field: Option<i64>,
    mail_to: String,
}

impl FollowUps {
    /// What kind of run it is.
    pub fn kind(&self) -> RunKind {
        self.kind
    }

    /// Whether the server itself reads the output.
    pub fn is_for_server(&self) -> bool {
        self.kind == RunKind::PatchScan
    }
}

/// Stores the jobs that follow a run, in the transaction that ends it. Returns
/// whether there are any.
pub async fn enqueue(
    app: &App,
    write: &impl ConnectionTrait,
    run: &Progress,
) -> Result<bool, DbErr> {
    let sequel = &run.sequel;
    let is_kept =
        sequel.save_to_agent_note || sequel.custom_field.is_some() || sequel.mail_to != "[]";
    let mut has_jobs = false;
    let is_of_alert = run.run_id.as_str().starts_with(ALERT_RUN_PREFIX);
    let further = is_kept.then_some(KEEP_KIND).into_iter();
    let further = further.chain(is_of_alert.then_some(ALERT_RUN_KIND));
    for kind in sequel.kind.follow_up().into_iter().chain(further) {
        let job = NewJob::now(kind, json!({ "run": run.id })).keyed(run.id.to_string());
        app.jobs.enqueue(write, job).await?;
        has_jobs = true;
    }
    Ok(has_jobs)
}
