//! What an agent's helper reports of a session: answers to consent, who drives, the end.
//! All of it is about this session alone, whatever the helper says.

use muster_remote::relay::AgentEvent;
use serde_json::json;

use super::serving::announce;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::Scope;
use crate::domain::fleet::find_in_scope;
use crate::domain::remote::{
    ConsentAnswer, ServedViewer, SessionEnd, end_as, record_answer, set_driver,
};
use crate::error::ApiError;
use crate::events::Event;

/// Who the audit log names for what agents report.
const ACTOR: &str = "agent";

/// Records what a helper reported.
pub(super) async fn record_event(
    app: &App,
    viewer: &ServedViewer,
    event: AgentEvent,
) -> Result<(), ApiError> {
    match event {
        AgentEvent::Consent { answer } => match ConsentAnswer::from_name(&answer) {
            Some(answer) => record_consent(app, viewer, answer).await,
            None => Ok(()),
        },
        AgentEvent::Ended { code, reason } => {
            let end = SessionEnd::reported(&code, &reason);
            end_as(app, ACTOR, &viewer.session_uid, end).await.map(|_| ())
        }
        AgentEvent::Driver { viewer: driver } => {
            let write = app.db.begin().await?;
            let is_one = set_driver(&write, viewer.session_key, &driver).await?;
            write.commit().await?;
            if is_one { announce(app, viewer).await } else { Ok(()) }
        }
    }
}

async fn record_consent(
    app: &App,
    viewer: &ServedViewer,
    answer: ConsentAnswer,
) -> Result<(), ApiError> {
    let mut change = Change::begin_as(app, ACTOR, "").await?;
    if !record_answer(&*change, viewer.session_key, answer).await? {
        return Ok(());
    }
    let target = find_in_scope(&*change, &Scope::everything(), &viewer.agent_id).await?;
    let Some(target) = target else { return Ok(()) };
    let event = Event::remote_changed(&viewer.session_uid, &viewer.agent_id);
    change.publish(target.locate(event));
    let (deed, kind, user) = (answer.deed(), viewer.kind().as_str(), &viewer.username);
    let message = format!("{deed} the {kind} session of {user} on {}", viewer.hostname);
    let entry = target.entry(Action::RemoteSession, ObjectType::Agent, message);
    let after = json!({
        "session": viewer.session_uid, "viewer": viewer.viewer_uid, "consent": answer.as_str(),
    });
    change.commit(entry.after(&after)).await
}
