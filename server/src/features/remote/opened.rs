//! Having the agent open a session for a viewer who was let in, and what the caller gets.

use std::time::Duration;

use muster_protocol::{OpenedRemote, question_name};
use serde::Serialize;
use utoipa::ToSchema;

use super::queries;
use crate::agent_link::Unanswered;
use crate::app::App;
use crate::audit::Change;
use crate::auth::Identity;
use crate::domain::remote::{Invitation, SessionEnd, StoredSession, end_session, record_left};
use crate::error::ApiError;
use crate::hex::hex_digits;
use crate::time::Timestamp;

/// How long an agent may take: it starts a process, and asks nobody.
const LIMIT: Duration = Duration::from_secs(15);

const GONE: &str = "the session has ended on the computer";

/// What a caller needs to connect: with the ticket at the relay, and with the grant and
/// the agent's key to the agent.
#[derive(Serialize, ToSchema)]
pub struct OpenedRemoteSession {
    /// The session, a UUID.
    pub(super) session: String,
    /// This connection to it, a UUID.
    pub(super) viewer: String,
    /// `terminal`, `files`, `screen` or `tunnel`.
    kind: &'static str,
    /// The relay's WebSocket: a path of this server, or a whole address.
    pub(super) relay_url: String,
    /// What to show to the relay in the first message, once: `{"ticket": …}`.
    pub(super) ticket: String,
    /// The permission that the agent got. Its hash is part of the handshake.
    pub(super) grant: String,
    /// The agent's Ed25519 key, in hexadecimal: its answer has to be signed with it.
    pub(super) agent_key: String,
    /// Until when ticket and grant can be used.
    #[schema(value_type = String, format = DateTime)]
    expires: Timestamp,
}

/// Asks the agent to open the session for this viewer. If it refuses, a new session ends
/// with the agent's sentence, and so does the place of somebody who joins.
pub(super) async fn open_for(
    app: &App,
    caller: &Identity,
    session: &StoredSession,
    invitation: Invitation,
    is_new: bool,
) -> Result<OpenedRemoteSession, ApiError> {
    let (link, agent_id) = (&app.agent_link, &session.target.agent_id);
    let name = question_name::OPEN_REMOTE;
    let asked = link.ask_agent::<_, OpenedRemote>(agent_id, name, &invitation.open, LIMIT).await;
    match asked {
        Ok(OpenedRemote { is_gone: false }) => {}
        Ok(OpenedRemote { is_gone: true }) => {
            // Its helper died, or its computer did.
            let change = Change::begin(app, caller).await?;
            end_session(app, change, &session.uid, SessionEnd::new("gone", GONE)).await?;
            return Err(ApiError::Conflict(GONE.to_owned()));
        }
        Err(reason) => {
            take_back(app, caller, session, &invitation.viewer, &reason, is_new).await?;
            return Err(reason.into());
        }
    }
    let key = queries::find_agent_key(app.db.read(), session.target.id).await?;
    Ok(OpenedRemoteSession {
        session: session.uid.clone(),
        viewer: invitation.viewer,
        kind: session.kind().as_str(),
        relay_url: invitation.relay_url,
        ticket: invitation.ticket.reveal().to_owned(),
        grant: invitation.grant,
        agent_key: hex_digits(&key.ok_or(ApiError::NotFound("agent"))?),
        expires: invitation.expires,
    })
}

async fn take_back(
    app: &App,
    caller: &Identity,
    session: &StoredSession,
    viewer: &str,
    reason: &Unanswered,
    is_new: bool,
) -> Result<(), ApiError> {
    let code = match reason {
        Unanswered::Offline => "agent_offline",
        Unanswered::TimedOut => "agent_timeout",
        Unanswered::Frozen => "frozen",
        Unanswered::BusDown => "unavailable",
        Unanswered::Unknown | Unanswered::Failed(_) | Unanswered::UnsupportedPlatform(_) => {
            "refused"
        }
    };
    if is_new {
        let change = Change::begin(app, caller).await?;
        let end = SessionEnd::new(code, reason.to_string());
        return end_session(app, change, &session.uid, end).await.map(|_| ());
    }
    let Some(key) = queries::find_viewer_key(app.db.read(), viewer).await? else { return Ok(()) };
    let write = app.db.begin().await?;
    record_left(&write, key, (0, 0), code, Timestamp::now()).await?;
    Ok(write.commit().await?)
}
