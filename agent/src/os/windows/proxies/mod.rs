//! The proxy that is set for the whole machine, with `netsh winhttp set proxy` or by a policy,
//! and the one that a script or a detection finds. Proxies of single users do not count.

mod automatic;
mod setting;

use windows::Win32::Networking::WinHttp::{
    WINHTTP_ACCESS_TYPE_NAMED_PROXY, WINHTTP_PROXY_INFO, WinHttpGetDefaultProxyConfiguration,
};

use crate::os::{Problem, SystemProxies};
use setting::{read_setting, take_text};

/// What the system says about proxies.
#[expect(unsafe_code, reason = "the setting is read through Windows")]
pub fn system_proxies() -> SystemProxies {
    let mut found = WINHTTP_PROXY_INFO::default();
    // SAFETY: Windows fills in the structure, which lives until the call returns.
    if unsafe { WinHttpGetDefaultProxyConfiguration(&mut found) }.is_err() {
        return SystemProxies { is_automatic: true, ..SystemProxies::default() };
    }
    let (proxy, bypass) = (take_text(found.lpszProxy), take_text(found.lpszProxyBypass));
    match found.dwAccessType == WINHTTP_ACCESS_TYPE_NAMED_PROXY {
        true => read_setting(&proxy, &bypass),
        // No fixed one: a script or a detection may find one.
        false => SystemProxies { is_automatic: true, ..SystemProxies::default() },
    }
}

/// The proxy that the system's script or its detection names for an address.
pub async fn automatic_proxy(url: &str) -> Result<Option<String>, Problem> {
    automatic::find(url.to_owned()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_can_be_asked() {
        let proxies = system_proxies();
        assert!(proxies.https.as_ref().is_none_or(|proxy| !proxy.is_empty()));
        let has_fixed = proxies.https.is_some() || proxies.http.is_some();
        assert!(!(has_fixed && proxies.is_automatic), "{proxies:?}");
    }
}
