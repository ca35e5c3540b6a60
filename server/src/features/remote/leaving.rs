//! A viewer's connection has ended: what went over it is recorded and audited.

use muster_remote::relay::Ended;
use serde_json::json;

use super::serving::announce;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Identity, Scope};
use crate::domain::fleet::find_in_scope;
use crate::domain::remote::{ServedViewer, record_left};
use crate::error::ApiError;
use crate::time::Timestamp;
use crate::wording::count;

/// Records that a viewer has left, and how many bytes went each way.
pub(super) async fn leave(
    app: &App,
    identity: &Identity,
    viewer: &ServedViewer,
    ended: &Ended,
) -> Result<(), ApiError> {
    let change = Change::begin(app, identity).await?;
    let bytes = (ended.to_agent, ended.to_viewer);
    let now = Timestamp::now();
    if !record_left(&*change, viewer.viewer_key, bytes, &ended.code, now).await? {
        return Ok(());
    }
    let message = format!(
        "{} left the {} session on {} after {}: {}",
        viewer.username,
        viewer.kind().as_str(),
        viewer.hostname,
        count(ended.seconds, "second"),
        ended.reason
    );
    let target = find_in_scope(&*change, &Scope::everything(), &viewer.agent_id).await?;
    let entry = match target {
        Some(target) => target.entry(Action::RemoteSession, ObjectType::Agent, message),
        None => {
            let object = &viewer.agent_id;
            Entry::new(Action::RemoteSession, ObjectType::Agent, object, message)
                .agent(&viewer.hostname, object)
        }
    };
    change
        .commit(entry.after(&json!({
            "session": viewer.session_uid, "viewer": viewer.viewer_uid, "code": ended.code,
            "seconds": ended.seconds, "to_agent": ended.to_agent, "to_viewer": ended.to_viewer,
        })))
        .await?;
    announce(app, viewer).await
}
