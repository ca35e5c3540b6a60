//! `POST /accounts/watches/`: the caller asks to be told once.

use axum::Json;
use axum::extract::State;

use super::form::{CreateWatch, Watched};
use super::queries;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, Right, may};
use crate::domain::fleet::find_in_scope;
use crate::domain::watches::{self, Sight, Watch, WatchEvent, WatchTarget};
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::ids::{AgentId, RunKey};
use crate::input::Body;

/// Watches of one user.
const MOST_WATCHES: i64 = 200;

/// Watch an agent or a run.
///
/// The caller is told once: by the event `watch.fired`, by mail if they have an address
/// and mail is set up, and in their browsers; then the watch is gone. It takes the
/// right to see the agent or to read the run, then and when it fires. The same watch
/// again answers the one that is there. What is so already is refused. At most 200 for
/// each user.
#[utoipa::path(
    post,
    path = "/accounts/watches/",
    tag = "accounts",
    request_body = CreateWatch,
    responses((status = 200, body = Watch), (status = "default", body = ErrorBody)),
)]
pub async fn create_watch(
    State(app): State<App>,
    caller: Caller<may::BeLoggedIn>,
    Body(request): Body<CreateWatch>,
) -> Result<Json<Watch>, ApiError> {
    caller.must_write()?;
    let watched = request.into_watched();
    let watched = watched.ok_or_else(|| ApiError::invalid("agent", "name an agent or a run"))?;
    if let Watched::Run(run) = watched {
        must_be_readable(&app, &caller, run).await?;
    }
    let change = Change::begin(&app, &caller).await?;
    let target = match watched {
        Watched::Agent(agent, event) => watch_agent(&change, &caller, &agent, event).await?,
        Watched::Run(run) => watch_run(&change, run).await?,
    };
    let (user, sight) = (caller.user_id, Sight::of_caller(&caller));
    let count = watches::count_watches(&*change, user).await?;
    if let Some(same) = watches::find_same(&*change, user, target).await? {
        let same = watches::lock_watch(&*change, &sight, same).await?;
        return same.map(Json).ok_or(ApiError::NotFound("watch"));
    }
    if count >= MOST_WATCHES {
        let sentence = format!("you have {MOST_WATCHES} watches already: remove one first");
        return Err(ApiError::Conflict(sentence));
    }
    let id = watches::insert_watch(&*change, user, target).await?;
    let watch = watches::lock_watch(&*change, &sight, id).await?;
    let watch = watch.ok_or(ApiError::NotFound("watch"))?;
    record(change, &caller, &watch).await?;
    Ok(Json(watch))
}

/// Commits a new watch with its audit row, and tells the other pages of its owner.
async fn record(mut change: Change, caller: &Identity, watch: &Watch) -> Result<(), ApiError> {
    change.publish(Event::watch_changed(watch.id, caller.user_id));
    let message = format!("user {} is told when {}", caller.username, watch.waits_for());
    let entry = Entry::new(Action::Add, ObjectType::User, caller.user_id, message);
    let target = find_in_scope(&*change, &caller.scope, &watch.agent_id).await?;
    let entry = match target {
        Some(target) => target.mark(entry),
        None => entry,
    };
    change.commit(entry.after(watch)).await
}

/// An agent that the caller sees, unless what they wait for is so already.
async fn watch_agent(
    change: &Change,
    caller: &Identity,
    agent: &AgentId,
    event: WatchEvent,
) -> Result<WatchTarget, ApiError> {
    caller.must_have(Right::ListAgents)?;
    let found = find_in_scope(&**change, &caller.scope, agent).await?;
    let found = found.ok_or_else(|| ApiError::invalid("agent", "there is no such agent"))?;
    let is_online = queries::is_online(&**change, found.id).await?;
    if is_online == (event == WatchEvent::Online) {
        let sentence = format!("the agent {} is {event} already", found.hostname);
        return Err(ApiError::invalid("event", sentence));
    }
    Ok(WatchTarget::Agent(found.id, event))
}

/// Refuses a run that the caller may not read.
async fn must_be_readable(app: &App, caller: &Identity, run: RunKey) -> Result<(), ApiError> {
    if watches::sees_run(app.db.read(), &Sight::of_caller(caller), run).await? {
        return Ok(());
    }
    caller.must_have(Right::ListAgentHistory)?;
    Err(ApiError::invalid("run", "there is no such run"))
}

/// A run, unless it has ended already.
async fn watch_run(change: &Change, run: RunKey) -> Result<WatchTarget, ApiError> {
    if queries::has_ended(&**change, run).await? {
        return Err(ApiError::invalid("event", format!("run {run} has ended already")));
    }
    Ok(WatchTarget::Run(run))
}
