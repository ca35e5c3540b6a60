//! Topics of events.

use super::super::Event;
use crate::ids::{AgentId, RunKey};

/// Topics of many objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WideTopic {
    /// Agents.
    Agents,
    /// Results of checks.
    Checks,
    /// Results of tasks.
    Tasks,
    /// Alerts.
    Alerts,
    /// Runs.
    Runs,
    /// Runs that wait for their agent.
    Pending,
    /// Updates of operating systems.
    Updates,
    /// Installed software.
    Software,
    /// Notes on agents.
    Notes,
    /// Watches, for their owners.
    Watches,
    /// Remote sessions.
    Remote,
    /// Recordings of remote sessions.
    Recordings,
    /// What people set up: clients, scripts, users, ….
    Config,
}

impl WideTopic {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Agents,
        Self::Checks,
        Self::Tasks,
        Self::Alerts,
        Self::Runs,
        Self::Pending,
        Self::Updates,
        Self::Software,
        Self::Notes,
        Self::Watches,
        Self::Remote,
        Self::Recordings,
        Self::Config,
    ];

    /// The name that listeners use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Agents => "agents",
            Self::Checks => "checks",
            Self::Tasks => "tasks",
            Self::Alerts => "alerts",
            Self::Runs => "runs",
            Self::Pending => "pending",
            Self::Updates => "updates",
            Self::Software => "software",
            Self::Notes => "notes",
            Self::Watches => "watches",
            Self::Remote => "remote",
            Self::Recordings => "recordings",
            Self::Config => "config",
        }
    }

    /// The topic of one object that has the same events, of that object alone.
    pub const fn narrow(self) -> Option<TopicKind> {
        match self {
            Self::Agents | Self::Checks | Self::Tasks | Self::Remote => Some(TopicKind::OneAgent),
            Self::Runs => Some(TopicKind::OneRun),
            Self::Alerts
            | Self::Pending
            | Self::Updates
            | Self::Software
            | Self::Notes
            | Self::Watches
            | Self::Recordings
            | Self::Config => None,
        }
    }
}

/// Kinds of topics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopicKind {
    /// Of many objects.
    Wide(WideTopic),
    /// Of one agent.
    OneAgent,
    /// Of one run.
    OneRun,
    /// Of one bulk action.
    OneBulk,
}

impl TopicKind {
    /// The topics of one object.
    #[cfg(test)]
    pub const NARROW: [Self; 3] = [Self::OneAgent, Self::OneRun, Self::OneBulk];

    /// Its name, with a placeholder for the object.
    pub const fn pattern(self) -> &'static str {
        match self {
            Self::Wide(topic) => topic.name(),
            Self::OneAgent => "agent:<agent_id>",
            Self::OneRun => "run:<id>",
            Self::OneBulk => "bulk:<id>",
        }
    }

    /// The topic of this object; the topic itself if it has many.
    pub(super) fn of(self, id: impl std::fmt::Display) -> String {
        match self.pattern().split_once(':') {
            Some((prefix, _)) => format!("{prefix}:{id}"),
            None => self.pattern().to_owned(),
        }
    }
}

/// Something to listen to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Many objects.
    Wide(WideTopic),
    /// One agent.
    Agent(AgentId),
    /// One run.
    Run(RunKey),
    /// One bulk action.
    Bulk(i64),
}

impl Topic {
    /// Reads `agents`, `agent:<agent_id>`, `run:<id>`, ….
    pub fn parse(name: &str) -> Option<Self> {
        if let Some(wide) = WideTopic::ALL.into_iter().find(|wide| wide.name() == name) {
            return Some(Self::Wide(wide));
        }
        match name.split_once(':')? {
            ("agent", id) => Some(Self::Agent(id.into())),
            ("run", id) => id.parse().ok().map(RunKey).map(Self::Run),
            ("bulk", id) => id.parse().ok().map(Self::Bulk),
            _ => None,
        }
    }

    /// What kind of topic it is.
    pub fn kind(&self) -> TopicKind {
        match self {
            Self::Wide(wide) => TopicKind::Wide(*wide),
            Self::Agent(_) => TopicKind::OneAgent,
            Self::Run(_) => TopicKind::OneRun,
            Self::Bulk(_) => TopicKind::OneBulk,
        }
    }

    /// The name it was parsed from.
    pub fn name(&self) -> String {
        match self {
            Self::Wide(wide) => wide.name().to_owned(),
            Self::Agent(id) => self.kind().of(id),
            Self::Run(id) => self.kind().of(id),
            Self::Bulk(id) => self.kind().of(id),
        }
    }

    /// Whether listeners of it get this event.
    pub fn carries(&self, event: &Event) -> bool {
        let is_narrowed =
            |wide: &WideTopic| wide.narrow() == Some(self.kind()) && event.is_on(*wide);
        let comes_from_wide = || WideTopic::ALL.iter().any(is_narrowed);
        match self {
            Self::Wide(wide) => event.is_on(*wide),
            Self::Agent(id) => event.agent_id() == Some(id.as_str()) && comes_from_wide(),
            Self::Run(id) => {
                event.topic == self.name() || event.id() == Some(id.0) && comes_from_wide()
            }
            Self::Bulk(_) => event.topic == self.name(),
        }
    }
}
