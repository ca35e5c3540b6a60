//! A new session: its row, its first viewer, the audit row and the order for the agent.

use muster_protocol::question_name;
use muster_remote::Kind;
use serde_json::json;

use super::opened::{OpenedRemoteSession, open_for};
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Identity, Secret};
use crate::domain::fleet::Target;
use crate::domain::remote::{
    Guest, NewSession, SessionDetails, effective_rules, find_session, insert_session, invite,
};
use crate::error::ApiError;
use crate::events::Event;
use crate::features::accounts::must_have_fresh_factor;

/// A session that a caller wants.
pub(super) struct Wanted<'a> {
    pub(super) target: &'a Target,
    pub(super) kind: Kind,
    pub(super) details: &'a SessionDetails,
    pub(super) reason: &'a str,
    pub(super) view_only: bool,
    /// The viewer's key.
    pub(super) public_key: &'a [u8],
    pub(super) twofactor: Option<&'a Secret>,
}

/// Opens a session for somebody who has the rights for it.
pub(super) async fn begin(
    app: &App,
    caller: &Identity,
    wanted: Wanted<'_>,
) -> Result<OpenedRemoteSession, ApiError> {
    let Wanted { target, kind, details, reason, view_only, public_key, twofactor } = wanted;
    target.must_be_thawed()?;
    target.must_be_able_to(question_name::OPEN_REMOTE)?;
    must_have_fresh_factor(app, caller, twofactor).await?;

    let mut change = Change::begin(app, caller).await?;
    let rules = effective_rules(&*change, target.id, kind).await?;
    let relays = &app.settings.remote_urls;
    let new = NewSession { target, kind, reason, details, rules: &rules, relays };
    let uid = insert_session(&*change, caller, &new).await?;
    let session = find_session(&*change, &caller.scope, &uid).await?;
    let session = session.ok_or(ApiError::NotFound("agent"))?;
    let guest = Guest { caller, public_key, view_only, begins: true };
    let invitation = invite(app, &change, &session, guest).await?;

    let event = Event::remote_opened(&uid, &target.agent_id, kind.as_str(), &caller.username);
    change.publish(target.locate(event));
    let (user, name, host) = (&caller.username, kind.as_str(), &target.hostname);
    let reader = if details.is_read_by_server { " that this server reads" } else { "" };
    let message = format!("{user} opened a {name} session on {host}{reader}");
    let entry = target.entry(Action::RemoteSession, ObjectType::Agent, message).after(&json!({
        "session": uid, "viewer": invitation.viewer, "kind": name, "reason": reason,
        "view_only": view_only, "details": details,
    }));
    change.commit(entry).await?;
    open_for(app, caller, &session, invitation, true).await
}
