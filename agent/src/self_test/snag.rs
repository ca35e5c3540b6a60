//! What can come of a step.

use muster_protocol::SelfTestStatus;

use crate::os::Problem;

/// What was found, in words for a person, or why nothing was.
pub type Found = Result<String, Snag>;

/// Why a function was not seen to work.
#[derive(Clone, Debug, PartialEq)]
pub enum Snag {
    /// It was tried, and this is what went wrong.
    Failed(String),
    /// This computer has nothing of the kind.
    NotThere(String),
    /// It was not tried, for this reason.
    NotTried(String),
    /// The account of the agent may not do it, for this reason.
    Refused(String),
}

impl Snag {
    /// It was tried, and this is what went wrong.
    pub fn failed(reason: impl Into<String>) -> Self {
        Self::Failed(reason.into())
    }

    /// What a report says. Without the rights that a step needs, a failure says
    /// nothing about the computer.
    pub fn report(self, lacks_rights: bool) -> (SelfTestStatus, String) {
        match self {
            Self::Failed(reason) if lacks_rights => (SelfTestStatus::Refused, reason),
            Self::Failed(reason) => (SelfTestStatus::Failed, reason),
            Self::NotThere(reason) => (SelfTestStatus::NotThere, reason),
            Self::NotTried(reason) => (SelfTestStatus::NotTried, reason),
            Self::Refused(reason) => (SelfTestStatus::Refused, reason),
        }
    }
}

impl From<Problem> for Snag {
    fn from(problem: Problem) -> Self {
        match problem {
            Problem::Failed(reason) => Self::Failed(reason),
            Problem::Refused(reason) => Self::Refused(reason),
            Problem::Unsupported(reason) => Self::NotThere(reason),
        }
    }
}

impl From<anyhow::Error> for Snag {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(format!("{error:#}"))
    }
}

impl From<std::io::Error> for Snag {
    fn from(error: std::io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<tokio::task::JoinError> for Snag {
    fn from(error: tokio::task::JoinError) -> Self {
        Self::Failed(format!("the agent made a mistake: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_account_may_not_do_is_refused_also_for_an_administrator() {
        let reason = || "running as ann needs an agent that runs as a service".to_owned();
        for lacks_rights in [false, true] {
            let snag = Snag::from(Problem::Refused(reason()));
            assert_eq!(snag.report(lacks_rights), (SelfTestStatus::Refused, reason()));
        }
        let failed = Snag::from(Problem::failed("it is broken"));
        assert_eq!(failed.clone().report(false).0, SelfTestStatus::Failed);
        assert_eq!(failed.report(true).0, SelfTestStatus::Refused);
    }
}
