//! `POST /link/enroll/`: a computer with a token becomes an agent.

use std::net::IpAddr;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::claimed_record::{find_record, is_of_another_machine};
use super::enrolment_queries as queries;
use super::enrolment_queries::Deployment;
use super::hardware_ids::meaningful;
use super::pending::{drop_former, let_wait};
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{ClientAddress, may_come_from, random_letters};
use crate::domain::enrolment::Joining;
use crate::domain::fleet::store::NewAgent;
use crate::domain::fleet::{EnrolmentApproval, PLATFORMS};
use crate::error::{ApiError, ErrorBody};
use crate::features::deployments::{self, EnrolmentToken};
use crate::hex::hex_bytes;
use crate::ids::AgentId;
use crate::input::{Fields, Parse, SmallBody};
use crate::time::Timestamp;

/// Letters in an agent id.
const AGENT_ID_LENGTH: usize = 40;
const KEY_BYTES: usize = 32;
pub(super) const SIGNATURE_BYTES: usize = 64;

/// What a computer sends to become an agent.
#[derive(ToSchema)]
pub struct Enrol {
    /// The enrolment token.
    token: String,
    /// Ed25519 public key in hexadecimal.
    pub(super) public_key: String,
    /// The host name of the computer.
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
    pub(super) hardware_id: String,
    /// The agent that the computer was until now, if it still has the key.
    #[schema(required = false, value_type = String)]
    pub(super) previous_agent_id: AgentId,
    /// Ed25519 signature with that key, in hexadecimal, over `muster enrolment: `,
    /// `previous_agent_id`, a space and `public_key`.
    #[schema(required = false)]
    pub(super) previous_signature: String,
}

impl Parse for Enrol {
    fn parse(fields: &Fields<'_>) -> Self {
        let is_signature =
            |text: &String| text.is_empty() || hex_bytes(text, SIGNATURE_BYTES).is_some();
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
            hardware_id: meaningful(fields.text("hardware_id").max(200).or(String::new())),
            previous_agent_id: fields.text("previous_agent_id").max(200).or(String::new()).into(),
            previous_signature: fields
                .text("previous_signature")
                .check(is_signature, "must be 128 hexadecimal digits")
                .or(String::new()),
        }
    }
}

/// The new agent's identifier.
#[derive(Serialize, ToSchema)]
pub struct Enrolled {
    /// 40 letters, for the rest of its life.
    #[schema(value_type = String)]
    pub agent_id: AgentId,
    /// Whether a person has to approve the computer before it may connect.
    pub pending: bool,
}

/// Enrol a computer as an agent.
///
/// For agents: the token is bound to a site, expires and counts its uses. A
/// computer that enrols again and proves that it has its old key keeps its
/// record. One that only has the same hardware waits until a person approves it,
/// and so does a new one where the site asks for it: `GET /agents/pending/`.
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
    // work, and a token that was used up no agent.
    let token = read_token(&app, &request.token)?;
    let deployment = find_deployment(&app, &token, address).await?;
    let client = deployment.client_id;
    let is_twin = is_of_another_machine(&app, &request, client).await?;
    let mut change = Change::begin_as(&app, "enrolment", &address.to_string()).await?;
    if !deployments::use_deployment(&*change, deployment.id, Timestamp::now()).await? {
        return Err(invalid_token());
    }
    drop_former(&mut change, &request).await?;
    // Looked up again: its key may have changed meanwhile.
    let record = match is_twin {
        true => None,
        false => find_record(&*change, &request, client).await?,
    };
    let agent = new_agent(request, &deployment, address);
    let must_wait = match &record {
        Some(record) => record.needs_approval(&agent.public_key),
        None => deployment.approval != EnrolmentApproval::Off,
    };
    let known = record.map(|record| record.known);
    let joining = Joining::new(agent, client, deployment.site_name, known);
    let agent_id = match must_wait {
        true => let_wait(change, joining).await?,
        false => let_in(&app, change, joining).await?,
    };
    Ok(Json(Enrolled { agent_id, pending: must_wait }))
}

/// The token, if this installation signed it and it has not expired.
fn read_token(app: &App, text: &str) -> Result<EnrolmentToken, ApiError> {
    let token = EnrolmentToken::read(text, &app.vault);
    token.filter(|token| token.expires > Timestamp::now()).ok_or_else(invalid_token)
}

/// The deployment of a token, if computers may enrol with it from this address.
async fn find_deployment(
    app: &App,
    token: &EnrolmentToken,
    address: IpAddr,
) -> Result<Deployment, ApiError> {
    let (link, now) = (app.vault.hash_link(&token.deployment), Timestamp::now());
    let found = queries::find_deployment(app.db.read(), &link, now).await?;
    let found = found.filter(|found| may_come_from(&found.networks, Some(address)));
    found.ok_or_else(invalid_token)
}

/// A refused caller does not learn whether the token was ever valid.
fn invalid_token() -> ApiError {
    let sentence = "this token is not valid: it is unknown, expired, revoked, used up, or not for this network";
    ApiError::invalid("token", sentence)
}

fn new_agent(request: Enrol, deployment: &Deployment, address: IpAddr) -> NewAgent {
    NewAgent {
        agent_id: random_letters(AGENT_ID_LENGTH).into(),
        site_id: deployment.site_id,
        monitoring_type: match request.monitoring_type.as_str() {
            "" => deployment.monitoring_type.clone(),
            sent => sent.to_owned(),
        },
        public_key: hex_bytes(&request.public_key, KEY_BYTES).unwrap_or_default(),
        hostname: request.hostname,
        plat: request.plat,
        goarch: request.goarch,
        version: request.version,
        hardware_id: request.hardware_id,
        public_ip: address.to_string(),
    }
}

/// Makes a computer an agent, and commits.
async fn let_in(app: &App, mut change: Change, joining: Joining) -> Result<AgentId, ApiError> {
    let hostname = &joining.agent.hostname;
    let message = match joining.known {
        Some(_) => format!("{hostname} enrolled again and keeps its record"),
        None => format!("{hostname} enrolled"),
    };
    let joined = joining.join(&mut change).await?;
    let agent_id = joined.agent_id().clone();
    change.commit(joined.entry(Action::AgentInstall, message)).await?;
    joined.announce(app).await;
    Ok(agent_id)
}
