//! `POST /link/leave/`: an agent that is being uninstalled reports it.

use axum::Json;
use axum::extract::State;
use muster_protocol::farewell_to_sign;
use ring::signature::{ED25519, UnparsedPublicKey};
use sea_orm::ConnectionTrait;
use utoipa::ToSchema;

use super::enrolment_queries as queries;
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::ClientAddress;
use crate::domain::fleet;
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::hex::hex_bytes;
use crate::ids::AgentId;
use crate::input::{Fields, Parse, SmallBody};

const SIGNATURE_BYTES: usize = 64;

/// The last thing an agent says.
#[derive(ToSchema)]
pub struct Leave {
    /// The agent that goes.
    #[schema(value_type = String)]
    agent_id: AgentId,
    /// Ed25519 signature of its farewell, in hexadecimal.
    #[schema(value_type = String)]
    signature: Vec<u8>,
}

impl Parse for Leave {
    fn parse(fields: &Fields<'_>) -> Self {
        let signature = fields.text("signature").check(
            |text| hex_bytes(text, SIGNATURE_BYTES).is_some(),
            "must be 128 hexadecimal digits",
        );
        Self {
            agent_id: fields.text("agent_id").not_blank().required().into(),
            signature: hex_bytes(&signature.required(), SIGNATURE_BYTES).unwrap_or_default(),
        }
    }
}

/// Forget the key of an agent that is uninstalled.
///
/// For agents. The record stays, so that people see what became of it; enrolled
/// again, the machine gets it back once somebody has approved it.
#[utoipa::path(
    post,
    path = "/link/leave/",
    tag = "link",
    security(()),
    request_body = Leave,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn leave(
    State(app): State<App>,
    address: axum::Extension<ClientAddress>,
    SmallBody(request): SmallBody<Leave>,
) -> Result<Json<String>, ApiError> {
    // Before the writer is taken: a stranger must not make others wait for it.
    find_signer(app.db.read(), &request).await?;
    let mut change = Change::begin_as(&app, "agent", &address.0.0.to_string()).await?;
    let agent = find_signer(&*change, &request).await?;
    fleet::store::forget_key(&*change, agent.id).await?;

    if !agent.is_removed {
        let event = Event::agent_outdated(&request.agent_id);
        change.publish(event.about(agent.client_id, agent.site_id));
    }
    let message = format!("{} was uninstalled on its machine", agent.hostname);
    let entry = Entry::new(Action::Modify, ObjectType::Agent, &request.agent_id, message)
        .agent(&agent.hostname, &request.agent_id)
        .client(agent.client_id)
        .site(agent.site_id, &agent.site_name);
    change.commit(entry).await?;

    // A copy of the program that is still connected has lost its right to be.
    match app.agent_link.close(&request.agent_id).await {
        Ok(()) | Err(Undelivered::Offline) => {}
        Err(reason) => {
            tracing::warn!(agent.id = %request.agent_id, %reason, "the connection of an agent could not be closed");
        }
    }
    Ok(Json(format!("goodbye, {}", agent.hostname)))
}

/// The agent that goes, if it signed the request.
async fn find_signer(
    db: &impl ConnectionTrait,
    request: &Leave,
) -> Result<queries::LeavingAgent, ApiError> {
    let agent = queries::find_leaving_agent(db, &request.agent_id).await?;
    agent.filter(|agent| agent.signed(request)).ok_or(ApiError::InvalidCredentials)
}

impl queries::LeavingAgent {
    fn signed(&self, request: &Leave) -> bool {
        let Some(key) = &self.public_key else { return false };
        let text = farewell_to_sign(request.agent_id.as_str());
        UnparsedPublicKey::new(&ED25519, key).verify(&text, &request.signature).is_ok()
    }
}
