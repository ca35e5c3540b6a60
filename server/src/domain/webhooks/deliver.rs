//! The job that sends webhooks.
//!
//! One job at a time sends all that are due, a few of them concurrently: a
//! receiver that does not answer holds up other webhooks for some seconds, and no
//! other jobs.

use std::time::Duration;

use anyhow::anyhow;
use futures_util::{StreamExt, stream};
use sea_orm::{ConnectionTrait, DbErr};
use serde_json::{Value, json};

use super::action::StoredAction;
use super::action_queries::find_action;
use super::call::call;
use super::delivery::{Cause, OpenDelivery};
use super::delivery_queries::{self as queries, Attempt};
use super::filler::Missing;
use super::prepare::{Prepared, prepare};
use super::retry::{may_work_later, next_try};
use super::subject::find_subject;
use crate::app::App;
use crate::auth::Scope;
use crate::domain::key_store::Code;
use crate::domain::mail::waits_for_thaw;
use crate::error::{ApiError, Problems};
use crate::jobs::{NewJob, delete_in_batches};
use crate::time::Timestamp;

/// Kind of the job that sends webhooks.
pub const DELIVER_KIND: &str = "deliver_webhooks";
/// Kind of the job after a webhook of an alert is finished. Payload: `delivery`, its
/// key.
pub const FINISHED_KIND: &str = "alert_webhook_finished";
/// All of them share one job.
const KEY: &str = "due";
/// Webhooks that are read together.
const BATCH: i64 = 64;
/// Webhooks that are sent concurrently.
const AT_ONCE: usize = 8;
/// How long the log of a delivery is kept.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Stores a webhook in the caller's transaction, to be sent once it is committed;
/// [`crate::jobs::Jobs::wake`] after that. Returns the key of the delivery.
pub async fn enqueue(
    app: &App,
    write: &impl ConnectionTrait,
    action: i64,
    cause: &Cause,
) -> Result<i64, DbErr> {
    let id = queries::insert_delivery(write, action, cause).await?;
    app.jobs.enqueue(write, deliver_job()).await?;
    Ok(id)
}

fn deliver_job() -> NewJob {
    NewJob::now(DELIVER_KIND, json!({})).keyed(KEY)
}

/// The job: sends all webhooks that are due, and comes back when the next one is.
/// While everything is frozen they wait.
pub async fn deliver_due(app: App, _payload: Value) -> anyhow::Result<()> {
    if waits_for_thaw(&app, deliver_job()).await? {
        return Ok(());
    }
    while !app.stopping.is_cancelled() {
        let due = queries::list_due(app.db.read(), Timestamp::now(), BATCH).await?;
        if due.is_empty() {
            break;
        }
        let sending: Vec<_> = due.into_iter().map(|one| deliver(app.clone(), one)).collect();
        let sent: Vec<anyhow::Result<()>> =
            stream::iter(sending).buffer_unordered(AT_ONCE).collect().await;
        sent.into_iter().collect::<anyhow::Result<()>>()?;
    }
    come_back(&app).await?;
    Ok(())
}

/// Stores the job for the time when the next webhook is due.
async fn come_back(app: &App) -> Result<(), DbErr> {
    let write = app.db.begin().await?;
    // First, so that a webhook which is stored meanwhile is either seen here, or
    // moves the job itself after this.
    app.jobs.enqueue(&write, deliver_job()).await?;
    let Some(next) = queries::find_next_attempt(&write).await? else {
        return write.rollback().await;
    };
    app.jobs.enqueue(&write, deliver_job().at(next)).await?;
    write.commit().await
}

/// One try. When the server stops meanwhile, it is tried after the next start.
async fn deliver(app: App, delivery: OpenDelivery) -> anyhow::Result<()> {
    let trying = attempt(&app, &delivery);
    let Some(attempt) = app.stopping.run_until_cancelled(trying).await else { return Ok(()) };
    let attempt = match attempt {
        Ok(attempt) => attempt,
        Err(error) if error.is_temporary() => return Err(anyhow!("{error}")),
        // One that cannot be read must not hold up the others.
        Err(ApiError::Internal(cause)) => {
            let error = format!("{cause:#}");
            tracing::error!(delivery.id, error, "a webhook cannot be made out of what is stored");
            unsent("the server could not make it; its log has the details".to_owned())
        }
        Err(error) => unsent(error.to_string()),
    };
    let write = app.db.begin().await?;
    queries::record_attempt(&write, delivery.id, &attempt).await?;
    let is_finished_alert = attempt.next.is_none() && delivery.is_about_alert();
    if is_finished_alert {
        let job = NewJob::now(FINISHED_KIND, json!({ "delivery": delivery.id }));
        app.jobs.enqueue(&write, job.keyed(delivery.id.to_string())).await?;
    }
    write.commit().await?;
    if is_finished_alert {
        app.jobs.wake().await;
    }
    Ok(())
}

async fn attempt(app: &App, delivery: &OpenDelivery) -> Result<Attempt, ApiError> {
    if !delivery.is_wanted {
        return Ok(unsent("the account or API key that caused it was disabled".to_owned()));
    }
    let Some(action) = find_action(app.db.read(), &app.vault, delivery.action_id).await? else {
        return Ok(unsent("the URL action is gone".to_owned()));
    };
    let prepared = match fill_in(app, &action, delivery).await? {
        Ok(prepared) => prepared,
        Err(reason) => return Ok(unsent(reason)),
    };
    let result = call(app, &prepared, action.secret.as_ref(), Some(delivery.id)).await;
    let is_retried = may_work_later(&result);
    let next = next_try(delivery.attempts + 1, Timestamp::now()).filter(|_| is_retried);
    let url = prepared.shown_url;
    Ok(match result {
        Ok(answer) => {
            let (status, answer) = (Some(answer.status), answer.text);
            Attempt { url, status, error: String::new(), answer, next }
        }
        Err(error) => {
            let error = error.to_string();
            Attempt { url, status: None, error, answer: String::new(), next }
        }
    })
}

/// The request with the values of this moment, or why there is none.
async fn fill_in(
    app: &App,
    action: &StoredAction,
    delivery: &OpenDelivery,
) -> Result<Result<Prepared, String>, ApiError> {
    let subject = find_subject(app.db.read(), &Scope::everything(), delivery.subject()).await?;
    let Some(subject) = subject else { return Ok(Err("what it was about is gone".to_owned())) };
    let mut values = subject.values(app).await?;
    values.alert = delivery.alert();
    let how = (Code::Webhook, Missing::LeftOut);
    Ok(prepare(&action.template, action.secret.as_ref(), &values, how).map_err(in_one_line))
}

fn in_one_line(problems: Problems) -> String {
    problems.into_values().flatten().collect::<Vec<String>>().join("; ")
}

/// Nothing was sent, and nothing would be the next time.
fn unsent(error: String) -> Attempt {
    Attempt { url: String::new(), status: None, error, answer: String::new(), next: None }
}

const OLD: &str = "delete from webhook_deliveries where id in
    (select id from webhook_deliveries where finished < $1 order by finished limit $2)";

/// Deletes deliveries that were finished a month ago.
pub async fn prune(app: &App, now: Timestamp) -> Result<u64, DbErr> {
    delete_in_batches(app, OLD, now.minus(KEPT), &[]).await
}
