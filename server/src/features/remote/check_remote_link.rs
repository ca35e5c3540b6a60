//! `POST /remote/v1/links/check/`: whether a link may be opened, and what it opens.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::must_be_on;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::domain::remote::{KINDS, LINK_KINDS, LinkKind, RemoteLink, rights_for};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse};

const LONGEST_ID: usize = 255;
/// Hexadecimal digits of a signature.
const LONGEST_SIGNATURE: usize = 64;

/// A link, with the fields of its address.
#[derive(ToSchema)]
pub struct SentRemoteLink {
    /// Identifier of the agent.
    #[schema(value_type = String)]
    agent: AgentId,
    /// `terminal`, `files`, `screen` or `vnc`.
    kind: String,
    /// Of `vnc`: the TCP port.
    #[schema(required = false)]
    port: u16,
    /// Key of the user the link is for.
    user: i64,
    /// When it expires, in seconds since 1970.
    until: i64,
    signature: String,
}

impl Parse for SentRemoteLink {
    fn parse(fields: &Fields<'_>) -> Self {
        let port = fields.whole("port").between(0..=65_535).or(0);
        Self {
            agent: fields.text("agent").not_blank().max(LONGEST_ID).required().into(),
            kind: fields.text("kind").one_of(LINK_KINDS).required(),
            port: u16::try_from(port).unwrap_or_default(),
            user: fields.whole("user").required(),
            until: fields.whole("until").required(),
            signature: fields.text("signature").max(LONGEST_SIGNATURE).required(),
        }
    }
}

/// What a link opens, in the words of `POST /remote/v1/sessions/`.
#[derive(Serialize, ToSchema)]
pub struct LinkedRemoteSession {
    /// Identifier of the agent.
    agent_id: String,
    /// Name of the computer.
    hostname: String,
    /// What kind of session.
    #[schema(extensions(("x-enum-values" = json!(KINDS))))]
    kind: &'static str,
    /// Where a tunnel leads; empty for others.
    host: String,
    /// The port there; 0 for others.
    port: u16,
}

/// Check a link to a remote session.
///
/// The page that a link opens asks this before it opens a session. A link that was
/// changed, that is for another user or that has expired is refused with a sentence.
#[utoipa::path(
    post,
    path = "/remote/v1/links/check/",
    tag = "remote",
    request_body = SentRemoteLink,
    responses((status = 200, body = LinkedRemoteSession), (status = "default", body = ErrorBody)),
)]
pub async fn check_remote_link(
    State(app): State<App>,
    caller: Caller<may::OpenRemote>,
    Body(sent): Body<SentRemoteLink>,
) -> Result<Json<LinkedRemoteSession>, ApiError> {
    must_be_on(&app)?;
    let SentRemoteLink { agent: agent_id, kind, port, user: user_id, until, signature } = sent;
    let kind = LinkKind::named(&kind).ok_or_else(|| ApiError::invalid("kind", "is not known"))?;
    // Before the signature: out of scope there is no such agent, whatever was signed.
    let target = find_target(&app, &caller, &agent_id).await?;
    let link = RemoteLink { agent_id, kind, port, user_id, until };
    link.must_be_for(caller.user_id, &signature, &app.vault)?;

    let (kind, details) = link.session();
    for right in rights_for(kind, &details) {
        caller.must_have(right)?;
    }
    let tunnel = details.tunnel.map(|target| (target.host, target.port));
    let (host, port) = tunnel.unwrap_or_default();
    Ok(Json(LinkedRemoteSession {
        agent_id: link.agent_id.into(),
        hostname: target.hostname,
        kind: kind.as_str(),
        host,
        port,
    }))
}
