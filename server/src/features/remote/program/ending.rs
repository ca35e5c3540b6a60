//! How a program's terminal ends.

use crate::app::App;
use crate::audit::Change;
use crate::auth::Identity;
use crate::domain::remote::{SessionEnd, end_as, end_session};
use crate::error::ApiError;
use crate::remote_viewer::Gone;

/// Why there is no shell any more.
pub(super) enum End {
    /// It ended, with this code.
    Exited(Option<i64>),
    /// The program wanted it to end.
    Killed,
    /// The program did not come back.
    Abandoned,
    /// It never began, for this reason.
    Failed(String),
    /// The agent is gone, or the server has ended the session.
    Gone(Gone),
}

impl End {
    /// The code of the shell, if it had one.
    pub(super) fn code(&self) -> Option<i64> {
        match self {
            Self::Exited(code) => *code,
            Self::Killed | Self::Abandoned | Self::Failed(_) | Self::Gone(_) => None,
        }
    }

    /// Why the socket is closed with it; none if it stays.
    pub(super) fn into_error(self) -> Option<ApiError> {
        match self {
            Self::Gone(Gone::Broken(_)) => Some(ApiError::AgentOffline),
            Self::Gone(Gone::Cut { code, reason }) => match code.as_str() {
                "logged_out" => Some(ApiError::InvalidCredentials),
                "forbidden" => Some(ApiError::Forbidden(reason)),
                "agent_removed" => Some(ApiError::NotFound("agent")),
                "frozen" => Some(ApiError::Frozen),
                _ => None,
            },
            _ => None,
        }
    }

    fn session_end(&self, username: &str) -> SessionEnd {
        match self {
            Self::Exited(Some(code)) => {
                SessionEnd::new("exited", format!("the shell has ended with code {code}"))
            }
            Self::Exited(None) => SessionEnd::new("exited", "the shell has ended"),
            Self::Killed => SessionEnd::new("ended", format!("{username} ended it")),
            Self::Abandoned => SessionEnd::new("abandoned", "nobody came back to it"),
            Self::Failed(reason) => SessionEnd::reported("refused", reason),
            Self::Gone(gone) => SessionEnd::reported("gone", &gone.to_string()),
        }
    }
}

/// Ends the session, unless somebody else has ended it already.
pub(super) async fn end_session_of(app: &App, caller: &Identity, session: &str, end: &End) {
    let reason = end.session_end(&caller.username);
    let ended = match end {
        End::Abandoned | End::Gone(_) => end_as(app, "system", session, reason).await,
        End::Exited(_) | End::Killed | End::Failed(_) => match Change::begin(app, caller).await {
            Ok(change) => end_session(app, change, session, reason).await,
            Err(error) => Err(error.into()),
        },
    };
    if let Err(error) = ended {
        // The sweep ends it later.
        tracing::warn!(%error, "the session of a program's terminal could not be ended");
    }
}
