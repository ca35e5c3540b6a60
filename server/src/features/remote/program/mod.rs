//! `GET /ws/agent/<agent_id>/terminal/<uuid>/`: a terminal for programs, which have no keys
//! of their own.
//!
//! The server itself is the viewer: it shakes hands with the agent, and so reads the
//! session. A policy forbids that (`end_to_end_only`), and the audit log says it.

mod attach;
mod backlog;
mod connecting;
mod ending;
mod frames;
mod hearing;
mod last_words;
mod terminal;
mod terminals;

use axum::response::Response;

use crate::ids::AgentId;
use crate::input::Path;
use crate::sockets::SocketRequest;

/// Use a terminal of an agent over a WebSocket.
///
/// The same `uuid` goes on with the same terminal within a minute after a break.
pub async fn stream_terminal(
    Path((agent_id, uuid)): Path<(AgentId, String)>,
    opening: SocketRequest,
) -> Response {
    opening.serve(move |app, socket, viewer| attach::serve(app, socket, viewer, agent_id, uuid))
}
