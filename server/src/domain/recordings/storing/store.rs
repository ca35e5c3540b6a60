//! Stores a part: checked, on the disk, and only then acknowledged.

use sea_orm::ConnectionTrait;
use serde_json::json;

use super::incoming::Incoming;
use super::origin::Origin;
use super::receipt::Receipt;
use super::refusal::{Refusal, Trouble};
use super::{ACTOR, refuse, room, rows};
use crate::app::App;
use crate::audit::{Action, Change, Entry};
use crate::domain::recordings::files::{self, NewFile};
use crate::domain::recordings::queries;
use crate::domain::recordings::recording::StoredRecording;
use crate::domain::recordings::state::RecordingState;
use crate::events::Event;
use crate::hex::hex_digits;
use crate::ids::AgentKey;
use crate::storage::Transaction;
use crate::time::Timestamp;
use crate::wording::count;

/// Stores a part, or refuses it for ever. An error means that it is to be tried again.
pub(super) async fn store_part(
    app: &App,
    agent: AgentKey,
    bytes: Vec<u8>,
) -> anyhow::Result<Receipt> {
    let part = match Incoming::read(agent, bytes) {
        Ok(part) => part,
        Err(refusal) => {
            refuse::report(app, agent, refusal);
            return Ok(Receipt::unreadable());
        }
    };
    match take(app, &part).await {
        Ok(()) => Ok(Receipt::stored(&part)),
        Err(Trouble::Refused(refusal)) => {
            refuse::record(app, &part, refusal).await?;
            Ok(Receipt::refused(&part, refusal))
        }
        Err(Trouble::Failed(error)) => Err(error),
    }
}

async fn take(app: &App, part: &Incoming) -> Result<(), Trouble> {
    let db = app.db.read();
    let known = queries::find_named(db, part).await?;
    let origin = match &known {
        Some(_) => None,
        None => Some(Origin::find(app, part).await?),
    };
    let agent_key = match (&known, &origin) {
        (Some(known), _) => Some(known.agent_key.as_slice()),
        (None, origin) => origin.as_ref().and_then(|origin| origin.agent_key.as_deref()),
    };
    part.verify(agent_key.ok_or(Refusal::BadSignature)?)?;
    if let Some(known) = &known
        && is_stored(db, known, part).await?
    {
        return repair(app, part).await;
    }
    part.must_follow(known.as_ref())?;
    room::take(app, part)?;
    let file = write_file(app, part).await?;
    let _turn = app.agent_link.storing.turn().await;
    commit(app, part, origin.as_ref(), file).await
}

/// Whether this very part is there. Another one with its number is refused.
async fn is_stored(
    db: &impl ConnectionTrait,
    known: &StoredRecording,
    part: &Incoming,
) -> Result<bool, Trouble> {
    match queries::find_digest(db, known.id, part.index()).await? {
        None => Ok(false),
        Some(digest) if digest == part.digest => Ok(true),
        Some(_) => Err(Refusal::Changed.into()),
    }
}

/// Writes the file of a part that is stored again if it is gone: the machine may have
/// lost power between row and file.
async fn repair(app: &App, part: &Incoming) -> Result<(), Trouble> {
    if app.db.is_shared() {
        return Ok(());
    }
    let folder = files::folder(&app.settings.data, &part.session, part.header.began);
    let (index, bytes) = (part.index(), part.bytes.clone());
    let repaired = tokio::task::spawn_blocking(move || {
        if files::read(&folder, index)?.is_some_and(|stored| stored == bytes) {
            return Ok(());
        }
        let mut new = NewFile::write(&folder, index, &bytes)?;
        new.place()?;
        new.sync()
    });
    Ok(repaired.await.map_err(anyhow::Error::from)??)
}

/// Writes the file of a part, without its name. On PostgreSQL the row has the content.
async fn write_file(app: &App, part: &Incoming) -> Result<Option<NewFile>, Trouble> {
    if app.db.is_shared() {
        return Ok(None);
    }
    let folder = files::folder(&app.settings.data, &part.session, part.header.began);
    let (index, bytes) = (part.index(), part.bytes.clone());
    let written = tokio::task::spawn_blocking(move || NewFile::write(&folder, index, &bytes));
    Ok(Some(written.await.map_err(anyhow::Error::from)??))
}

/// Stores the rows; the file gets its name just before they are committed. The last part
/// leaves an audit row with the digest of the whole recording.
async fn commit(
    app: &App,
    part: &Incoming,
    origin: Option<&Origin>,
    mut file: Option<NewFile>,
) -> Result<(), Trouble> {
    let place = |file: &mut Option<NewFile>| file.as_mut().map_or(Ok(()), NewFile::place);
    if part.header.is_last {
        let mut change = Change::begin_as(app, ACTOR, "").await?;
        let Some((recording, _)) = add(app, &change, part, origin).await? else { return Ok(()) };
        place(&mut file)?;
        change.publish(recording.event(RecordingState::Complete));
        change.commit(completed(&recording)).await?;
    } else {
        let write = app.db.begin().await?;
        let Some((_, event)) = add(app, &write, part, origin).await? else { return Ok(()) };
        place(&mut file)?;
        write.commit().await?;
        app.events.publish_all(event.as_slice()).await;
    }
    let Some(file) = file else { return Ok(()) };
    let synced = tokio::task::spawn_blocking(move || file.sync());
    Ok(synced.await.map_err(anyhow::Error::from)??)
}

/// Adds the rows of a part; none if another connection of the agent was faster. Returns
/// the recording, and an event unless there was one a moment ago.
async fn add(
    app: &App,
    write: &Transaction,
    part: &Incoming,
    origin: Option<&Origin>,
) -> Result<Option<(StoredRecording, Option<Event>)>, Trouble> {
    let known = queries::find_named_locked(write, part).await?;
    if let Some(known) = &known
        && is_stored(write, known, part).await?
    {
        return Ok(None);
    }
    part.must_follow(known.as_ref())?;
    let now = Timestamp::now();
    let (id, is_news) = match (&known, origin) {
        (Some(known), _) => (known.id, now.since(known.last_stored).as_millis() >= 1000),
        (None, Some(origin)) => (rows::insert(write, part, origin, now).await?, true),
        // It was deleted meanwhile.
        (None, None) => return Err(Refusal::OutOfOrder.into()),
    };
    let content = app.db.is_shared().then_some(part.bytes.as_slice());
    rows::insert_part(write, id, part, content).await?;
    rows::record_part(write, id, part, now).await?;
    let recording = queries::find_any_recording(write, id).await?;
    let recording = recording.ok_or_else(|| anyhow::anyhow!("a new recording is not there"))?;
    let event = is_news.then(|| recording.event(RecordingState::Recording));
    Ok(Some((recording, event)))
}

fn completed(recording: &StoredRecording) -> Entry {
    let message = format!("{} is complete: {}", recording.name(), count(recording.parts, "part"));
    recording.entry(Action::Add, message).after(&json!({
        "session": recording.session_uid, "digest": hex_digits(&recording.digest),
        "parts": recording.parts, "bytes": recording.bytes, "gaps": recording.gaps,
        "seconds": recording.last_ms / 1000,
    }))
}
