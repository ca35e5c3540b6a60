//! The job that starts the action of an alert: a script on its agent or a neighbour, a
//! script on the server, or a webhook.

use anyhow::Context;
use muster_alerting::machine::Moment;
use muster_protocol::{RunScript, order_name};
use serde::Deserialize;
use serde_json::Value;

use super::neighbours::list_candidates;
use crate::app::App;
use crate::domain::alert_templates::{TemplateAction, templates_of};
use crate::domain::alerts::{self, ACTION_KIND, ActionAlert};
use crate::domain::fleet::Target;
use crate::domain::key_store::Code;
use crate::domain::mail::waits_for_thaw;
use crate::domain::placeholders::{PlaceholderSources, PlaceholderValue};
use crate::domain::runs::{ALERT_RUN_PREFIX, Instruction, RunKind, start_for_alert};
use crate::domain::settings::must_allow_server_scripts;
use crate::domain::webhooks::{self, Cause, CausedBy, Subject};
use crate::error::ApiError;
use crate::features::scripts::{self, Runnable};
use crate::ids::RunId;
use crate::jobs::NewJob;

#[derive(Deserialize)]
struct Payload {
    alert: i64,
    recovery: bool,
    nonce: String,
}

/// A script as a template names it.
struct Script<'a> {
    id: i64,
    args: &'a [String],
    env_vars: &'a [String],
    timeout: u32,
    on_server: bool,
}

/// The job. What cannot start is stored on the alert, and tried again at the next
/// failure; what may work later is tried again by the job.
pub async fn start_action(app: App, payload: Value) -> anyhow::Result<()> {
    if waits_for_thaw(&app, NewJob::now(ACTION_KIND, payload.clone())).await? {
        return Ok(());
    }
    let Payload { alert, recovery, nonce } =
        serde_json::from_value(payload).context("the payload of an action")?;
    let moment = if recovery { Moment::Recovery } else { Moment::Failure };
    let Some(alert) = alerts::find_action_alert(app.db.read(), alert).await? else {
        return Ok(());
    };
    let Some(agent) = alert.agent else { return Ok(()) };
    let template = templates_of(app.db.read(), &[agent]).await?.remove(&agent);
    let action = template.and_then(|found| match moment {
        Moment::Failure => found.action.clone(),
        Moment::Recovery => found.resolved_action.clone(),
    });
    let Some(action) = action else { return Ok(()) };
    let name = if recovery { "recovery" } else { "failure" };
    let run_id = RunId::from(format!("{ALERT_RUN_PREFIX}{}-{name}-{nonce}", alert.id));
    match start(&app, &alert, moment, &action, &run_id).await {
        Ok(()) => Ok(()),
        Err(error) if error.is_temporary() => Err(error.into()),
        Err(error) => alerts::action_failed(&app, &alert, moment, &error.to_string()).await,
    }
}

async fn start(
    app: &App,
    alert: &ActionAlert,
    moment: Moment,
    action: &TemplateAction,
    run_id: &RunId,
) -> Result<(), ApiError> {
    let script = match action {
        TemplateAction::Webhook { action } => return send(app, alert, moment, *action).await,
        TemplateAction::Script { script, args, env_vars, timeout } => {
            Script { id: *script, args, env_vars, timeout: seconds(*timeout), on_server: false }
        }
        TemplateAction::Server { script, args, env_vars, timeout } => {
            must_allow_server_scripts(app).await?;
            Script { id: *script, args, env_vars, timeout: seconds(*timeout), on_server: true }
        }
    };
    let found = scripts::find_runnable(app.db.read(), script.id, None).await?;
    let found = found.ok_or(ApiError::NotFound("script"))?;
    let plats = &found.script.supported_platforms;
    let runs_on = |target: &Target| plats.is_empty() || plats.contains(&target.plat);
    let candidates = list_candidates(app.db.read(), alert, script.on_server).await?;
    let chosen = candidates.into_iter().find(|target| script.on_server || runs_on(target));
    let target = chosen.ok_or(ApiError::AgentOffline)?;
    let instruction = instruction(app, alert, &script, &found, &target).await?;
    start_for_alert(app, run_id, &instruction, &target, script.on_server).await
}

fn seconds(timeout: i64) -> u32 {
    u32::try_from(timeout).unwrap_or(15).max(1)
}

/// The order, with the values of this alert.
async fn instruction(
    app: &App,
    alert: &ActionAlert,
    script: &Script<'_>,
    found: &Runnable,
    target: &Target,
) -> Result<Instruction, ApiError> {
    let mut sources = PlaceholderSources::load(app, std::slice::from_ref(target)).await?;
    let mut values = sources.of(target)?;
    let of_alert = alert.values().into_iter();
    values.alert = of_alert.map(|(name, text)| (name, PlaceholderValue::Text(text))).collect();
    let library = &found.script;
    let code = Code::Library(library.id);
    let filled = scripts::fill(script.args, script.env_vars, &library.shell, code, &values)?;
    let order = RunScript {
        shell: library.shell.clone(),
        code: found.code.clone(),
        args: filled.args,
        env_vars: filled.env_vars,
        timeout_seconds: script.timeout,
        run_as_user: library.run_as_user && !script.on_server,
        output_limit: app.settings.output_limit,
    };
    let made = Instruction::new(RunKind::Script, order_name::RUN_SCRIPT, &order, script.timeout);
    let made = Instruction {
        script: Some(library.id),
        script_name: library.name.clone(),
        script_version: Some(library.version),
        ..made.in_shell(library.shell.clone())
    };
    made.check_size("args")?;
    Ok(made)
}

/// Stores the webhook; its status follows.
async fn send(app: &App, alert: &ActionAlert, moment: Moment, action: i64) -> Result<(), ApiError> {
    let subject = match (alert.site_id, alert.agent) {
        (Some(site), _) => Subject::Site(site),
        (None, Some(agent)) => Subject::Agent(agent),
        (None, None) => Subject::Nobody,
    };
    let what = match moment {
        Moment::Failure => "opened",
        Moment::Recovery => "resolved",
    };
    let cause = Cause {
        text: format!("alert {} was {what}", alert.id),
        by: CausedBy::system(),
        subject,
        alert: alert.values(),
    };
    let write = app.db.begin().await?;
    let delivery = webhooks::enqueue(app, &write, action, &cause).await?;
    alerts::record_delivery(&write, alert.id, moment, delivery).await?;
    write.commit().await?;
    app.jobs.wake().await;
    Ok(())
}
