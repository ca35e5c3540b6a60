//! `POST /agents/<agent_id>/wol/`: wake a machine through another one.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use muster_protocol::{WakeOnLan, question_name};

use super::action_queries::{self, Peer};
use super::hardware_addresses::hardware_addresses;
use crate::agent_link::Unanswered;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet::{Target, find_target};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;
use crate::time::Timestamp;

const LIMIT: Duration = Duration::from_secs(10);

/// Wake an agent.
///
/// Another agent of the same site that is online, or else of the same client,
/// sends the packets.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/wol/",
    tag = "agents",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn wake_agent(
    State(app): State<App>,
    caller: Caller<may::SendWol>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<String>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    target.must_be_thawed()?;
    let detail = action_queries::read_hardware_detail(app.db.read(), target.id).await?;
    let addresses = hardware_addresses(&detail);
    if addresses.is_empty() {
        let sentence = format!("no hardware address of {} is known", target.hostname);
        return Err(ApiError::Conflict(sentence));
    }
    let scope = &caller.scope;
    let peers = action_queries::list_peers(app.db.read(), scope, &target, Timestamp::now()).await?;
    let message = format!("{} woke {}", caller.username, target.hostname);
    let entry = target
        .entry(Action::Modify, ObjectType::Agent, message)
        .after(&serde_json::json!({ "wake": addresses }));
    Change::begin(&app, &caller).await?.commit(entry).await?;

    let peer = wake(&app, &target, peers, WakeOnLan { addresses }).await?;
    Ok(Json(format!("{} sent the packets that wake {}.", peer.hostname, target.hostname)))
}

/// Asks one peer after the other, until one succeeds.
async fn wake(
    app: &App,
    target: &Target,
    peers: Vec<Peer>,
    body: WakeOnLan,
) -> Result<Peer, ApiError> {
    let name = question_name::WAKE_ON_LAN;
    let mut refusal = None;
    for peer in peers {
        let done: Result<(), _> =
            app.agent_link.ask_agent(&peer.agent_id, name, &body, LIMIT).await;
        match done {
            Ok(()) => return Ok(peer),
            Err(Unanswered::BusDown) => return Err(Unanswered::BusDown.into()),
            Err(Unanswered::Failed(text)) => refusal = Some(text),
            Err(_) => {}
        }
    }
    Err(match refusal {
        Some(text) => ApiError::AgentError(text),
        None => ApiError::NoPeer(format!(
            "no other agent of the site or client of {} is online and can wake it",
            target.hostname
        )),
    })
}
