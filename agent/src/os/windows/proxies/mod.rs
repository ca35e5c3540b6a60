//! The proxy that is set for the whole machine, with `netsh winhttp set proxy` or by a policy,
//! and the one that a script or a detection finds. Proxies of single users do not count.

mod automatic;

use windows::Win32::Foundation::{GlobalFree, HGLOBAL};
use windows::Win32::Networking::WinHttp::{
    WINHTTP_ACCESS_TYPE_NAMED_PROXY, WINHTTP_PROXY_INFO, WinHttpGetDefaultProxyConfiguration,
};
use windows::core::PWSTR;

use crate::os::{Problem, SystemProxies};

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

/// Copies a text that Windows made for this call, and releases it.
#[expect(unsafe_code, reason = "the text belongs to us, in memory of Windows")]
fn take_text(text: PWSTR) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: Windows ends the text with a zero, and it is there until it is released.
    let copy = String::from_utf16_lossy(unsafe { text.as_wide() });
    // SAFETY: the call that made the text leaves its release to the caller, and this is
    // the only pointer to it.
    let _ = unsafe { GlobalFree(Some(HGLOBAL(text.0.cast()))) };
    copy
}

/// Reads a list like `http=proxy:80;https=proxy:443`, or one proxy for both.
fn read_setting(proxy: &str, bypass: &str) -> SystemProxies {
    let mut proxies = SystemProxies { none: exceptions(bypass), ..SystemProxies::default() };
    for entry in entries(proxy) {
        match entry.split_once('=') {
            Some(("https", address)) => proxies.https = Some(address.to_owned()),
            Some(("http", address)) => proxies.http = Some(address.to_owned()),
            // For other kinds of connections.
            Some(_) => {}
            None => {
                proxies.https.get_or_insert_with(|| entry.to_owned());
                proxies.http.get_or_insert_with(|| entry.to_owned());
            }
        }
    }
    proxies
}

/// The hosts without a proxy as `NO_PROXY` lists them.
fn exceptions(bypass: &str) -> String {
    let known: Vec<String> = entries(bypass).filter_map(exception).collect();
    known.join(",")
}

/// One of them; none for a pattern that such a list cannot say.
fn exception(entry: &str) -> Option<String> {
    let entry = entry.split_once("://").map_or(entry, |(_, host)| host);
    if let Some(network) = network(entry) {
        return Some(network);
    }
    let name = entry.strip_prefix("*.").or(entry.strip_prefix('*')).unwrap_or(entry);
    let is_plain = !name.contains('*');
    match entry {
        "*" | "<local>" => Some(entry.to_owned()),
        _ if is_plain && !name.is_empty() => Some(name.to_owned()),
        _ => {
            tracing::debug!(entry, "an exception from the machine's proxy is not understood");
            None
        }
    }
}

/// `10.*` and `192.168.*.*` as networks.
fn network(entry: &str) -> Option<String> {
    let parts: Vec<&str> = entry.split('.').collect();
    let numbers: Vec<u8> = parts.iter().map_while(|part| part.parse().ok()).collect();
    let is_pattern = parts.len() > numbers.len()
        && parts.len() <= 4
        && !numbers.is_empty()
        && parts[numbers.len()..].iter().all(|part| *part == "*");
    if !is_pattern {
        return None;
    }
    let number = |at: usize| numbers.get(at).copied().unwrap_or(0);
    let address: Vec<String> = (0..4).map(|at| number(at).to_string()).collect();
    Some(format!("{}/{}", address.join("."), numbers.len() * 8))
}

fn entries(list: &str) -> impl Iterator<Item = &str> {
    list.split([';', ' ', '\t', '\n', '\r']).filter(|entry| !entry.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_names_one_proxy_or_one_for_each_kind() {
        let read = |proxy: &str| {
            let read = read_setting(proxy, "");
            (read.https.unwrap_or_default(), read.http.unwrap_or_default())
        };
        let pair = |https: &str, http: &str| (https.to_owned(), http.to_owned());
        assert_eq!(read("proxy:8080"), pair("proxy:8080", "proxy:8080"));
        assert_eq!(read("http=a:80;https=b:81"), pair("b:81", "a:80"));
        assert_eq!(read("https=b:81 c:82"), pair("b:81", "c:82"));
        assert_eq!(read("ftp=a:80;"), pair("", ""));
        assert_eq!(
            read("http://proxy.corp:3128"),
            pair("http://proxy.corp:3128", "http://proxy.corp:3128")
        );
    }

    #[test]
    fn exceptions_are_those_of_the_environment_in_other_words() {
        let bypass = "<local>;*.corp.example;10.*;192.168.1.*;172.16.*.*;host;https://a.b;*intra";
        let expected =
            "<local>,corp.example,10.0.0.0/8,192.168.1.0/24,172.16.0.0/16,host,a.b,intra";
        assert_eq!(exceptions(bypass), expected);
        assert_eq!(exceptions("10.1.2.3"), "10.1.2.3");
        assert_eq!(exceptions("*"), "*");
        // What cannot be said goes through the proxy.
        assert_eq!(exceptions("web*.corp;1.2.3.4.*"), "");
    }

    #[test]
    fn a_machine_can_be_asked() {
        let proxies = system_proxies();
        assert!(proxies.https.as_ref().is_none_or(|proxy| !proxy.is_empty()));
        let has_fixed = proxies.https.is_some() || proxies.http.is_some();
        assert!(!(has_fixed && proxies.is_automatic), "{proxies:?}");
    }
}
