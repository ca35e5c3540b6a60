//! Why the system did not do what it was asked for.

/// Why something did not work, in a sentence for a person.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum Problem {
    /// It was tried, and this is what went wrong.
    #[error("{0}")]
    Failed(String),
    /// This system has nothing of the kind, or the agent does not know it yet.
    #[error("{0}")]
    Unsupported(String),
    /// The account of the agent may not do it.
    #[error("{0}")]
    #[cfg_attr(
        all(unix, not(test)),
        expect(dead_code, reason = "only Windows tells it from other failures")
    )]
    Refused(String),
}

impl Problem {
    /// It was tried, and this is what went wrong.
    pub fn failed(reason: impl Into<String>) -> Self {
        Self::Failed(reason.into())
    }

    /// This system has nothing of the kind.
    pub fn unsupported(reason: impl Into<String>) -> Self {
        Self::Unsupported(reason.into())
    }
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(format!("{error:#}"))
    }
}

impl From<tokio::task::JoinError> for Problem {
    fn from(error: tokio::task::JoinError) -> Self {
        tracing::error!(%error, "the function that answers a question panicked");
        Self::failed("the agent made a mistake with this question")
    }
}
