//! Whether a viewer may go on: asked again whenever that may have changed, and every
//! half minute.

use super::ending::SessionEnd;
use super::kind::rights_for;
use super::policies::effective_rules;
use super::served::{ServedViewer, find_served};
use super::session::SessionStatus;
use crate::app::App;
use crate::auth::{Identity, Scope};
use crate::domain::fleet::find_in_scope;
use crate::error::ApiError;

/// Why a viewer may not go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    /// The session has ended.
    Session,
    /// The credential is not valid any more, or never was.
    Credential,
    /// The role does not allow it any more.
    Right,
    /// The agent is not in scope any more.
    Scope,
    /// The agent was removed.
    Agent,
    /// The agent is frozen.
    Frozen,
    /// The policy does not allow it any more.
    Policy,
}

impl Lost {
    /// What both sides are told, and what is stored.
    pub fn end(self) -> SessionEnd {
        let (code, reason) = match self {
            Self::Session => ("ended", "the session has ended"),
            Self::Credential => ("logged_out", "the login or API key behind it has ended"),
            Self::Right => ("forbidden", "the role of its user does not allow it any more"),
            Self::Scope => ("forbidden", "the agent is not in the scope of its user any more"),
            Self::Agent => ("agent_removed", "the agent was removed"),
            Self::Frozen => ("frozen", "the agent was frozen"),
            Self::Policy => ("forbidden", "the policy does not allow it any more"),
        };
        SessionEnd::new(code, reason)
    }

    /// The HTTP status that says the same.
    pub fn status(self) -> u16 {
        match self {
            Self::Credential => 401,
            Self::Right | Self::Scope | Self::Policy => 403,
            Self::Session | Self::Agent | Self::Frozen => 409,
        }
    }

    /// Whether the whole session ends with it, and not this viewer's connection alone.
    pub fn ends_session(self, viewer: &ServedViewer) -> bool {
        match self {
            Self::Session => false,
            Self::Agent | Self::Frozen | Self::Policy => true,
            Self::Credential | Self::Right | Self::Scope => viewer.is_opener(),
        }
    }
}

/// Why this viewer, with its identity of now, may not go on; none if it may.
pub async fn find_loss(
    app: &App,
    identity: &Identity,
    viewer: &ServedViewer,
) -> Result<Option<Lost>, ApiError> {
    let db = app.db.read();
    let status = find_served(db, viewer.viewer_key).await?.map(|found| found.status);
    if status.is_none_or(|status| status == SessionStatus::Ended) {
        return Ok(Some(Lost::Session));
    }
    let Some(target) = find_in_scope(db, &Scope::everything(), &viewer.agent_id).await? else {
        return Ok(Some(Lost::Agent));
    };
    if target.is_frozen {
        return Ok(Some(Lost::Frozen));
    }
    if !identity.scope.has_site(target.client_id, target.site_id) {
        return Ok(Some(Lost::Scope));
    }
    let rights = rights_for(viewer.kind(), &viewer.details());
    if !rights.into_iter().all(|right| identity.rights.has(right)) {
        return Ok(Some(Lost::Right));
    }
    let rules = effective_rules(db, target.id, viewer.kind()).await?;
    let is_readable = !rules.end_to_end_only || !viewer.details().is_read_by_server;
    let may_go_on = rules.allowed && is_readable && !rules.want_more_than(viewer.recording());
    Ok((!may_go_on).then_some(Lost::Policy))
}
