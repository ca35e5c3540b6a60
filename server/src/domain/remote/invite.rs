//! Letting a viewer into a session: a row, a grant for the agent, and a ticket for each
//! of the two sockets.

use muster_protocol::{OpenRemote, capability};
use muster_remote::RecordingMode;

use super::grant::{Grantee, shown_name, sign_grant};
use super::policies::effective_rules;
use super::rules::EffectiveRules;
use super::session::StoredSession;
use super::tickets::{GOOD_FOR, TicketSide, insert_ticket};
use super::uid::random_uid;
use super::{relay_url, viewer_queries};
use crate::app::App;
use crate::audit::Change;
use crate::auth::{Identity, Secret, Token};
use crate::error::ApiError;
use crate::time::Timestamp;

/// More people cannot follow what one of them does.
const MOST_VIEWERS: i64 = 20;

/// Who wants to take part.
pub struct Guest<'a> {
    pub caller: &'a Identity,
    /// Their X25519 key, 32 bytes.
    pub public_key: &'a [u8],
    pub view_only: bool,
    /// Whether the session begins with them.
    pub begins: bool,
}

/// What a viewer and the agent need to meet.
pub struct Invitation {
    /// Id of the viewer.
    pub viewer: String,
    /// Opens the viewer's socket.
    pub ticket: Secret,
    /// Where the viewer opens it.
    pub relay_url: String,
    /// The text that the agent gets, too: both use its hash.
    pub grant: String,
    /// Until when it all can be used.
    pub expires: Timestamp,
    /// What the agent is asked.
    pub open: OpenRemote,
}

/// Lets a viewer in, as part of a change. Refuses what the policy does not allow now,
/// whatever it allowed when the session began.
pub async fn invite(
    app: &App,
    change: &Change,
    session: &StoredSession,
    guest: Guest<'_>,
) -> Result<Invitation, ApiError> {
    let rules = effective_rules(&**change, session.target.id, session.kind()).await?;
    rules.must_allow(session.kind(), &session.details())?;
    let rules = as_it_is_recorded(session, rules)?;
    let present = viewer_queries::count_present(&**change, session.session_key).await?;
    if present >= MOST_VIEWERS {
        let sentence = format!("the session has {MOST_VIEWERS} viewers already");
        return Err(ApiError::Conflict(sentence));
    }
    let Guest { caller, public_key, view_only, begins } = guest;
    let viewer = random_uid();
    let key =
        viewer_queries::insert_viewer(&**change, session.session_key, &viewer, caller, view_only)
            .await?;
    let expires = Timestamp::now().plus(GOOD_FOR);
    let (of_viewer, of_agent) = (Token::random(), Token::random());
    for (side, ticket) in [(TicketSide::Viewer, &of_viewer), (TicketSide::Agent, &of_agent)] {
        insert_ticket(&**change, key, side, &ticket.hash, expires).await?;
    }
    let grantee = Grantee {
        viewer: &viewer,
        begins,
        public_key,
        view_only,
        user: &caller.username,
        user_name: shown_name(&**change, caller).await?,
    };
    let grant = sign_grant(app, session, grantee, &rules);
    Ok(Invitation {
        ticket: of_viewer.text,
        relay_url: relay_url::for_viewers(&session.relay_url),
        expires: expires.min(grant.expires),
        open: OpenRemote {
            grant: grant.text.clone(),
            signature: grant.signature,
            ticket: of_agent.text.reveal().to_owned(),
            relay_url: relay_url::for_agents(&session.relay_url),
        },
        grant: grant.text,
        viewer,
    })
}

/// The rules with which a session is recorded as it was from its beginning: a helper does
/// not change that.
fn as_it_is_recorded(
    session: &StoredSession,
    rules: EffectiveRules,
) -> Result<EffectiveRules, ApiError> {
    let recording = session.recording();
    if rules.want_more_than(recording) {
        let sentence = "such sessions must be recorded now, and this one is not: open another one";
        return Err(ApiError::Conflict(sentence.to_owned()));
    }
    if recording != RecordingMode::Off {
        session.target.must_be_able_to(capability::RECORDINGS)?;
    }
    Ok(EffectiveRules { recording, ..rules })
}
