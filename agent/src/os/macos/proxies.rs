//! The proxy that is set for the whole machine, in the network settings. A script that names
//! one (PAC) does not count.

use std::time::Duration;

use super::ask::ask_and_wait;
use crate::os::{Problem, SystemProxies};

const LIMIT: Duration = Duration::from_secs(3);

/// What the system says about proxies.
pub fn system_proxies() -> SystemProxies {
    match ask_and_wait("scutil", &["--proxy"], LIMIT) {
        Ok(text) => parse(&text),
        Err(problem) => {
            tracing::warn!(%problem, "the system's proxies are not known");
            SystemProxies::default()
        }
    }
}

/// The proxy that the system's script or its detection names for an address: scripts are not
/// run here.
pub async fn automatic_proxy(_url: &str) -> Result<Option<String>, Problem> {
    Ok(None)
}

/// Lines like `HTTPSProxy : proxy.example.org`; those of the list of exceptions are numbered.
fn parse(text: &str) -> SystemProxies {
    let pairs: Vec<(&str, &str)> =
        text.lines().filter_map(|line| line.trim().split_once(" : ")).collect();
    let value = |name: &str| {
        let found = pairs.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| *value)
    };
    let proxy = |kind: &str| {
        let is_on = value(&format!("{kind}Enable")) == Some("1");
        let host = value(&format!("{kind}Proxy")).filter(|_| is_on)?;
        // A bare address of version 6 would end where its port begins.
        let host = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        Some(match value(&format!("{kind}Port")) {
            Some(port) => format!("{host}:{port}"),
            None => host,
        })
    };
    let numbered = pairs.iter().filter(|(name, _)| name.parse::<u32>().is_ok());
    let mut none: Vec<String> = numbered.map(|(_, entry)| exception(entry)).collect();
    if value("ExcludeSimpleHostnames") == Some("1") {
        none.push("<local>".to_owned());
    }
    let none = none.join(",");
    SystemProxies { https: proxy("HTTPS"), http: proxy("HTTP"), none, is_automatic: false }
}

/// Networks may be short: `169.254/16` is `169.254.0.0/16`.
fn exception(entry: &str) -> String {
    let Some((address, length)) = entry.split_once('/') else { return entry.to_owned() };
    let parts: Vec<&str> = address.split('.').collect();
    let is_short = parts.len() < 4 && parts.iter().all(|part| part.parse::<u8>().is_ok());
    if !is_short {
        return entry.to_owned();
    }
    let missing = ["0"; 4].into_iter().skip(parts.len());
    let full: Vec<&str> = parts.iter().copied().chain(missing).collect();
    format!("{}/{length}", full.join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "<dictionary> {
  ExceptionsList : <array> {
    0 : *.local
    1 : 169.254/16
    2 : intranet.example.org
  }
  ExcludeSimpleHostnames : 1
  FTPPassive : 1
  HTTPEnable : 0
  HTTPPort : 8080
  HTTPProxy : old.example.org
  HTTPSEnable : 1
  HTTPSPort : 3128
  HTTPSProxy : proxy.example.org
  ProxyAutoConfigEnable : 0
}
";

    #[test]
    fn proxies_that_are_switched_on_are_taken_with_their_exceptions() {
        let expected = SystemProxies {
            https: Some("proxy.example.org:3128".to_owned()),
            http: None,
            none: "*.local,169.254.0.0/16,intranet.example.org,<local>".to_owned(),
            is_automatic: false,
        };
        assert_eq!(parse(TEXT), expected);
        assert_eq!(parse("<dictionary> {\n}\n"), SystemProxies::default());
        let v6 = parse("  HTTPEnable : 1\n  HTTPProxy : 2001:db8::1\n  HTTPPort : 80\n");
        assert_eq!(v6.http.as_deref(), Some("[2001:db8::1]:80"));
    }
}
