//! The proxy that is set for the whole machine, beside the environment.

use crate::os::SystemProxies;

/// What the system says about proxies: here the environment says all.
pub fn system_proxies() -> SystemProxies {
    SystemProxies::default()
}
