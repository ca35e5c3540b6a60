//! Proxies as Windows writes them down: a list of them, and the hosts without one.

use windows::Win32::Foundation::{GlobalFree, HGLOBAL};
use windows::core::PWSTR;

use crate::os::SystemProxies;

/// Copies a text that Windows made for this call, and releases it.
#[expect(unsafe_code, reason = "the text belongs to us, in memory of Windows")]
pub fn take_text(text: PWSTR) -> String {
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
pub fn read_setting(proxy: &str, bypass: &str) -> SystemProxies {
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
}
