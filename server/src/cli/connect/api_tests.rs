//! Which addresses are called, and what refusals say.

use serde_json::json;

use super::*;

fn api(server: &str, insecure: bool) -> Result<Api, String> {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Api::new(server, Secret::new("key"), insecure).map_err(|error| error.to_string())
}

fn relay(server: &str, named: &str) -> Option<String> {
    let request = api(server, true).unwrap().relay(named).ok()?;
    Some(request.build().unwrap().url().to_string())
}

#[test]
fn a_key_is_not_shown_to_everybody_on_the_way() {
    for safe in ["http://127.0.0.1:8000", "http://[::1]:8000/", "http://localhost"] {
        assert!(api(safe, false).is_ok(), "{safe}");
    }
    let refused = api("http://rmm.example.com", false).err().unwrap();
    assert!(refused.contains("use https://"), "{refused}");
    assert!(api("http://rmm.example.com", true).is_ok());
    for wrong in ["rmm.example.com", "ftp://rmm.example.com", "", "https://"] {
        let refused = api(wrong, true).err().unwrap();
        assert!(refused.contains("looks like https://"), "{wrong}: {refused}");
    }
}

#[test]
fn the_relay_is_the_server_itself_or_a_named_one() {
    let path = "/remote/v1/connect/";
    for (named, expected) in [
        (path, "http://127.0.0.1:8000/below/remote/v1/connect/"),
        (
            "wss://relay.example.com/remote/v1/connect/",
            "https://relay.example.com/remote/v1/connect/",
        ),
        ("ws://127.0.0.1:9/x/", "http://127.0.0.1:9/x/"),
    ] {
        assert_eq!(relay("http://127.0.0.1:8000/below/", named).as_deref(), Some(expected));
    }
    assert_eq!(relay("http://127.0.0.1:8000", "ws://relay.example.com/x/"), None);
}

#[test]
fn a_refusal_says_what_is_wrong_and_whether_it_may_pass() {
    let answer = json!({
        "detail": "Some fields are wrong.", "code": "invalid",
        "errors": { "host": ["Must be the name or the address of a host."] },
    });
    let refusal = Refusal::from_answer("https://x", StatusCode::BAD_REQUEST, Some(&answer));
    let expected = "Some fields are wrong. host: Must be the name or the address of a host.";
    assert_eq!((refusal.to_string().as_str(), refusal.is_temporary()), (expected, false));
    let page = Refusal::from_answer("https://x", StatusCode::BAD_GATEWAY, None);
    assert!(page.is_temporary() && page.to_string().contains("https://x answers 502"));
    let away = json!({ "detail": "pc-1 is offline.", "code": "agent_offline" });
    let away = Refusal::from_answer("https://x", StatusCode::CONFLICT, Some(&away));
    assert!(away.is_temporary());
}
