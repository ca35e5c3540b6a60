//! A recording as the API shows it.

use std::time::Duration;

use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::recordings::STATES;
use crate::domain::remote::KINDS;
use crate::time::Timestamp;

/// A recording of a remote session. Agent, client and site are null or empty once the
/// removal of the agent is final.
#[derive(Debug, Serialize, ToSchema)]
pub struct Recording {
    /// Key of the recording.
    pub id: i64,
    /// The session, a UUID. It has more than one recording where the agent's helper began
    /// again.
    pub session: String,
    /// Key of the agent.
    agent: Option<i64>,
    /// Identifier of the agent.
    agent_id: String,
    /// Name of the computer.
    pub hostname: String,
    /// Key of the client.
    client: Option<i64>,
    /// Name of the client.
    client_name: String,
    /// Key of the site.
    site: Option<i64>,
    /// Name of the site.
    site_name: String,
    /// What kind of session.
    #[schema(extensions(("x-enum-values" = json!(KINDS))))]
    pub kind: String,
    /// Name of the user who opened the session.
    pub username: String,
    /// Why, in their words.
    reason: String,
    /// When it began.
    #[schema(value_type = String, format = DateTime)]
    pub began: Timestamp,
    /// When what there is of it ends; null while it goes on.
    #[schema(value_type = Option<String>, format = DateTime)]
    ended: Option<Timestamp>,
    /// From its beginning to the end of what there is of it.
    pub duration_seconds: f64,
    /// Size of its sealed parts.
    pub bytes: i64,
    /// How many they are.
    pub parts: i64,
    /// How often something is missing between two of them.
    gaps: i64,
    /// `recording` while it may grow, `complete`, `incomplete` if its end did not come for
    /// an hour or was refused, or `damaged` if `muster recordings verify` found something.
    #[schema(extensions(("x-enum-values" = json!(STATES))))]
    pub state: String,
    /// When it was last verified.
    #[schema(value_type = Option<String>, format = DateTime)]
    verified: Option<Timestamp>,
    /// What was wrong then; empty: nothing.
    problem: String,
}

#[derive(FromQueryResult)]
pub(super) struct RecordingRow {
    id: i64,
    session: String,
    agent: Option<i64>,
    agent_id: String,
    hostname: String,
    client: Option<i64>,
    client_name: String,
    site: Option<i64>,
    site_name: String,
    kind: String,
    username: String,
    reason: String,
    began: Timestamp,
    last_ms: i64,
    bytes: i64,
    parts: i64,
    gaps: i64,
    state: String,
    verified: Option<Timestamp>,
    problem: String,
}

impl From<RecordingRow> for Recording {
    fn from(row: RecordingRow) -> Self {
        let lasted = Duration::from_millis(row.last_ms.unsigned_abs());
        Self {
            ended: (row.state != "recording").then(|| row.began.plus(lasted)),
            duration_seconds: lasted.as_secs_f64(),
            id: row.id,
            session: row.session,
            agent: row.agent,
            agent_id: row.agent_id,
            hostname: row.hostname,
            client: row.client,
            client_name: row.client_name,
            site: row.site,
            site_name: row.site_name,
            kind: row.kind,
            username: row.username,
            reason: row.reason,
            began: row.began,
            bytes: row.bytes,
            parts: row.parts,
            gaps: row.gaps,
            state: row.state,
            verified: row.verified,
            problem: row.problem,
        }
    }
}
