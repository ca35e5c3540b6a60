//! What came of a self-test, as the API shows it.

use muster_protocol::{SelfTestReport as Reported, SelfTestStep as ReportedStep};
use serde::Serialize;
use utoipa::ToSchema;

use crate::text::cut;
use crate::time::Timestamp;

/// More steps than any agent has.
const MOST_STEPS: usize = 500;
/// Characters of a name, a title or an account.
const LONGEST_NAME: usize = 255;
/// Characters of what was found in a step.
const LONGEST_DETAIL: usize = 2000;

/// What came of a self-test.
#[derive(Serialize, ToSchema)]
pub struct SelfTestReport {
    /// The agent's release.
    pub version: String,
    /// `windows`, `linux` or `darwin`.
    pub plat: String,
    /// `amd64`, `386`, `arm64` or `arm`.
    pub goarch: String,
    /// The account that the agent runs as.
    pub account: String,
    /// Whether that account may do everything on the computer.
    pub has_full_rights: bool,
    /// When it began.
    #[schema(value_type = String, format = DateTime)]
    pub started: Timestamp,
    /// How long it took.
    pub milliseconds: u64,
    /// How many steps failed, or did not end in time.
    pub problems: u64,
    /// Every step, in the agent's own order.
    pub steps: Vec<SelfTestStep>,
}

/// One function of the agent, tried on its computer.
#[derive(Serialize, ToSchema)]
pub struct SelfTestStep {
    /// Its name, for programs.
    pub name: String,
    /// What it is about, for people.
    pub title: String,
    /// `works`; `failed` or `timed_out` where it should work and does not;
    /// `refused` where the agent's account may not do it; `not_there` where the
    /// computer has nothing of the kind; `not_tried` where it would change
    /// something; `unknown` for what this server does not know.
    #[schema(extensions(("x-enum-values" = json!([
        "works", "failed", "timed_out", "refused", "not_there", "not_tried", "unknown"
    ]))))]
    pub status: &'static str,
    /// What was found, or the reason.
    pub detail: String,
    /// How long it took.
    pub milliseconds: u64,
}

impl From<Reported> for SelfTestReport {
    fn from(mut reported: Reported) -> Self {
        reported.steps.truncate(MOST_STEPS);
        Self {
            problems: reported.problems() as u64,
            version: cut(&reported.version, LONGEST_NAME),
            plat: cut(&reported.plat, LONGEST_NAME),
            goarch: cut(&reported.goarch, LONGEST_NAME),
            account: cut(&reported.account, LONGEST_NAME),
            has_full_rights: reported.has_full_rights,
            started: Timestamp::from_micros(reported.started),
            milliseconds: reported.milliseconds,
            steps: reported.steps.into_iter().map(SelfTestStep::from).collect(),
        }
    }
}

impl From<ReportedStep> for SelfTestStep {
    fn from(reported: ReportedStep) -> Self {
        Self {
            name: cut(&reported.name, LONGEST_NAME),
            title: cut(&reported.title, LONGEST_NAME),
            status: reported.status.as_str(),
            detail: cut(&reported.detail, LONGEST_DETAIL),
            milliseconds: reported.milliseconds,
        }
    }
}
