//! What the settings and the fleet say about causes: read for many at once.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use muster_alerting::Severity;
use muster_alerting::channels::{Channels, Globals, Plan, Subject, plan};
use muster_alerting::machine::Rules;
use muster_alerting::storms::Escalation;
use sea_orm::{ConnectionTrait, FromQueryResult};

use super::cause::{Cause, CauseKind};
use super::facts_queries::{list_agents, list_objects, list_sites, read_globals};
use crate::domain::alert_templates::{AgentTemplate, templates_of};
use crate::domain::maintenance_windows::agents_in_maintenance;
use crate::error::ApiError;
use crate::ids::{AgentId, AgentKey};
use crate::time::Timestamp;

/// What is known of agents, sites, checks and tasks at one time.
pub struct Facts {
    pub agents: HashMap<AgentKey, AgentFacts>,
    pub sites: HashMap<i64, SiteFacts>,
    checks: HashMap<i64, ObjectFacts>,
    tasks: HashMap<i64, ObjectFacts>,
    templates: HashMap<AgentKey, Arc<AgentTemplate>>,
    pub maintenance: HashSet<AgentKey>,
    globals: Globals,
}

/// An agent.
#[derive(Clone, Debug, FromQueryResult)]
pub struct AgentFacts {
    pub id: AgentKey,
    pub agent_id: AgentId,
    pub hostname: String,
    pub site_id: i64,
    /// Minutes.
    pub overdue_time: i64,
    email: bool,
    text: bool,
    dashboard: bool,
}

/// A site and its client.
#[derive(Clone, Debug, FromQueryResult)]
pub struct SiteFacts {
    pub id: i64,
    pub name: String,
    pub client_id: i64,
    pub client_name: String,
    /// How many agents it has.
    pub agents: i64,
}

/// A check or a task.
#[derive(Clone, Debug, FromQueryResult)]
pub struct ObjectFacts {
    pub id: i64,
    name: String,
    email: bool,
    text: bool,
    dashboard: bool,
}

/// What follows from the settings for one alert.
pub struct Ruling {
    pub rules: Rules,
    pub plan: Plan,
    pub template: Option<Arc<AgentTemplate>>,
    pub escalation: Escalation,
}

impl Facts {
    /// Reads what is to be known of these causes and further agents.
    pub async fn load(
        db: &impl ConnectionTrait,
        causes: &[Cause],
        more: impl Iterator<Item = AgentKey>,
        now: Timestamp,
    ) -> Result<Self, ApiError> {
        let agents: BTreeSet<AgentKey> =
            causes.iter().filter_map(|cause| cause.agent).chain(more).collect();
        let keys: Vec<AgentKey> = agents.into_iter().collect();
        let agents = list_agents(db, &keys).await?;
        let of_agents = agents.values().map(|agent| agent.site_id);
        let of_causes = causes.iter().filter_map(|cause| cause.site);
        let sites: BTreeSet<i64> = of_agents.chain(of_causes).collect();
        let sites: Vec<i64> = sites.into_iter().collect();
        let checks: Vec<i64> = causes.iter().filter_map(|cause| cause.check).collect();
        let tasks: Vec<i64> = causes.iter().filter_map(|cause| cause.task).collect();
        Ok(Self {
            sites: list_sites(db, &sites).await?,
            checks: list_objects(db, "checks", &checks).await?,
            tasks: list_objects(db, "tasks", &tasks).await?,
            templates: templates_of(db, &keys).await?,
            maintenance: agents_in_maintenance(db, &keys, now).await?,
            globals: read_globals(db).await?,
            agents,
        })
    }

    /// What applies to an alert of a cause with this severity. That of a site follows
    /// the settings of the agents it lists.
    pub fn ruling(&self, cause: &Cause, severity: Severity, listed: &BTreeSet<i64>) -> Ruling {
        let template = self.template_of(cause, listed);
        let subject = Subject {
            kind: cause.kind.alert_kind(),
            severity,
            own: self.own_channels(cause, listed),
            template: template.as_ref().map(|found| &found.template),
            globals: &self.globals,
        };
        let plan = plan(&subject);
        let escalation = template.as_ref().map(|found| found.escalation.clone());
        let escalation = escalation.unwrap_or_default();
        let rules = Rules::new(subject.kind, &plan, &escalation);
        Ruling { rules, plan, template, escalation }
    }

    fn template_of(&self, cause: &Cause, listed: &BTreeSet<i64>) -> Option<Arc<AgentTemplate>> {
        let agent = match cause.kind {
            CauseKind::Site => listed.first().copied().map(AgentKey),
            _ => cause.agent,
        };
        agent.and_then(|agent| self.templates.get(&agent).cloned())
    }

    fn own_channels(&self, cause: &Cause, listed: &BTreeSet<i64>) -> Channels {
        let of_agent = |agent: AgentKey| self.agents.get(&agent).map(AgentFacts::own);
        let own = match cause.kind {
            CauseKind::Availability => cause.agent.and_then(of_agent),
            CauseKind::Check => {
                cause.check.and_then(|id| self.checks.get(&id)).map(ObjectFacts::own)
            }
            CauseKind::Task => cause.task.and_then(|id| self.tasks.get(&id)).map(ObjectFacts::own),
            CauseKind::Site => {
                let all = listed.iter().filter_map(|agent| of_agent(AgentKey(*agent)));
                Some(all.fold(Channels::NONE, Channels::union))
            }
            CauseKind::Custom => None,
        };
        own.unwrap_or(Channels::NONE)
    }

    /// Client and site of a cause.
    pub fn location(&self, cause: &Cause) -> Option<&SiteFacts> {
        let of_agent = cause.agent.and_then(|agent| self.agents.get(&agent));
        self.sites.get(&cause.site.or(of_agent.map(|agent| agent.site_id))?)
    }

    /// Its agent.
    pub fn agent(&self, cause: &Cause) -> Option<&AgentFacts> {
        cause.agent.and_then(|agent| self.agents.get(&agent))
    }

    /// What people call a check.
    pub fn check_name(&self, check: i64) -> Option<&str> {
        self.checks.get(&check).map(|check| check.name.as_str())
    }

    /// What people call it: the first line of its mail.
    pub fn subject(&self, cause: &Cause, message: &str) -> String {
        let host = self.agent(cause).map(|agent| agent.hostname.as_str());
        let named = |name: Option<&ObjectFacts>, kind: &str| match name {
            Some(object) if !object.name.is_empty() => format!("{kind} {}", object.name),
            // The message begins with what the check is about.
            Some(_) => first_line(message),
            None => kind.to_owned(),
        };
        let problem = match cause.kind {
            CauseKind::Availability => "is unreachable".to_owned(),
            CauseKind::Check => named(cause.check.and_then(|id| self.checks.get(&id)), "check"),
            CauseKind::Task => named(cause.task.and_then(|id| self.tasks.get(&id)), "task"),
            CauseKind::Custom => first_line(message),
            CauseKind::Site => match self.location(cause) {
                Some(site) => format!("site {} is unreachable", site.name),
                None => "a site is unreachable".to_owned(),
            },
        };
        let subject = match (host, cause.kind) {
            (Some(host), CauseKind::Availability) => format!("{host} {problem}"),
            (Some(host), _) => format!("{host}: {problem}"),
            (None, _) => problem,
        };
        subject.chars().take(LONGEST_SUBJECT).collect()
    }
}

fn first_line(message: &str) -> String {
    message.lines().next().unwrap_or_default().to_owned()
}

/// Longer lines are cut by mail programs.
const LONGEST_SUBJECT: usize = 150;

impl AgentFacts {
    fn own(&self) -> Channels {
        Channels { dashboard: self.dashboard, email: self.email, sms: self.text }
    }
}

impl ObjectFacts {
    fn own(&self) -> Channels {
        Channels { dashboard: self.dashboard, email: self.email, sms: self.text }
    }
}
