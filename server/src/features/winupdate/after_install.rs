//! The job after an installation: records failures, and scans again.

use anyhow::Context;
use sea_orm::ConnectionTrait;
use serde_json::Value;

use super::details::clean;
use super::install_report::{Ending, Endings};
use super::queries::{self, EndedRun};
use super::scan::scan_with_wishes;
use super::summary;
use crate::app::App;
use crate::domain::definitions::{self, Changed};
use crate::domain::fleet::{self, AffectedAgents, list_targets};
use crate::domain::mail::mail_job;
use crate::domain::runs::{self, RunStatus};
use crate::domain::settings::read_settings;
use crate::features::policies;
use crate::ids::{RunId, RunKey};
use crate::time::Timestamp;

/// Follows a run that installed updates. Its payload names the run.
///
/// Whatever the run reported, only a scan shows what is installed now.
pub async fn after_install(app: App, payload: Value) -> anyhow::Result<()> {
    let id = RunKey(payload["run"].as_i64().context("the job names no run")?);
    let Some(run) = queries::find_ended_run(app.db.read(), id).await? else { return Ok(()) };
    let printed = runs::read_output(app.db.read(), id, "stdout").await?;
    let output = String::from_utf8_lossy(&printed);
    let write = app.db.begin().await?;
    if run.is_of_agent {
        queries::claim_install(&write, run.agent, &run.run_id).await?;
    }
    queries::count_attempt(&write, &run.run_id).await?;
    if run.status == RunStatus::Passed {
        let finished = run.finished.unwrap_or_else(Timestamp::now);
        fleet::store::store_patch_time(&write, run.agent, finished).await?;
    }
    store_endings(&write, &run, &output).await?;
    if run.status != RunStatus::Passed {
        mail_failure(&app, &write, &run).await?;
    }
    let events = summary::recount(&write, &[run.agent]).await?;
    // Whether it may be retried.
    let touched = AffectedAgents::agents([run.agent]);
    definitions::mark_due_in(&app, &write, Changed::Tasks(&touched)).await?;
    write.commit().await?;
    app.jobs.wake().await;
    app.events.publish_all(&events).await;

    // The same name each time: a job that is done twice scans once.
    let run_id = RunId::from(format!("{}-scan", run.run_id));
    for target in list_targets(app.db.read(), &[run.agent]).await? {
        let wishes = queries::list_hiding_wishes(app.db.read(), &[target.id]).await?;
        let wishes = wishes.get(&target.id).cloned().unwrap_or_default();
        runs::start_unattended(&app, &run_id, &scan_with_wishes(&app, wishes), &target).await?;
    }
    Ok(())
}

/// Stores what became of each update; those that the output does not mention share
/// the end of the run.
async fn store_endings(
    write: &impl ConnectionTrait,
    run: &EndedRun,
    output: &str,
) -> anyhow::Result<()> {
    let endings = Endings::of(output);
    let (mut pending, mut unmentioned) = (Vec::new(), Vec::new());
    for update in queries::list_updates_of_run(write, &run.run_id).await? {
        match endings.find(&update.title) {
            Some(Ending::RebootPending) => pending.push(update.id),
            Some(Ending::Failed(reason)) => {
                queries::fail_updates(write, &[update.id], &clean(&reason)).await?;
            }
            Some(Ending::Done) => {}
            None => unmentioned.push(update.id),
        }
    }
    queries::await_reboot(write, &pending).await?;
    if run.status != RunStatus::Passed {
        queries::fail_updates(write, &unmentioned, &reason(run)).await?;
    }
    Ok(())
}

/// A mail for a window that failed, if the effective patch policy requests one.
async fn mail_failure(
    app: &App,
    write: &impl ConnectionTrait,
    run: &EndedRun,
) -> anyhow::Result<()> {
    let patches = policies::patches_of(write, &[run.agent]).await?;
    if !run.is_of_agent || !patches.in_force(run.agent).failed.value.mail {
        return Ok(());
    }
    let settings = read_settings(write, &app.vault).await?;
    if settings.smtp_host.is_empty() {
        return Ok(());
    }
    let subject = format!("Updates of {}: failed", run.hostname);
    let text = format!("Computer: {}\nProblem: {}\n", run.hostname, reason(run));
    for recipient in &settings.email_alert_recipients {
        let job = mail_job(recipient, &subject, &text).keyed(format!("{} {recipient}", run.run_id));
        app.jobs.enqueue(write, job).await?;
    }
    Ok(())
}

fn reason(run: &EndedRun) -> String {
    if !run.problem.is_empty() {
        return run.problem.clone();
    }
    match (run.status, run.retcode) {
        (RunStatus::TimedOut, _) => "the installation ran out of time".to_owned(),
        (RunStatus::Cancelled, _) => "the installation was cancelled".to_owned(),
        (_, Some(code)) => format!("the installation ended with code {code}"),
        _ => "the installation failed".to_owned(),
    }
}
