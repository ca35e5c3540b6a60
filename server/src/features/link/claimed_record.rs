//! Which record a computer that enrols had before, and whether it proves it.

use muster_protocol::enrolment_to_sign;
use ring::signature::{ED25519, UnparsedPublicKey};
use sea_orm::{ConnectionTrait, DbErr};

use super::enroll::{Enrol, SIGNATURE_BYTES};
use crate::agent_link::{LinkReply, LinkRequest, TAKEOVER_LIMIT, Undelivered, undelivered};
use crate::app::App;
use crate::domain::enrolment::{KnownAgent, find_known_by_hardware, find_known_by_id};
use crate::domain::fleet::EnrolmentApproval;
use crate::error::ApiError;
use crate::hex::hex_bytes;
use crate::slot::without_slot;

/// The record that a computer claims.
pub struct ClaimedRecord {
    pub known: KnownAgent,
    /// Whether it signed its new key with the one that is known. Anybody can
    /// send the hardware id of another computer.
    is_proven: bool,
}

impl ClaimedRecord {
    /// Whether a person must approve that a computer with this key takes the
    /// record up.
    pub fn needs_approval(&self, public_key: &[u8]) -> bool {
        // With the key that is known already, it gets nothing it did not have.
        if self.known.public_key.as_deref() == Some(public_key) {
            return false;
        }
        !self.is_proven || self.known.approval == EnrolmentApproval::All
    }
}

/// The record of a computer within the client of its token: a token must not
/// reach beyond it.
pub async fn find_record(
    db: &impl ConnectionTrait,
    request: &Enrol,
    client: i64,
) -> Result<Option<ClaimedRecord>, DbErr> {
    let previous = &request.previous_agent_id;
    if !previous.as_str().is_empty()
        && let Some(known) = find_known_by_id(db, client, previous).await?
        && known.public_key.as_ref().is_some_and(|key| is_signed_with(key, request))
    {
        return Ok(Some(ClaimedRecord { known, is_proven: true }));
    }
    if request.hardware_id.is_empty() {
        return Ok(None);
    }
    let known = find_known_by_hardware(db, client, &request.hardware_id).await?;
    Ok(known.map(|known| ClaimedRecord { known, is_proven: false }))
}

/// Whether the record that a computer claims without proof is that of an agent
/// which is connected now: then two machines look alike, and each gets its own
/// record.
pub async fn is_of_another_machine(
    app: &App,
    request: &Enrol,
    client: i64,
) -> Result<bool, ApiError> {
    let record = find_record(app.db.read(), request, client).await?;
    let Some(ClaimedRecord { known, is_proven: false }) = record else { return Ok(false) };
    let takeover = LinkRequest::Takeover { process_id: String::new() };
    // An agent that does not answer must not keep logins waiting.
    let asked = app.agent_link.request(&known.target.agent_id, takeover, TAKEOVER_LIMIT);
    let answer = without_slot(asked).await?;
    match answer.map_err(undelivered) {
        Ok(LinkReply::StillHere) => Ok(true),
        Ok(_) | Err(Undelivered::Offline) => Ok(false),
        Err(reason) => Err(reason.into()),
    }
}

/// Whether the computer that enrols has this key too.
pub(super) fn is_signed_with(key: &[u8], request: &Enrol) -> bool {
    let Some(signature) = hex_bytes(&request.previous_signature, SIGNATURE_BYTES) else {
        return false;
    };
    let text = enrolment_to_sign(request.previous_agent_id.as_str(), &request.public_key);
    UnparsedPublicKey::new(&ED25519, key).verify(&text, &signature).is_ok()
}
