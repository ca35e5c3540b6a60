//! The job after an installation: notes failures, and scans again.

use anyhow::Context;
use serde_json::Value;

use super::queries::{self, EndedRun};
use super::scan::scan_instruction;
use crate::app::App;
use crate::features::runs::{self, Unattended};
use crate::time::Timestamp;

/// Follows a run that installed updates. Its payload names the run.
///
/// Whatever the run said, only a scan can tell what is installed now.
pub async fn after_install(app: App, payload: Value) -> anyhow::Result<()> {
    let id = payload["run"].as_i64().context("the job names no run")?;
    let Some(run) = queries::find_ended_run(app.db.read(), id).await? else { return Ok(()) };
    let write = app.db.begin().await?;
    queries::count_attempt(&write, &run.run_id).await?;
    if run.status == "passed" {
        let finished = run.finished.unwrap_or_else(Timestamp::now);
        queries::note_installed(&write, run.agent, finished).await?;
    } else {
        queries::fail_install(&write, &run.run_id, &reason(&run)).await?;
    }
    write.commit().await?;

    // The same name each time: a job that is done twice scans once.
    let run_id = format!("{}-scan", run.run_id);
    let scan = Unattended {
        run_id,
        instruction: scan_instruction(&app),
        agent: run.agent,
        agent_id: run.agent_id,
    };
    runs::start_unattended(&app, scan).await?;
    Ok(())
}

fn reason(run: &EndedRun) -> String {
    if !run.problem.is_empty() {
        return run.problem.clone();
    }
    match (run.status.as_str(), run.retcode) {
        ("timed_out", _) => "the installation ran out of time".to_owned(),
        ("cancelled", _) => "the installation was cancelled".to_owned(),
        (_, Some(code)) => format!("the installation ended with code {code}"),
        _ => "the installation failed".to_owned(),
    }
}
