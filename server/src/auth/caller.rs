//! `Caller<may::X>`: an extractor that refuses before the body is read.

use std::marker::PhantomData;
use std::net::IpAddr;
use std::ops::Deref;

use axum::extract::FromRequestParts;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;

use super::identity::{Credential, Identity};
use super::rights::{Requirement, Right};
use super::{hash_token, queries};
use crate::app::App;
use crate::error::ApiError;
use crate::strangers::Peer;

/// A caller who has the right `R`. Only a request can make one.
pub struct Caller<R> {
    identity: Identity,
    right: PhantomData<R>,
}

/// The address of a request, as seen behind trusted proxies. Set by the HTTP
/// frame.
#[derive(Clone, Copy)]
pub struct ClientAddress(pub IpAddr);

impl<R> Deref for Caller<R> {
    type Target = Identity;

    fn deref(&self) -> &Identity {
        &self.identity
    }
}

#[cfg(test)]
impl<R> crate::input::Argument for Caller<R> {}

impl<R: Requirement> FromRequestParts<App> for Caller<R> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let identity = logged_in(parts, app).await?;
        let has_other = R::OTHER_RIGHT.is_some_and(|right| identity.rights.has(right));
        if let Some(right) = R::RIGHT.filter(|_| !has_other) {
            identity.must_have(right)?;
        }
        if R::NEEDS_SUPERUSER && !identity.is_superuser {
            return Err(ApiError::Forbidden("only superusers may do this".to_owned()));
        }
        Ok(Self { identity, right: PhantomData })
    }
}

/// A caller who has completed the login.
async fn logged_in(parts: &Parts, app: &App) -> Result<Identity, ApiError> {
    let address = parts.extensions.get::<ClientAddress>().map(|address| address.0);
    let identity = admit(app, sent_credential(parts)?, address).await?;
    make_peer_known(parts);
    Ok(identity)
}

/// The connection of this request is not a stranger's any more.
fn make_peer_known(parts: &Parts) {
    if let Some(peer) = parts.extensions.get::<Peer>() {
        peer.make_known();
    }
}

/// Who sent this credential, unless they are still logging in.
pub async fn admit(
    app: &App,
    sent: SentCredential,
    address: Option<IpAddr>,
) -> Result<Identity, ApiError> {
    let identity = find_identity(app, sent, address).await?;
    if let Credential::Enrolment { .. } = identity.credential {
        let sentence = "this token can only set up two-factor login";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    }
    Ok(identity)
}

/// Who a request comes from, for work that is done before a route sees it. It
/// grants no rights.
pub async fn identify(parts: &Parts, app: &App) -> Result<Identity, ApiError> {
    authenticate(parts, app).await
}

/// Either a caller with a session, or one that is still setting up 2FA.
async fn authenticate(parts: &Parts, app: &App) -> Result<Identity, ApiError> {
    let address = parts.extensions.get::<ClientAddress>().map(|address| address.0);
    let identity = find_identity(app, sent_credential(parts)?, address).await?;
    make_peer_known(parts);
    Ok(identity)
}

async fn find_identity(
    app: &App,
    sent: SentCredential,
    address: Option<IpAddr>,
) -> Result<Identity, ApiError> {
    match sent {
        SentCredential::Key(key) => queries::identity_of_key(app, &hash_token(&key), address).await,
        SentCredential::Session(token) => {
            queries::identity_of_session(app, &hash_token(&token), address).await
        }
    }
}

/// A credential as a caller sends it.
pub enum SentCredential {
    /// An API key.
    Key(String),
    /// The token of a session.
    Session(String),
}

/// The credential in the headers of a request.
pub fn sent_credential(parts: &Parts) -> Result<SentCredential, ApiError> {
    if let Some(value) = parts.headers.get("x-api-key") {
        let key = value.to_str().map_err(|_| ApiError::InvalidCredentials)?;
        return Ok(SentCredential::Key(key.trim().to_owned()));
    }
    let Some(value) = parts.headers.get(AUTHORIZATION) else {
        return Err(ApiError::NotAuthenticated);
    };
    let value = value.to_str().map_err(|_| ApiError::InvalidCredentials)?;
    match value.split_once(' ') {
        Some((scheme, token))
            if scheme.eq_ignore_ascii_case("token") || scheme.eq_ignore_ascii_case("bearer") =>
        {
            Ok(SentCredential::Session(token.trim().to_owned()))
        }
        _ => Err(ApiError::InvalidCredentials),
    }
}

/// `Caller` for the one call that an enrolment token opens as well.
pub struct EnrollingCaller(pub Identity);

#[cfg(test)]
impl crate::input::Argument for EnrollingCaller {}

impl FromRequestParts<App> for EnrollingCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        authenticate(parts, app).await.map(Self)
    }
}

/// Whether the request carries a credential with this right, for the one
/// route that also takes another kind of token.
pub async fn has_right(parts: &Parts, app: &App, right: Right) -> Result<(), ApiError> {
    logged_in(parts, app).await?.must_have(right)
}
