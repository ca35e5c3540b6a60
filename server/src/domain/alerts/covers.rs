//! Causes that depend on another one: while that one fails, its alert lists them, and
//! they send nothing themselves.

use muster_alerting::Severity;
use muster_alerting::machine::{Event as MachineEvent, Phase};
use muster_alerting::storms::{Node, with_behind};

use super::cause::{Cause, CauseKind};
use super::overdue::overdue_job;
use super::relation_queries::list_behind;
use super::relations::node_of;
use super::round::{Details, Round};
use crate::error::ApiError;
use crate::events::Event;
use crate::ids::AgentKey;

/// Minutes after which an agent behind a parent with an alert is looked at again. The
/// return of the parent does not wait for it; its removal does.
const LOOK_AGAIN: i64 = 60;

impl Round<'_> {
    /// Lets the machine know whether something that a cause depends on has begun or
    /// ceased to cover it.
    pub(super) async fn follow_cover(&mut self, cause: i64) -> Result<(), ApiError> {
        let Some(known) = self.causes.get(&cause) else { return Ok(()) };
        let is_known = node_of(known).is_some_and(|node| self.relations.knows(node));
        if !is_known || self.relations.covered_by_site.contains(&cause) {
            return Ok(());
        }
        let event = match (known.state.covered, self.cover_of(known).is_some()) {
            (false, true) => MachineEvent::CoverBegan,
            (true, false) => MachineEvent::CoverEnded,
            _ => return Ok(()),
        };
        self.meet(cause, event, &Details::new(self.now, "")).await.map(|_| ())
    }

    /// After all events of a round: what fails is covered by what fails above it, and
    /// the alerts of parents list it. Those at the top come first, as they decide about
    /// the others.
    pub(super) async fn settle_covers(&mut self) -> Result<(), ApiError> {
        let dependencies = &self.relations.dependencies;
        let depth =
            |cause: &Cause| node_of(cause).map_or(0, |node| dependencies.above(node).count());
        let is_concerned = |cause: &&Cause| {
            node_of(cause).is_some() && (cause.state.phase != Phase::Clear || cause.state.covered)
        };
        let mut found: Vec<(usize, i64)> = self
            .causes
            .values()
            .filter(is_concerned)
            .map(|cause| (depth(cause), cause.id))
            .collect();
        found.sort_unstable();
        for (_, cause) in found {
            self.follow_cover(cause).await?;
            let Some(known) = self.causes.get(&cause) else { continue };
            if !known.state.covered || self.relations.covered_by_site.contains(&cause) {
                continue;
            }
            let waits = known.kind == CauseKind::Availability
                && known.state.phase == Phase::Suppressed
                && self.changed_causes.contains(&cause);
            self.list_in_cover(cause).await?;
            if waits {
                self.look_again(cause).await?;
            }
        }
        self.update_lists().await
    }

    /// An agent that is covered gets no event by itself while it stays away. Its parent
    /// may return before it is overdue, or be removed: then nobody would notice.
    async fn look_again(&mut self, cause: i64) -> Result<(), ApiError> {
        let Some(known) = self.causes.get(&cause) else { return Ok(()) };
        let Some(agent) = self.facts.agent(known) else { return Ok(()) };
        let is_listed = known.alert.and_then(|id| self.alerts.get(&id)?.covered_by).is_some();
        let minutes = if is_listed { LOOK_AGAIN } else { agent.overdue_time };
        let job = overdue_job(agent.id, minutes, self.now);
        self.app.jobs.enqueue(self.write, job).await?;
        Ok(())
    }

    /// The cause whose alert covers this one, by what it depends on.
    pub(super) fn cover_of(&self, cause: &Cause) -> Option<i64> {
        let cover = self.relations.dependencies.cover_of(node_of(cause)?, |node| self.fails(node));
        self.cause_of_node(cover?)
    }

    /// Whether there is an alert about a node, or one will follow: an agent that is away
    /// covers others before it is overdue itself. One that nobody would be notified of
    /// covers nothing, nor does one whose alert was closed by hand.
    fn fails(&self, node: Node) -> bool {
        let cause = self.cause_of_node(node).and_then(|cause| self.causes.get(&cause));
        let Some(cause) = cause.filter(|cause| self.facts.agent(cause).is_some()) else {
            return false;
        };
        if cause.state.phase != Phase::Clear {
            return true;
        }
        let will_fail = match node {
            Node::Agent(agent) => {
                let site = self.relations.away.get(&AgentKey(agent));
                let is_waiting = |site| {
                    let departures = self.departures.get(site);
                    departures
                        .is_some_and(|found| found.waiting.iter().any(|(_, key)| *key == agent))
                };
                let is_decided = cause.flapping.failing;
                site.is_some_and(|site| !is_decided || is_waiting(site))
                    || self.relations.leaving.contains(&agent)
            }
            Node::Check { agent, check } => self.relations.failing_checks.contains(&(agent, check)),
        };
        will_fail && self.ruling(cause, Severity::Error).plan.is_wanted()
    }

    /// A message about a cause, with what is unreachable behind it.
    pub(super) fn with_behind(&self, cause: i64, message: &str) -> String {
        let Some(node) = self.causes.get(&cause).and_then(node_of) else {
            return message.to_owned();
        };
        let dependencies = &self.relations.dependencies;
        let is_behind = |other: &&Cause| {
            let is_covered = other.state.covered && other.state.phase != Phase::Clear;
            let fails = |above: Node| above == node || self.fails(above);
            is_covered
                && !self.relations.covered_by_site.contains(&other.id)
                && node_of(other).and_then(|other| dependencies.cover_of(other, fails))
                    == Some(node)
        };
        let name = |other: &Cause| {
            let hostname = self.facts.agent(other)?.hostname.clone();
            Some(name_of(hostname, other.check.and_then(|check| self.facts.check_name(check))))
        };
        let mut names: Vec<String> =
            self.causes.values().filter(is_behind).filter_map(name).collect();
        names.sort_unstable_by_key(|name| name.to_lowercase());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        with_behind(message, &names)
    }

    /// Stores which alert lists that of a cause.
    pub(super) async fn list_in_cover(&mut self, cause: i64) -> Result<(), ApiError> {
        let Some(known) = self.causes.get(&cause) else { return Ok(()) };
        let cover = match self.relations.covered_by_site.contains(&cause) {
            true => self.facts.agent(known).and_then(|agent| self.cause_of_site(agent.site_id)),
            false => self.cover_of(known),
        };
        let cover = cover.and_then(|cover| self.causes.get(&cover)?.alert);
        let (Some(id), Some(cover)) = (known.alert, cover) else { return Ok(()) };
        let Some(alert) = self.alerts.get_mut(&id) else { return Ok(()) };
        if alert.covered_by == Some(cover) {
            return Ok(());
        }
        self.relations.relisted.extend(alert.covered_by.replace(cover));
        self.relations.relisted.insert(cover);
        super::alert_queries::cover(self.write, id, cover).await?;
        Ok(())
    }

    /// Stores the lists in the messages of alerts that cover other causes than before.
    /// That of a site has its own.
    async fn update_lists(&mut self) -> Result<(), ApiError> {
        let relisted = std::mem::take(&mut self.relations.relisted);
        let is_relisted = |cause: &&Cause| {
            cause.kind != CauseKind::Site
                && cause.alert.is_some_and(|alert| relisted.contains(&alert))
        };
        let changed: Vec<(i64, i64)> = self
            .causes
            .values()
            .filter(is_relisted)
            .filter_map(|cause| Some((cause.id, cause.alert?)))
            .collect();
        if changed.is_empty() {
            return Ok(());
        }
        let alerts: Vec<i64> = changed.iter().map(|(_, alert)| *alert).collect();
        let behind = list_behind(self.write, &alerts).await?;
        for (cause, id) in changed {
            let rows = behind.iter().filter(|row| row.covered_by == id);
            let names: Vec<String> =
                rows.map(|row| name_of(row.hostname.clone(), row.check_name.as_deref())).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let Some(alert) = self.alerts.get_mut(&id) else { continue };
            let message = with_behind(&alert.message, &names);
            if message != alert.message {
                alert.message = message;
                self.changed_alerts.insert(id);
                self.announce(cause, Event::alert_updated);
            }
        }
        Ok(())
    }

    fn cause_of_node(&self, node: Node) -> Option<i64> {
        self.relations.causes.get(&node).copied()
    }

    /// How far below the highest that it depends on an agent is.
    pub(super) fn steps_above(&self, agent: i64) -> usize {
        self.relations.dependencies.above(Node::Agent(agent)).count()
    }

    /// The cause of an agent's availability.
    pub(super) fn availability_of(&self, agent: AgentKey) -> Option<i64> {
        self.cause_of_node(Node::Agent(agent.0))
    }
}

fn name_of(hostname: String, check: Option<&str>) -> String {
    match check {
        Some("") => format!("{hostname}: check"),
        Some(check) => format!("{hostname}: {check}"),
        None => hostname,
    }
}
