//! What is allowed, as people set it: for servers apart from workstations, and for each
//! kind of session. What a level does not say is as the next wider one says.

use muster_remote::{ConsentMode, Kind, RecordingMode, WhenNobody};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The least seconds that a session may be limited to.
pub const SHORTEST_SESSION: i64 = 60;

/// What is allowed on servers and on workstations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct RemotePolicy {
    /// On servers.
    #[schema(required = false)]
    pub server: MachineRules,
    /// On workstations.
    #[schema(required = false)]
    pub workstation: MachineRules,
}

/// What is allowed on one type of computer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct MachineRules {
    /// In a terminal.
    #[schema(required = false)]
    pub terminal: RemoteRules,
    /// With files.
    #[schema(required = false)]
    pub files: RemoteRules,
    /// On the screen.
    #[schema(required = false)]
    pub screen: RemoteRules,
    /// Through tunnels.
    #[schema(required = false)]
    pub tunnel: RemoteRules,
}

/// The rules of one kind of session; one that is left out is as the wider level says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct RemoteRules {
    /// Whether such sessions are allowed at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allowed: Option<bool>,
    /// Whether the person at the computer is asked: `off`, `notice` or `ask`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub consent: Option<ConsentMode>,
    /// How long they have to answer, 5 to 300 seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 5, maximum = 300)]
    pub consent_seconds: Option<u32>,
    /// What happens when nobody is there to be asked: `block` or `proceed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub when_nobody: Option<WhenNobody>,
    /// Whether sessions are recorded: `off`, `on` or `strict`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub recording: Option<RecordingMode>,
    /// Whether what is typed into a terminal is part of the recording.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record_input: Option<bool>,
    /// Whether nobody between may read such sessions: not even this server, which reads a
    /// terminal that a program uses over `/ws/agent/<agent_id>/terminal/<uuid>/`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_to_end_only: Option<bool>,
    /// A session ends so long after anything came from a viewer, 60 to 86400 seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 60, maximum = 86400)]
    pub idle_seconds: Option<u32>,
    /// A session ends so long after it began, 60 to 604800 seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 60, maximum = 604800)]
    pub longest_seconds: Option<u32>,
}

impl RemoteRules {
    /// These rules, and those of a wider level where these say nothing.
    pub fn over(&self, wider: &Self) -> Self {
        Self {
            allowed: self.allowed.or(wider.allowed),
            consent: self.consent.or(wider.consent),
            consent_seconds: self.consent_seconds.or(wider.consent_seconds),
            when_nobody: self.when_nobody.or(wider.when_nobody),
            recording: self.recording.or(wider.recording),
            record_input: self.record_input.or(wider.record_input),
            end_to_end_only: self.end_to_end_only.or(wider.end_to_end_only),
            idle_seconds: self.idle_seconds.or(wider.idle_seconds),
            longest_seconds: self.longest_seconds.or(wider.longest_seconds),
        }
    }
}

impl MachineRules {
    /// The rules of a kind.
    pub fn of(&self, kind: Kind) -> &RemoteRules {
        match kind {
            Kind::Terminal => &self.terminal,
            Kind::Files => &self.files,
            Kind::Screen => &self.screen,
            Kind::Tunnel => &self.tunnel,
        }
    }

    fn over(&self, wider: &Self) -> Self {
        Self {
            terminal: self.terminal.over(&wider.terminal),
            files: self.files.over(&wider.files),
            screen: self.screen.over(&wider.screen),
            tunnel: self.tunnel.over(&wider.tunnel),
        }
    }
}

impl RemotePolicy {
    /// The rules of a type of computer, `server` or `workstation`.
    pub fn of(&self, monitoring_type: &str) -> &MachineRules {
        match monitoring_type {
            "workstation" => &self.workstation,
            _ => &self.server,
        }
    }

    fn over(&self, wider: &Self) -> Self {
        Self {
            server: self.server.over(&wider.server),
            workstation: self.workstation.over(&wider.workstation),
        }
    }

    /// What applies where nobody has set anything: people at workstations see who looks
    /// at their screen, and servers have nobody to see it.
    pub fn of_release() -> Self {
        let unseen = RemoteRules {
            allowed: Some(true),
            consent: Some(ConsentMode::Off),
            consent_seconds: Some(30),
            when_nobody: Some(WhenNobody::Block),
            recording: Some(RecordingMode::Off),
            record_input: Some(false),
            end_to_end_only: Some(false),
            idle_seconds: Some(30 * 60),
            longest_seconds: Some(8 * 3600),
        };
        let seen = RemoteRules { consent: Some(ConsentMode::Notice), ..unseen };
        let quiet = MachineRules {
            terminal: unseen.clone(),
            files: unseen.clone(),
            screen: unseen.clone(),
            tunnel: unseen,
        };
        Self { workstation: MachineRules { screen: seen, ..quiet.clone() }, server: quiet }
    }
}

/// What levels say together, the most specific first, over what the release says: here
/// every rule has a value.
pub fn merged(levels: &[RemotePolicy]) -> RemotePolicy {
    let release = RemotePolicy::of_release();
    levels.iter().rev().fold(release, |wider, level| level.over(&wider))
}
