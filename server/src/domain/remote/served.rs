//! A viewer whose socket is being served.

use muster_remote::{Kind, RecordingMode};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::details::SessionDetails;
use super::kind::kind_named;
use super::rules::recording_named;
use super::session::{SessionStatus, StoredCredential};
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;

/// A viewer and its session, as far as serving the sockets of both sides needs them.
#[derive(Clone, Debug, FromQueryResult)]
pub struct ServedViewer {
    pub viewer_key: i64,
    pub viewer_uid: String,
    /// Login name.
    pub username: String,
    pub session_key: i64,
    pub session_uid: String,
    kind: String,
    details: String,
    recording: String,
    pub status: SessionStatus,
    pub agent_key: AgentKey,
    pub agent_id: AgentId,
    pub hostname: String,
    #[sea_orm(nested)]
    pub credential: StoredCredential,
    opener_key: Option<i64>,
    opener_login: Option<i64>,
}

impl ServedViewer {
    /// The kind of the session; the table allows no other.
    pub fn kind(&self) -> Kind {
        kind_named(&self.kind).unwrap_or(Kind::Screen)
    }

    /// What the session is about.
    pub fn details(&self) -> SessionDetails {
        SessionDetails::parse(&self.details)
    }

    /// Whether the session is recorded.
    pub fn recording(&self) -> RecordingMode {
        recording_named(&self.recording)
    }

    /// Whether the session was opened with the same credential: it ends with that.
    pub fn is_opener(&self) -> bool {
        let opener = StoredCredential { api_key_id: self.opener_key, login_id: self.opener_login };
        self.credential == opener
    }
}

/// A viewer by its key.
pub async fn find_served(
    db: &impl ConnectionTrait,
    viewer: i64,
) -> Result<Option<ServedViewer>, DbErr> {
    let text = "select v.id as viewer_key, v.uid as viewer_uid, v.username, v.api_key_id,
                       v.login_id, q.id as session_key, q.uid as session_uid, q.kind, q.details,
                       q.recording, q.status, q.agent_id as agent_key, q.agent_uid as agent_id, q.hostname,
                       q.api_key_id as opener_key, q.login_id as opener_login
                  from remote_viewers v join remote_sessions q on q.id = v.session_id
                 where v.id = $1";
    sql::one(db, text, [viewer.into()]).await
}
