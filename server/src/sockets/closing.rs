//! Why a socket is closed, and what its peer receives.

use axum::extract::ws::CloseFrame;
use serde_json::json;

use crate::error::ApiError;

/// Why a socket is closed.
#[derive(Debug)]
pub enum CloseReason {
    /// The peer is gone; it cannot be notified.
    Gone,
    /// Nothing was received for too long.
    Idle,
    /// The peer reads more slowly than things happen.
    TooSlow,
    /// The server stops.
    Stopping,
    /// The request was refused.
    Refused(ApiError),
}

impl From<ApiError> for CloseReason {
    fn from(error: ApiError) -> Self {
        Self::Refused(error)
    }
}

impl From<sea_orm::DbErr> for CloseReason {
    fn from(error: sea_orm::DbErr) -> Self {
        Self::Refused(error.into())
    }
}

impl CloseReason {
    /// The last frame and the close frame; nothing for a peer that is gone.
    pub fn into_frames(self) -> Option<(Option<String>, CloseFrame)> {
        let (status, code, text) = match self {
            Self::Gone => return None,
            Self::Stopping => return Some((None, close(1001, "the server stops"))),
            Self::Idle => (408, "idle", "nothing was heard for too long".to_owned()),
            Self::TooSlow => (429, "too_slow", "events were read too slowly".to_owned()),
            Self::Refused(error) => error.into_parts(),
        };
        let last = json!({ "error": text, "code": code, "status": status }).to_string();
        Some((Some(last), close(4000 + status, code)))
    }
}

fn close(code: u16, reason: &'static str) -> CloseFrame {
    CloseFrame { code, reason: reason.into() }
}
