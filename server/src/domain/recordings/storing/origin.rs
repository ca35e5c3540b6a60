//! What a new recording is a recording of.

use std::time::Duration;

use sea_orm::FromQueryResult;

use super::incoming::Incoming;
use super::refusal::{Refusal, Trouble};
use crate::app::App;
use crate::domain::recordings::queries;
use crate::domain::remote::kind_named;
use crate::ids::AgentId;
use crate::time::Timestamp;

/// A helper that dies again and again begins so many in one session.
const MOST_PER_SESSION: i64 = 50;
/// How wrong the clock of an agent may be for its time to be shown.
const TOLERANCE: Duration = Duration::from_secs(300);

/// A session of an agent, from which its recordings have what people read.
#[derive(Debug, FromQueryResult)]
pub(in crate::domain::recordings) struct Origin {
    pub(in crate::domain::recordings) agent_uid: AgentId,
    pub(in crate::domain::recordings) hostname: String,
    pub(in crate::domain::recordings) kind: String,
    pub(in crate::domain::recordings) username: String,
    pub(in crate::domain::recordings) reason: String,
    pub(in crate::domain::recordings) created: Timestamp,
    /// `off`, `on` or `strict`.
    pub(in crate::domain::recordings) recording: String,
    pub(in crate::domain::recordings) agent_key: Option<Vec<u8>>,
}

impl Origin {
    /// The session that a first part names, of the agent that sent it.
    pub(super) async fn find(app: &App, part: &Incoming) -> Result<Self, Trouble> {
        let db = app.db.read();
        let found = queries::find_origin(db, &part.session, part.agent).await?;
        let origin = found.ok_or(Refusal::NoSession)?;
        if origin.recording == "off" || kind_named(&origin.kind) != Some(part.header.kind) {
            return Err(Refusal::NotRecorded.into());
        }
        if queries::count_of_session(db, &part.session).await? >= MOST_PER_SESSION {
            return Err(Refusal::TooMany.into());
        }
        Ok(origin)
    }

    /// When the recording began: by the agent's clock where that is plausible, or else with
    /// its session.
    pub(in crate::domain::recordings) fn started(&self, began: i64) -> Timestamp {
        let claimed = Timestamp::from_micros(began);
        let earliest = self.created.minus(TOLERANCE);
        let latest = Timestamp::now().plus(TOLERANCE);
        if claimed < earliest || claimed > latest { self.created } else { claimed }
    }
}
