//! `POST /link/enroll/`: a computer with a token becomes an agent.

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::enrolment_queries as queries;
use super::enrolment_queries::Deployment;
use crate::agent_link::{LinkReply, LinkRequest, TAKEOVER_LIMIT, Undelivered, undelivered};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{ClientAddress, may_come_from, random_letters};
use crate::domain::fleet::store::NewAgent;
use crate::domain::fleet::{self, PLATFORMS};
use crate::error::{ApiError, ErrorBody};
use crate::events::Event;
use crate::features::deployments::{self, EnrolmentToken};
use crate::hex::hex_bytes;
use crate::input::{Fields, Parse, SmallBody};
use crate::time::Timestamp;

/// Letters in an agent id.
const AGENT_ID_LENGTH: usize = 40;
const KEY_BYTES: usize = 32;

/// What a computer sends to become an agent.
#[derive(ToSchema)]
pub struct Enrol {
    /// The enrolment token.
    token: String,
    /// Ed25519 public key in hexadecimal.
    public_key: String,
    /// The name the computer goes by.
    hostname: String,
    /// `windows`, `linux` or `darwin`.
    plat: String,
    /// `amd64`, `386`, `arm64` or `arm`.
    goarch: String,
    /// Release of the agent program.
    version: String,
    /// `server` or `workstation`; empty when the token decides.
    monitoring_type: String,
    /// What stays the same when the disk is wiped; may be empty.
    hardware_id: String,
}

impl Parse for Enrol {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            token: fields.text("token").not_blank().required(),
            public_key: fields
                .text("public_key")
                .check(|key| hex_bytes(key, KEY_BYTES).is_some(), "must be 64 hexadecimal digits")
                .required(),
            hostname: fields.text("hostname").trimmed().not_blank().max(255).required(),
            plat: fields.text("plat").one_of(PLATFORMS).required(),
            goarch: fields.text("goarch").max(20).required(),
            version: fields.text("version").max(50).required(),
            monitoring_type: fields
                .text("monitoring_type")
                .one_of(&["", "server", "workstation"])
                .or(String::new()),
            hardware_id: fields.text("hardware_id").max(200).or(String::new()),
        }
    }
}

/// The new agent's identifier.
#[derive(Serialize, ToSchema)]
pub struct Enrolled {
    /// 40 letters, for the rest of its life.
    pub agent_id: String,
}

/// Enrol a computer as an agent.
///
/// For agents: the token is bound to a site, expires and counts its uses. A
/// computer that enrols again keeps its record.
#[utoipa::path(
    post,
    path = "/link/enroll/",
    tag = "link",
    security(()),
    request_body = Enrol,
    responses((status = 200, body = Enrolled), (status = "default", body = ErrorBody)),
)]
pub async fn enrol_agent(
    State(app): State<App>,
    address: axum::Extension<ClientAddress>,
    SmallBody(request): SmallBody<Enrol>,
) -> Result<Json<Enrolled>, ApiError> {
    let address = address.0.0;
    // Before anything else: a stranger makes neither the database nor an agent
    // work.
    let token = read_token(&app, &request.token)?;
    let known = find_known(&app, &request).await?;
    let change = Change::begin_as(&app, "enrolment", &address.to_string()).await?;
    let link = app.vault.hash_link(&token.deployment);
    let deployment = use_token(&change, &link, address).await?;
    let agent = NewAgent {
        agent_id: random_letters(AGENT_ID_LENGTH).into(),
        site_id: deployment.site_id,
        monitoring_type: match request.monitoring_type.as_str() {
            "" => deployment.monitoring_type,
            sent => sent.to_owned(),
        },
        public_key: hex_bytes(&request.public_key, KEY_BYTES).unwrap_or_default(),
        hostname: request.hostname,
        plat: request.plat,
        goarch: request.goarch,
        version: request.version,
        hardware_id: request.hardware_id,
        public_ip: address.to_string(),
    };
    // Only a record of the token's own client: a token must not reach beyond
    // it.
    let known = known.filter(|known| known.client_id == deployment.client_id);
    finish(change, agent, known, deployment.site_name, deployment.client_id).await.map(Json)
}

/// The token, if this installation signed it and it has not expired.
fn read_token(app: &App, text: &str) -> Result<EnrolmentToken, ApiError> {
    let token = EnrolmentToken::read(text, &app.vault);
    token.filter(|token| token.expires > Timestamp::now()).ok_or_else(invalid_token)
}

/// Takes one use of the token's deployment.
async fn use_token(change: &Change, link: &str, address: IpAddr) -> Result<Deployment, ApiError> {
    if let Some(deployment) = queries::find_deployment(&**change, link).await?
        && may_come_from(&deployment.networks, Some(address))
        && deployments::use_deployment(&**change, deployment.id, Timestamp::now()).await?
    {
        return Ok(deployment);
    }
    Err(invalid_token())
}

/// A refused caller does not learn whether the token was ever valid.
fn invalid_token() -> ApiError {
    let sentence = "this token is not valid: it is unknown, expired, revoked, used up, or not for this network";
    ApiError::invalid("token", sentence)
}

async fn finish(
    mut change: Change,
    mut agent: NewAgent,
    known: Option<queries::KnownAgent>,
    mut site_name: String,
    client_id: i64,
) -> Result<Enrolled, ApiError> {
    let message = match known {
        Some(known) => {
            agent.agent_id = known.agent_id;
            agent.site_id = known.site_id;
            site_name = known.site_name;
            fleet::store::enrol_again(&*change, &agent).await?;
            format!("{} enrolled again and keeps its record", agent.hostname)
        }
        None => {
            fleet::store::insert_agent(&*change, &agent).await?;
            format!("{} enrolled", agent.hostname)
        }
    };
    let event = Event::agent_added(&agent.agent_id, &agent.hostname);
    change.publish(event.about(client_id, agent.site_id));
    let entry = Entry::new(Action::AgentInstall, ObjectType::Agent, &agent.agent_id, message)
        .agent(&agent.hostname, &agent.agent_id)
        .client(client_id)
        .site(agent.site_id, &site_name);
    change.commit(entry).await?;
    Ok(Enrolled { agent_id: agent.agent_id.into() })
}

/// The record this computer had before, unless that agent is connected now:
/// then two machines look alike, and each gets its own record.
async fn find_known(app: &App, request: &Enrol) -> Result<Option<queries::KnownAgent>, ApiError> {
    if request.hardware_id.is_empty() {
        return Ok(None);
    }
    let Some(known) = queries::find_by_hardware(app.db.read(), &request.hardware_id).await? else {
        return Ok(None);
    };
    let takeover = LinkRequest::Takeover { process_id: String::new() };
    let answer = app.agent_link.request(&known.agent_id, takeover, TAKEOVER_LIMIT).await;
    match answer.map_err(undelivered) {
        Ok(LinkReply::StillHere) => Ok(None),
        Ok(_) | Err(Undelivered::Offline) => Ok(Some(known)),
        Err(reason) => Err(reason.into()),
    }
}
