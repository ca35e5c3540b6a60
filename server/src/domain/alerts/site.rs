//! Agents of one site that leave together: one alert of the site, one recovery.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use anyhow::Context;
use muster_alerting::Severity;
use muster_alerting::machine::{Event as MachineEvent, Phase, Silence};
use muster_alerting::storms::{SiteDecision, site_recovered, site_unreachable};
use serde::Deserialize;
use serde_json::{Value, json};

use super::cause::{instant, stamp};
use super::cause_queries::Wanted;
use super::round::{Details, Round};
use crate::app::App;
use crate::error::ApiError;
use crate::ids::AgentKey;
use crate::jobs::NewJob;
use crate::time::Timestamp;

/// Kind of the jobs that end the wait of departures. Payload: `site`, its key.
pub const DEPARTURES_KIND: &str = "alert_departures";

#[derive(Deserialize)]
struct Payload {
    site: i64,
}

/// The job: the wait of the oldest departures of a site ended.
pub async fn departures_due(app: App, payload: Value) -> anyhow::Result<()> {
    let Payload { site } = serde_json::from_value(payload).context("the payload of departures")?;
    let write = app.db.begin().await?;
    let wanted = Wanted { sites: vec![site], ..Wanted::default() };
    let mut round = Round::begin(&app, &write, wanted).await?;
    round.forget_gone_agents(site).await?;
    let now = round.instant();
    if let Some(departures) = round.departures.get_mut(&site) {
        let decision = departures.due(now);
        round.changed_departures.insert(site);
        round.decided(site, decision).await?;
    }
    let announcements = round.finish().await?;
    write.commit().await?;
    announcements.publish(&app).await;
    Ok(())
}

impl Round<'_> {
    /// An agent became overdue. It waits for others of its site, unless nobody would
    /// be notified of it anyway or its alert is open already.
    pub(super) async fn left(
        &mut self,
        cause: i64,
        severity: Severity,
        details: &Details,
    ) -> Result<(), ApiError> {
        let Some(known) = self.causes.get(&cause) else { return Ok(()) };
        let waits = known.state.phase == Phase::Clear
            && known.state.silence() == Silence::None
            && self.ruling(known, severity).plan.is_wanted();
        let site = self.facts.agent(known).map(|agent| agent.site_id);
        let (Some(site), Some(agent), true) = (site, known.agent, waits) else {
            let event = MachineEvent::Failed { severity };
            return self.meet(cause, event, details).await.map(|_| ());
        };
        let Some(departures) = self.departures.get_mut(&site) else { return Ok(()) };
        let decision = departures.left(agent.0, instant(details.at.micros()));
        self.changed_departures.insert(site);
        self.decided(site, decision).await
    }

    /// An agent connected.
    pub(super) async fn returned(&mut self, cause: i64, details: &Details) -> Result<(), ApiError> {
        self.meet(cause, MachineEvent::Recovered, details).await?;
        self.forget_departure(cause).await
    }

    /// The departure of an agent is not to be announced any more.
    pub(super) async fn forget_departure(&mut self, cause: i64) -> Result<(), ApiError> {
        let Some(known) = self.causes.get(&cause) else { return Ok(()) };
        let site = self.facts.agent(known).map(|agent| agent.site_id);
        let (Some(site), Some(agent)) = (site, known.agent) else { return Ok(()) };
        self.uncover(agent).await?;
        let Some(departures) = self.departures.get_mut(&site) else { return Ok(()) };
        let decision = departures.returned(agent.0);
        self.changed_departures.insert(site);
        self.decided(site, decision).await
    }

    /// Agents that were deleted, or moved to another site, are not away from here.
    pub(super) async fn forget_gone_agents(&mut self, site: i64) -> Result<(), ApiError> {
        let Some(departures) = self.departures.get(&site) else { return Ok(()) };
        let is_gone = |agent: &AgentKey| {
            self.facts.agents.get(agent).is_none_or(|known| known.site_id != site)
        };
        let gone: BTreeSet<AgentKey> =
            super::departures::agents_of(departures).filter(is_gone).collect();
        for agent in gone {
            self.uncover(agent).await?;
            let Some(departures) = self.departures.get_mut(&site) else { continue };
            let decision = departures.returned(agent.0);
            self.changed_departures.insert(site);
            self.decided(site, decision).await?;
        }
        Ok(())
    }

    /// Carries out what is decided about a site.
    pub(super) async fn decided(
        &mut self,
        site: i64,
        decision: SiteDecision,
    ) -> Result<(), ApiError> {
        match decision {
            SiteDecision::Nothing => Ok(()),
            SiteDecision::Wait { until } => self.wait(site, stamp(until)).await,
            SiteDecision::Alone { mut agents, again } => {
                // What depends on another agent of these is listed in its message.
                self.relations.leaving.extend(&agents);
                agents.sort_by_key(|agent| Reverse(self.steps_above(*agent)));
                for agent in agents {
                    self.alone(AgentKey(agent)).await?;
                }
                match again {
                    Some(until) => self.wait(site, stamp(until)).await,
                    None => Ok(()),
                }
            }
            SiteDecision::Open { agents } => {
                self.site_fails(site).await?;
                for agent in agents {
                    self.cover(AgentKey(agent)).await?;
                }
                Ok(())
            }
            SiteDecision::Join { agent } => {
                self.site_fails(site).await?;
                self.cover(AgentKey(agent)).await
            }
            SiteDecision::Leave { .. } => self.site_fails(site).await,
            SiteDecision::Close { still_away } => {
                self.site_recovers(site, &still_away).await?;
                for agent in still_away {
                    self.uncover(AgentKey(agent)).await?;
                }
                Ok(())
            }
        }
    }

    async fn wait(&mut self, site: i64, until: Timestamp) -> Result<(), ApiError> {
        let job = NewJob::now(DEPARTURES_KIND, json!({ "site": site }));
        self.app.jobs.enqueue(self.write, job.at(until).keyed(site.to_string())).await?;
        Ok(())
    }

    async fn alone(&mut self, agent: AgentKey) -> Result<(), ApiError> {
        let Some(cause) = self.availability_of(agent) else { return Ok(()) };
        self.follow_maintenance(cause).await?;
        self.follow_cover(cause).await?;
        let event = MachineEvent::Failed { severity: Severity::Error };
        let details = self.overdue_details(agent);
        self.meet(cause, event, &details).await.map(|_| ())
    }

    async fn cover(&mut self, agent: AgentKey) -> Result<(), ApiError> {
        let Some(cause) = self.availability_of(agent) else { return Ok(()) };
        self.follow_maintenance(cause).await?;
        let details = self.overdue_details(agent);
        self.relations.covered_by_site.insert(cause);
        self.meet(cause, MachineEvent::CoverBegan, &details).await?;
        let event = MachineEvent::Failed { severity: Severity::Error };
        self.meet(cause, event, &details).await.map(|_| ())
    }

    async fn uncover(&mut self, agent: AgentKey) -> Result<(), ApiError> {
        let Some(cause) = self.availability_of(agent) else { return Ok(()) };
        let is_covered = self.causes.get(&cause).is_some_and(|known| known.state.covered);
        self.relations.covered_by_site.remove(&cause);
        if !is_covered {
            return Ok(());
        }
        let details = Details::new(self.now, "");
        self.meet(cause, MachineEvent::CoverEnded, &details).await.map(|_| ())
    }

    /// The alert of the site opens, or its list changed.
    async fn site_fails(&mut self, site: i64) -> Result<(), ApiError> {
        let (Some(cause), Some(facts)) = (self.cause_of_site(site), self.facts.sites.get(&site))
        else {
            return Ok(());
        };
        let departures = self.departures.get(&site);
        let names = self.hostnames(departures.map(|found| &found.away));
        if let Some(departures) = departures {
            self.listed.insert(site, departures.listed.clone());
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let agents = usize::try_from(facts.agents).unwrap_or(0);
        let details = Details::new(self.now, site_unreachable(&facts.name, &names, agents));
        let event = MachineEvent::Failed { severity: Severity::Error };
        self.meet(cause, event, &details).await.map(|_| ())
    }

    async fn site_recovers(
        &mut self,
        site: i64,
        still_away: &BTreeSet<i64>,
    ) -> Result<(), ApiError> {
        let (Some(cause), Some(facts)) = (self.cause_of_site(site), self.facts.sites.get(&site))
        else {
            return Ok(());
        };
        let names = self.hostnames(Some(still_away));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let details = Details::new(self.now, site_recovered(&facts.name, &names));
        self.meet(cause, MachineEvent::Recovered, &details).await.map(|_| ())
    }

    fn overdue_details(&self, agent: AgentKey) -> Details {
        let message = match self.facts.agents.get(&agent) {
            Some(facts) => overdue_message(&facts.hostname, facts.overdue_time),
            None => String::new(),
        };
        Details::new(self.now, message)
    }

    fn hostnames(&self, agents: Option<&BTreeSet<i64>>) -> Vec<String> {
        let keys = agents.into_iter().flatten();
        let name =
            |key: &i64| self.facts.agents.get(&AgentKey(*key)).map(|agent| agent.hostname.clone());
        let mut names: Vec<String> = keys.filter_map(name).collect();
        names.sort_unstable();
        names
    }

    pub(super) fn cause_of_site(&self, site: i64) -> Option<i64> {
        self.causes.values().find(|cause| cause.site == Some(site)).map(|cause| cause.id)
    }
}

/// What people read of an agent that was not seen for so many minutes.
fn overdue_message(hostname: &str, minutes: i64) -> String {
    format!("{hostname} was not seen for {}", crate::wording::count(minutes, "minute"))
}
