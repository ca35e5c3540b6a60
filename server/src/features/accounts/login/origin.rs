//! Where an anonymous call comes from.

use std::net::{IpAddr, Ipv4Addr};

use axum::extract::FromRequestParts;
use axum::http::header::USER_AGENT;
use axum::http::request::Parts;

use crate::auth::ClientAddress;
use crate::error::ApiError;

const MAX_USER_AGENT: usize = 255;

/// Address and browser of an anonymous caller.
pub struct Origin {
    /// Where the call came from; behind proxies, the original address.
    pub address: IpAddr,
    /// What the browser says about itself, truncated.
    pub user_agent: String,
}

#[cfg(test)]
impl crate::input::Argument for Origin {}

impl<S: Sync> FromRequestParts<S> for Origin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let address = parts.extensions.get::<ClientAddress>().map(|address| address.0);
        let user_agent = parts.headers.get(USER_AGENT).map(|value| {
            let text = String::from_utf8_lossy(value.as_bytes());
            text.chars().filter(|c| !c.is_control()).take(MAX_USER_AGENT).collect()
        });
        Ok(Self {
            // Calls without an address share one limit.
            address: address.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)),
            user_agent: user_agent.unwrap_or_default(),
        })
    }
}
