//! What people who follow events learn of a round.

use std::collections::HashMap;

use muster_alerting::Kind;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::round::Round;
use crate::error::ApiError;
use crate::events::Event;
use crate::events::catalogue::AlertInfo;
use crate::storage::sql;

/// Only callers without a scope see alerts about no agent: this is no location.
const NOWHERE: (i64, i64) = (0, 0);

impl Round<'_> {
    /// Adds an event about the alert of a cause. Nobody follows suppressed ones.
    pub(super) fn announce(&mut self, cause: i64, event: fn(AlertInfo) -> Event) {
        let Some(known) = self.causes.get(&cause) else { return };
        let Some(alert) = known.alert.and_then(|id| self.alerts.get(&id)) else { return };
        if alert.suppressed {
            return;
        }
        let agent = self.facts.agent(known);
        let info = AlertInfo {
            id: alert.id,
            agent_id: agent.map(|agent| agent.agent_id.as_str().to_owned()),
            hostname: agent.map(|agent| agent.hostname.clone()),
            alert_type: known.kind.alert_kind().as_str(),
            severity: alert.severity.clone(),
            message: alert.message.clone(),
            hidden: alert.hidden,
        };
        let location = self.facts.location(known).map(|site| (site.client_id, site.id));
        let (client, site) = location.unwrap_or(NOWHERE);
        self.events.push(event(info).about(client, site));
        self.counted.insert(location);
    }

    /// Adds the numbers of open alerts.
    pub(super) async fn count(&mut self) -> Result<(), ApiError> {
        if self.counted.is_empty() {
            return Ok(());
        }
        #[derive(FromQueryResult)]
        struct CountRow {
            site_id: i64,
            count: i64,
        }
        let sites: Vec<i64> =
            self.counted.iter().flatten().map(|(_, site)| *site).chain([0]).collect();
        let text = format!(
            "select coalesce(l.site_id, a.site_id, 0) as site_id, count(*) as count
               from alerts l left join present_agents a on a.id = l.agent_id
              where not l.resolved and not l.suppressed and not l.snoozed and not l.hidden
                and coalesce(l.site_id, a.site_id, 0) in ({})
                and (l.agent_id is null or a.id is not null)
              group by coalesce(l.site_id, a.site_id, 0)",
            sql::list(&sites)
        );
        let rows: Vec<CountRow> = sql::all(self.write, &text, []).await?;
        let counts: HashMap<i64, i64> =
            rows.into_iter().map(|row| (row.site_id, row.count)).collect();
        for location in &self.counted {
            let (client, site) = location.unwrap_or(NOWHERE);
            let count = counts.get(&site).copied().unwrap_or(0);
            self.events.push(Event::alert_count(*location, count).about(client, site));
        }
        Ok(())
    }
}

/// The event about an alert that was changed outside of a round, also if it is closed.
/// None for suppressed ones.
pub async fn updated_event(db: &impl ConnectionTrait, alert: i64) -> Result<Option<Event>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        agent_id: Option<String>,
        hostname: Option<String>,
        alert_type: String,
        severity: String,
        message: String,
        hidden: bool,
        client_id: Option<i64>,
        site_id: Option<i64>,
    }
    let text = "select a.agent_id, a.hostname, l.alert_type, l.severity, l.message, l.hidden,
                       s.client_id, s.id as site_id
                  from alerts l left join present_agents a on a.id = l.agent_id
                  left join sites s on s.id = coalesce(l.site_id, a.site_id)
                 where l.id = $1 and not l.suppressed
                   and (l.agent_id is null or a.id is not null)";
    let Some(row) = sql::one::<Row>(db, text, [alert.into()]).await? else { return Ok(None) };
    let Some(kind) = Kind::parse(&row.alert_type) else { return Ok(None) };
    let (client, site) = row.client_id.zip(row.site_id).unwrap_or(NOWHERE);
    let info = AlertInfo {
        id: alert,
        agent_id: row.agent_id,
        hostname: row.hostname,
        alert_type: kind.as_str(),
        severity: row.severity,
        message: row.message,
        hidden: row.hidden,
    };
    Ok(Some(Event::alert_updated(info).about(client, site)))
}
