//! A session as the API shows it.

use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::remote::{KINDS, SessionDetails, SessionStatus};
use crate::storage::TextEnum;
use crate::time::Timestamp;

/// A remote session.
#[derive(Serialize, ToSchema)]
pub struct RemoteSession {
    /// The session, a UUID.
    pub(super) session: String,
    /// Identifier of the agent.
    pub(super) agent_id: String,
    /// Name of the computer.
    pub(super) hostname: String,
    /// Name of the client.
    pub(super) client_name: String,
    /// Name of the site.
    pub(super) site_name: String,
    /// What kind of session.
    #[schema(extensions(("x-enum-values" = json!(KINDS))))]
    pub(super) kind: String,
    /// `opening` until the agent has come, `open`, or `ended`.
    #[schema(extensions(("x-enum-values" = json!(["opening", "open", "ended"]))))]
    pub(super) status: &'static str,
    /// Name of the user who opened it.
    pub(super) user: String,
    /// Why, in their words.
    pub(super) reason: String,
    /// Where a tunnel leads; empty for others.
    pub(super) host: String,
    /// The port there; 0 for others.
    pub(super) port: u16,
    /// Whether the person at the computer was asked: `off`, `notice` or `ask`.
    pub(super) consent: String,
    /// `granted`, `denied`, `timeout`, `nobody` or `vetoed`; empty before.
    pub(super) consent_answer: String,
    /// Whether it is recorded: `off`, `on` or `strict`.
    pub(super) recording: String,
    /// Keys of its recordings, oldest first: one, and another for each time that the
    /// agent's helper began again.
    pub(super) recording_ids: Vec<i64>,
    /// Whether this server is a viewer, for a program, and so reads what is said.
    pub(super) is_read_by_server: bool,
    /// When it was opened.
    #[schema(value_type = String, format = DateTime)]
    pub(super) created: Timestamp,
    /// When the agent came.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) started: Option<Timestamp>,
    /// When it ended.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub(super) ended: Option<Timestamp>,
    /// Why it ended, for programs.
    pub(super) end_code: String,
    /// Why it ended.
    pub(super) end_reason: String,
    /// Bytes to the agent, of connections that have ended.
    pub(super) to_agent: i64,
    /// Bytes from the agent, of connections that have ended.
    pub(super) to_viewer: i64,
    /// Everybody who was let in, oldest first.
    pub(super) viewers: Vec<RemoteViewer>,
}

/// Somebody who was let into a session.
#[derive(Serialize, ToSchema)]
pub struct RemoteViewer {
    /// The connection, a UUID.
    viewer: String,
    /// Name of the user.
    user: String,
    /// Where they connected from.
    address: String,
    /// Whether they only watch.
    view_only: bool,
    /// Whether what they do has an effect now.
    is_driver: bool,
    /// When they connected to the relay.
    #[schema(value_type = Option<String>, format = DateTime)]
    connected: Option<Timestamp>,
    /// When they left.
    #[schema(value_type = Option<String>, format = DateTime)]
    left: Option<Timestamp>,
}

#[derive(FromQueryResult)]
pub(super) struct SessionRow {
    pub(super) session_key: i64,
    uid: String,
    agent_id: String,
    hostname: String,
    client_name: String,
    site_name: String,
    kind: String,
    status: SessionStatus,
    username: String,
    reason: String,
    details: String,
    consent: String,
    consent_answer: String,
    recording: String,
    created: Timestamp,
    started: Option<Timestamp>,
    ended: Option<Timestamp>,
    end_code: String,
    end_reason: String,
    to_agent: i64,
    to_viewer: i64,
}

#[derive(FromQueryResult)]
pub(super) struct ViewerRow {
    pub(super) session_id: i64,
    uid: String,
    username: String,
    address: String,
    view_only: bool,
    is_driver: bool,
    connected: Option<Timestamp>,
    left_time: Option<Timestamp>,
}

impl From<SessionRow> for RemoteSession {
    fn from(row: SessionRow) -> Self {
        let SessionDetails { tunnel, is_read_by_server, .. } = SessionDetails::parse(&row.details);
        let (host, port) = tunnel.map(|target| (target.host, target.port)).unwrap_or_default();
        Self {
            session: row.uid,
            agent_id: row.agent_id,
            hostname: row.hostname,
            client_name: row.client_name,
            site_name: row.site_name,
            kind: row.kind,
            status: row.status.as_str(),
            user: row.username,
            reason: row.reason,
            host,
            port,
            consent: row.consent,
            consent_answer: row.consent_answer,
            recording: row.recording,
            recording_ids: Vec::new(),
            is_read_by_server,
            created: row.created,
            started: row.started,
            ended: row.ended,
            end_code: row.end_code,
            end_reason: row.end_reason,
            to_agent: row.to_agent,
            to_viewer: row.to_viewer,
            viewers: Vec::new(),
        }
    }
}

#[derive(FromQueryResult)]
pub(super) struct RecordingRow {
    pub(super) session_id: i64,
    pub(super) id: i64,
}

impl From<ViewerRow> for RemoteViewer {
    fn from(row: ViewerRow) -> Self {
        Self {
            viewer: row.uid,
            user: row.username,
            address: row.address,
            view_only: row.view_only,
            is_driver: row.is_driver,
            connected: row.connected,
            left: row.left_time,
        }
    }
}
