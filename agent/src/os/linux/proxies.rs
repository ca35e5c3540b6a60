//! The proxy that is set for the whole machine, beside the environment.

use crate::os::{Problem, SystemProxies};

/// What the system says about proxies: here the environment says all.
pub fn system_proxies() -> SystemProxies {
    SystemProxies::default()
}

/// The proxy that the system's script or its detection names for an address; none here.
pub async fn automatic_proxy(_url: &str) -> Result<Option<String>, Problem> {
    Ok(None)
}
