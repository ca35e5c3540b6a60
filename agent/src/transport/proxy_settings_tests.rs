//! Which hosts go through the proxy, and which never do.

use proptest::prelude::*;

use super::*;

fn settings(none: &str) -> ProxySettings {
    ProxySettings {
        all: Some("proxy.corp:3128".to_owned()),
        none: none.to_owned(),
        ..<_>::default()
    }
}

fn goes_through(none: &str, server: &str) -> bool {
    settings(none).for_server(&server.parse().unwrap()).unwrap().is_some()
}

#[test]
fn exceptions_are_matched_by_name_suffix_address_network_and_port() {
    for (none, server, through) in [
        ("", "https://rmm.example.org", true),
        ("*", "https://rmm.example.org", false),
        ("example.org", "https://rmm.example.org", false),
        (".example.org", "https://rmm.example.org", false),
        ("*.example.org", "https://rmm.example.org", false),
        ("EXAMPLE.org", "https://example.ORG", false),
        ("example.org", "https://badexample.org", true),
        ("other.org, rmm.example.org", "https://rmm.example.org", false),
        ("rmm.example.org:8443", "https://rmm.example.org", true),
        ("rmm.example.org:8443", "https://rmm.example.org:8443", false),
        ("10.0.0.0/8", "https://10.1.2.3", false),
        ("10.0.0.0/8", "https://11.1.2.3", true),
        ("10.1.2.3", "https://10.1.2.3", false),
        ("fd00::/8", "https://[fd00::1]", false),
        ("fd00::1", "https://[fd00::1]", false),
        (",", "https://rmm.example.org", true),
    ] {
        assert_eq!(goes_through(none, server), through, "{none} {server}");
    }
}

#[test]
fn each_scheme_has_its_own_proxy_and_credentials_are_kept() {
    let settings = ProxySettings {
        https: Some("http://user:secret@secure.corp:8080".to_owned()),
        http: Some("http://plain.corp".to_owned()),
        ..<_>::default()
    };
    let secure = settings.for_server(&"https://example.org".parse().unwrap()).unwrap().unwrap();
    assert_eq!(secure.credentials.as_deref(), Some("user:secret"));
    assert_eq!((secure.host.as_str(), secure.port), ("secure.corp", 8080));
    let plain = settings.for_server(&"http://example.org".parse().unwrap()).unwrap().unwrap();
    assert_eq!((plain.host.as_str(), plain.port), ("plain.corp", 80));
}

#[test]
fn a_proxy_that_cannot_be_used_is_an_error_without_its_password() {
    let settings =
        ProxySettings { all: Some("socks5://u:secret@p:1".to_owned()), ..<_>::default() };
    let error = settings.for_server(&"https://example.org".parse().unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "only http:// proxies are supported");
}

#[test]
fn the_machines_proxy_counts_with_the_exceptions_of_both() {
    let system = SystemProxies {
        https: Some("proxy.corp:3128".to_owned()),
        http: None,
        none: "<local>,.corp".to_owned(),
        is_automatic: false,
    };
    let named = ProxySettings { none: "example.net".to_owned(), ..<_>::default() };
    assert!(named.is_empty());
    let settings = named.or_system(system);
    for (server, through) in [
        ("https://rmm.example.org", true),
        ("https://rmm", false),
        ("https://rmm.corp", false),
        ("https://rmm.example.net", false),
        ("https://[fd00::1]", true),
        ("http://rmm.example.org", false),
    ] {
        let proxy = settings.for_server(&server.parse().unwrap()).unwrap();
        assert_eq!(proxy.is_some(), through, "{server}");
    }
}

#[test]
fn the_system_is_asked_only_where_nobody_named_a_proxy_or_an_exception() {
    let system = SystemProxies { is_automatic: true, ..SystemProxies::default() };
    let named = ProxySettings { none: "example.net".to_owned(), ..<_>::default() };
    let automatic = named.or_system(system.clone());
    for (server, is_asked) in [
        ("https://rmm.example.org", true),
        ("https://rmm.example.net", false),
        ("https://127.0.0.1:8000", false),
        ("http://localhost", false),
    ] {
        assert_eq!(automatic.must_be_asked_for(&server.parse().unwrap()), is_asked, "{server}");
    }
    let server = "https://rmm.example.org".parse().unwrap();
    let fixed = SystemProxies { https: Some("proxy.corp:3128".to_owned()), ..system };
    assert!(!ProxySettings::default().or_system(fixed).must_be_asked_for(&server));
    assert!(!ProxySettings::default().must_be_asked_for(&server));
}

#[tokio::test]
async fn a_server_of_this_computer_is_reached_without_asking() {
    let automatic = ProxySettings { is_automatic: true, ..<_>::default() };
    let server = "http://127.0.0.1:8000".parse().unwrap();
    assert_eq!(automatic.find(&server).await.unwrap(), None);
    let named = settings("").find(&"https://rmm.example.org".parse().unwrap()).await.unwrap();
    assert_eq!(named.unwrap().host, "proxy.corp");
}

proptest! {
    #[test]
    fn loopback_is_never_reached_through_a_proxy(last in 0..=255u8, none in "[a-z.,*]{0,12}") {
        let server = format!("http://127.0.0.{last}:8000");
        prop_assert!(!goes_through(&none, &server));
        prop_assert!(!goes_through(&none, "http://localhost:8000"));
        prop_assert!(!goes_through(&none, "http://[::1]:8000"));
    }

    #[test]
    fn no_list_of_exceptions_makes_the_agent_panic(none in ".{0,40}", host in "[a-z0-9.-]{1,20}") {
        is_excepted(&none, &host, 443);
    }

    #[test]
    fn an_address_is_in_every_network_made_of_its_own_leading_bits(bits: u32, length in 0..=32u32) {
        let address = std::net::Ipv4Addr::from_bits(bits);
        let entry = format!("{address}/{length}");
        prop_assert!(names_address(&entry, address.into(), 443));
    }
}
