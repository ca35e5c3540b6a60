//! `GET /remote/v1/sessions/`: the newest sessions.

use axum::extract::{OriginalUri, State};
use axum::response::{IntoResponse, Response};
use utoipa::IntoParams;

use super::queries::{self, SessionFilter};
use super::session::RemoteSession;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::ListQuery;

/// More are not looked at.
const MOST: i64 = 1000;
const ORDERINGS: &[&str] = &["created", "ended", "hostname", "user", "kind", "status"];
const LONGEST_ID: usize = 255;

/// Which sessions to list.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RemoteSessionFilter {
    /// Only those on this agent.
    agent_id: Option<String>,
    /// Only those that have not ended, or only those that have.
    open: Option<bool>,
}

/// The filter, and what every list takes.
pub struct ListRemoteSessions {
    list: ListQuery,
    filter: RemoteSessionFilter,
}

impl Parse for ListRemoteSessions {
    fn parse(fields: &Fields<'_>) -> Self {
        let agent_id = fields.text("agent_id").max(LONGEST_ID).optional();
        let filter = RemoteSessionFilter { agent_id, open: fields.flag("open").optional() };
        Self { list: ListQuery::parse(fields), filter }
    }
}

/// List remote sessions, newest first.
///
/// The newest 1000 on agents in scope, whoever opened them.
#[utoipa::path(
    get,
    path = "/remote/v1/sessions/",
    tag = "remote",
    params(ListQuery, RemoteSessionFilter),
    responses((status = 200, body = Vec<RemoteSession>), (status = "default", body = ErrorBody)),
)]
pub async fn list_remote_sessions(
    State(app): State<App>,
    caller: Caller<may::OpenRemote>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListRemoteSessions>,
) -> Result<Response, ApiError> {
    let ListRemoteSessions { list, filter } = query;
    let filter = SessionFilter { agent_id: filter.agent_id, is_open: filter.open };
    let found = queries::list_sessions(app.db.read(), &caller.scope, &filter, MOST).await?;
    let rows = found.iter().map(|session| serde_json::json!(session)).collect();
    Ok(list.apply(rows, ORDERINGS)?.at(&address).into_response())
}
