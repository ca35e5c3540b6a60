//! What people do with alerts.

use muster_alerting::Severity;
use muster_alerting::machine::{Event as MachineEvent, Phase};

use super::cause::{CauseKind, instant};
use super::cause_queries::{self, Wanted};
use super::round::{Announcements, Details, Round};
use crate::app::App;
use crate::error::ApiError;
use crate::ids::AgentKey;
use crate::storage::{Transaction, sql};
use crate::time::Timestamp;

/// What somebody does with an alert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    Resolve,
    /// Until a time, or until it is lifted.
    Snooze {
        until: Option<Timestamp>,
    },
    Unsnooze,
    Acknowledge {
        note: String,
    },
    /// Closed first, if it is open.
    Delete,
}

/// Does something with alerts, in the caller's transaction. One that is not open is
/// 409, unless it is deleted; the caller drops the transaction then.
pub async fn act(
    app: &App,
    write: &Transaction,
    alerts: &[i64],
    deed: &Deed,
    username: &str,
) -> Result<Announcements, ApiError> {
    let causes = list_causes(write, alerts).await?;
    let wanted = Wanted { causes: causes.clone(), ..Wanted::default() };
    let mut round = Round::begin(app, write, wanted).await?;
    let note = if let Deed::Acknowledge { note } = deed { note.as_str() } else { "" };
    let details = Details::by(round.now, username, note);
    for cause in &causes {
        round.follow_maintenance(*cause).await?;
        round.act_on(*cause, alerts, deed, &details).await?;
    }
    let announcements = round.finish().await?;
    if *deed == Deed::Delete {
        delete(write, alerts).await?;
    }
    Ok(announcements)
}

/// Opens a custom alert, in the caller's transaction. Returns its key; none if the
/// settings or maintenance keep it from being shown.
pub async fn open_custom(
    app: &App,
    write: &Transaction,
    agent: Option<AgentKey>,
    (severity, message): (Severity, &str),
) -> Result<(Option<i64>, Announcements), ApiError> {
    let cause = cause_queries::insert_custom(write, agent).await?;
    let wanted = Wanted { causes: vec![cause], ..Wanted::default() };
    let mut round = Round::begin(app, write, wanted).await?;
    round.follow_maintenance(cause).await?;
    let details = Details::new(round.now, message);
    round.meet(cause, MachineEvent::Failed { severity }, &details).await?;
    let alert = round.causes.get(&cause).and_then(|known| known.alert);
    Ok((alert, round.finish().await?))
}

impl Round<'_> {
    async fn act_on(
        &mut self,
        cause: i64,
        alerts: &[i64],
        deed: &Deed,
        details: &Details,
    ) -> Result<(), ApiError> {
        let Some(known) = self.causes.get(&cause) else { return Ok(()) };
        // The alert may be an older one of the cause, which is closed.
        let is_current = known.alert.is_some_and(|alert| alerts.contains(&alert));
        let is_open = is_current && known.state.phase != Phase::Clear;
        let (kind, site) = (known.kind, known.site);
        let event = match deed {
            Deed::Delete if !is_open => return Ok(()),
            _ if !is_open => return Err(not_open()),
            Deed::Resolve | Deed::Delete => MachineEvent::Resolve,
            Deed::Snooze { until } => {
                MachineEvent::Snooze { until: until.map(|until| instant(until.micros())) }
            }
            Deed::Unsnooze => MachineEvent::Unsnooze,
            Deed::Acknowledge { .. } => MachineEvent::Acknowledge,
        };
        if !self.meet(cause, event, details).await? {
            return Err(not_open());
        }
        if let (CauseKind::Site, Some(site), MachineEvent::Resolve) = (kind, site, event)
            && let Some(departures) = self.departures.get_mut(&site)
        {
            let decision = departures.close();
            self.changed_departures.insert(site);
            self.decided(site, decision).await?;
        }
        Ok(())
    }
}

fn not_open() -> ApiError {
    ApiError::Conflict("the alert is not open any more".to_owned())
}

async fn list_causes(write: &Transaction, alerts: &[i64]) -> Result<Vec<i64>, ApiError> {
    let text = format!(
        "select distinct cause_id from alerts where id in ({}) order by cause_id",
        sql::list(alerts)
    );
    Ok(sql::values(write, &text, []).await?)
}

async fn delete(write: &Transaction, alerts: &[i64]) -> Result<(), ApiError> {
    let list = sql::list(alerts);
    // A custom cause has only this alert.
    for text in [
        format!(
            "delete from alert_causes
              where kind = 'custom' and id in (select cause_id from alerts where id in ({list}))"
        ),
        format!("delete from alerts where id in ({list})"),
    ] {
        sql::execute(write, &text, []).await?;
    }
    Ok(())
}
