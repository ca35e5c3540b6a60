//! The action of an alert: what it needs to know, and what became of it.

use std::collections::BTreeMap;

use muster_alerting::machine::{Event as MachineEvent, Moment};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::alert_queries::{self, ActionResult};
use super::announce::updated_event;
use super::cause_queries::Wanted;
use super::round::{Details, Round};
use crate::app::App;
use crate::ids::AgentKey;
use crate::storage::{Transaction, sql};
use crate::time::Timestamp;

/// An alert whose action is to run.
#[derive(Clone, Debug, FromQueryResult)]
pub struct ActionAlert {
    pub id: i64,
    pub cause_id: i64,
    /// Its agent; of an alert about a site, one that it lists.
    pub agent: Option<AgentKey>,
    /// Of an alert about a site.
    pub site_id: Option<i64>,
    alert_type: String,
    message: String,
    severity: String,
    alert_time: Timestamp,
    resolved: bool,
}

impl ActionAlert {
    /// The values of `{{alert.…}}`.
    pub fn values(&self) -> BTreeMap<String, String> {
        let state = if self.resolved { "resolved" } else { "failing" };
        let values = [
            ("id", self.id.to_string()),
            ("alert_type", self.alert_type.clone()),
            ("message", self.message.clone()),
            ("severity", self.severity.clone()),
            ("time", self.alert_time.to_string()),
            ("state", state.to_owned()),
        ];
        values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// Finds an alert for its action.
pub async fn find_action_alert(
    db: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<ActionAlert>, DbErr> {
    let text = "select l.id, l.cause_id, l.site_id, l.alert_type, l.message, l.severity,
                       l.alert_time, l.resolved,
                       coalesce(l.agent_id, (select min(u.agent_id) from alerts u
                                              where u.covered_by = l.id)) as agent
                  from alerts l where l.id = $1";
    sql::one(db, text, [id.into()]).await
}

/// Stores what became of an action.
pub async fn record_action(
    app: &App,
    alert: i64,
    moment: Moment,
    result: &ActionResult,
) -> Result<(), DbErr> {
    let write = app.db.begin().await?;
    alert_queries::record_action(&write, alert, moment, result, Timestamp::now()).await?;
    let event = updated_event(&write, alert).await?;
    write.commit().await?;
    app.events.publish_all(event.as_slice()).await;
    Ok(())
}

/// Stores which webhook is the action of an alert, in the transaction that stores it.
pub async fn record_delivery(
    write: &Transaction,
    alert: i64,
    moment: Moment,
    delivery: i64,
) -> Result<(), DbErr> {
    let column = match moment {
        Moment::Failure => "action_delivery",
        Moment::Recovery => "resolved_action_delivery",
    };
    let text = format!("update alerts set {column} = $2 where id = $1");
    sql::execute(write, &text, [alert.into(), delivery.into()]).await.map(|_| ())
}

/// The alert whose action a webhook was.
pub async fn find_by_delivery(
    db: &impl ConnectionTrait,
    delivery: i64,
) -> Result<Option<(i64, Moment)>, DbErr> {
    #[derive(FromQueryResult)]
    struct Found {
        id: i64,
        is_recovery: bool,
    }
    let text = "select id, coalesce(resolved_action_delivery = $1, false) as is_recovery
                  from alerts where action_delivery = $1 or resolved_action_delivery = $1";
    let found: Option<Found> = sql::one(db, text, [delivery.into()]).await?;
    let moment = |found: &Found| match found.is_recovery {
        true => Moment::Recovery,
        false => Moment::Failure,
    };
    Ok(found.map(|found| (found.id, moment(&found))))
}

/// Stores why an action could not start, so that the next failure tries it again.
pub async fn action_failed(
    app: &App,
    alert: &ActionAlert,
    moment: Moment,
    reason: &str,
) -> anyhow::Result<()> {
    let write = app.db.begin().await?;
    let wanted = Wanted { causes: vec![alert.cause_id], ..Wanted::default() };
    let mut round = Round::begin(app, &write, wanted).await?;
    let is_current =
        round.causes.get(&alert.cause_id).is_some_and(|known| known.alert == Some(alert.id));
    if is_current && moment == Moment::Failure {
        let details = Details::new(round.now, "");
        round.meet(alert.cause_id, MachineEvent::ActionFailed, &details).await?;
    }
    let result = ActionResult { stderr: reason.to_owned(), ..ActionResult::default() };
    alert_queries::record_action(&write, alert.id, moment, &result, Timestamp::now()).await?;
    let announcements = round.finish().await?;
    write.commit().await?;
    announcements.publish(app).await;
    Ok(())
}
