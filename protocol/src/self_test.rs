//! The self-test: what an agent can really do on its computer, tried function by
//! function without changing anything there.

use serde::{Deserialize, Serialize};

/// What came of a self-test. It is also what `muster-agent self-test --json` prints.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SelfTestReport {
    /// The agent's release.
    pub version: String,
    /// `windows`, `linux` or `darwin`.
    pub plat: String,
    /// `amd64`, `386`, `arm64` or `arm`.
    pub goarch: String,
    /// The account the agent runs as.
    pub account: String,
    /// Whether that account may do everything. Otherwise some steps are refused
    /// that work for the service.
    pub has_full_rights: bool,
    /// Whether this computer is enrolled.
    pub is_enrolled: bool,
    /// When it began, microseconds since 1970.
    pub started: i64,
    /// How long it took.
    pub milliseconds: u64,
    /// Every step, in the order of the agent's own list.
    pub steps: Vec<SelfTestStep>,
}

impl SelfTestReport {
    /// How many steps failed that should work on this computer.
    pub fn problems(&self) -> usize {
        self.steps.iter().filter(|step| step.status.is_problem()).count()
    }
}

/// One function that was tried.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SelfTestStep {
    /// Its name, for programs: `shell_bash`.
    pub name: String,
    /// What it is about, for people.
    pub title: String,
    /// What came of it.
    pub status: SelfTestStatus,
    /// What was found, or the reason.
    pub detail: String,
    /// How long it took.
    pub milliseconds: u64,
}

/// What came of one step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SelfTestStatus {
    /// It was done, and the result was right.
    Works,
    /// It should work here and does not.
    Failed,
    /// It did not end within its limit.
    TimedOut,
    /// The account of the agent may not do it.
    Refused,
    /// This computer has nothing of the kind.
    NotThere,
    /// Trying it would change something, or needs what the test may not use.
    NotTried,
    /// From a newer agent, which has a status that this build does not know.
    #[default]
    #[serde(other)]
    Unknown,
}

impl SelfTestStatus {
    /// Whether something should be done about it.
    pub fn is_problem(self) -> bool {
        matches!(self, Self::Failed | Self::TimedOut)
    }

    /// Its name, as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Works => "works",
            Self::Failed => "failed",
            Self::TimedOut => "timed_out",
            Self::Refused => "refused",
            Self::NotThere => "not_there",
            Self::NotTried => "not_tried",
            Self::Unknown => "unknown",
        }
    }
}
