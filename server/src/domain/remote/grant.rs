//! Grants: what one viewer of one session may do on one agent, signed with the key of
//! the installation, which agents know since they enrolled.

use std::time::Duration;

use muster_remote::{Grant, Recording, grant_to_sign};
use ring::digest::{SHA256, digest};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::rules::EffectiveRules;
use super::session::StoredSession;
use crate::app::App;
use crate::auth::Identity;
use crate::hex::hex_digits;
use crate::storage::sql;
use crate::time::Timestamp;

/// How long an agent accepts a grant.
const VALID: Duration = Duration::from_secs(60);
const VERSION: u32 = 1;

/// A grant as it travels.
pub(super) struct SignedGrant {
    /// The text that was signed.
    pub(super) text: String,
    /// Ed25519, in hexadecimal.
    pub(super) signature: String,
    pub(super) expires: Timestamp,
}

/// Who a grant is for.
pub(super) struct Grantee<'a> {
    /// Id of the viewer.
    pub(super) viewer: &'a str,
    /// Whether the session begins with them.
    pub(super) begins: bool,
    /// Their X25519 key.
    pub(super) public_key: &'a [u8],
    pub(super) view_only: bool,
    /// Login name.
    pub(super) user: &'a str,
    /// The name that is shown on the computer.
    pub(super) user_name: String,
}

/// Makes and signs a grant.
pub(super) fn sign_grant(
    app: &App,
    session: &StoredSession,
    grantee: Grantee<'_>,
    rules: &EffectiveRules,
) -> SignedGrant {
    let now = Timestamp::now();
    let (details, expires) = (session.details(), now.plus(VALID));
    let grant = Grant {
        version: VERSION,
        session: session.uid.clone(),
        viewer: grantee.viewer.to_owned(),
        begins: grantee.begins,
        agent: String::from(&session.target.agent_id),
        user: grantee.user.to_owned(),
        user_name: grantee.user_name,
        kind: session.kind(),
        view_only: grantee.view_only,
        key_sha256: hex_digits(digest(&SHA256, grantee.public_key).as_ref()),
        issued: now.micros(),
        expires: expires.micros(),
        limits: rules.limits,
        consent: rules.consent,
        recording: Recording {
            mode: rules.recording,
            input: rules.record_input,
            key: hex_digits(&app.vault.recording_key().public()),
        },
        terminal: details.terminal,
        tunnel: details.tunnel,
    };
    let text = serde_json::to_string(&grant).expect("texts and numbers are plain JSON");
    let signature = app.vault.sign_package(&grant_to_sign(&text));
    SignedGrant { text, signature, expires }
}

/// The name of a user as the person at the computer reads it.
pub(super) async fn shown_name(
    db: &impl ConnectionTrait,
    caller: &Identity,
) -> Result<String, DbErr> {
    #[derive(FromQueryResult)]
    struct NameRow {
        first_name: String,
        last_name: String,
    }
    let text = "select first_name, last_name from users where id = $1";
    let row: Option<NameRow> = sql::one(db, text, [caller.user_id.into()]).await?;
    let name = row.map(|row| format!("{} {}", row.first_name, row.last_name).trim().to_owned());
    Ok(name.filter(|name| !name.is_empty()).unwrap_or_else(|| caller.username.clone()))
}
