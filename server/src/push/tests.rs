//! Real requests to a push service of the test's own, whose browsers decrypt.

use std::time::Duration;

use serde_json::{Value, json};

use super::send::{Terms, send_on};
use super::{
    AcceptedPush, PushError, PushMessage, PushTarget, Sender, Urgency, VapidKey, is_auth,
    is_endpoint, is_public_key,
};
use crate::clock;
use crate::testing::{PushService, TEST_TIMEOUT};
use crate::time::Timestamp;

fn key() -> VapidKey {
    // A client cannot be made without it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    VapidKey::read(&VapidKey::generate().unwrap()).unwrap()
}

fn target(subscription: &Value) -> PushTarget {
    let part = |name: &str| subscription[name].as_str().unwrap();
    PushTarget::parse(part("endpoint"), part("p256dh"), part("auth")).unwrap()
}

fn message(content: &Value) -> PushMessage {
    let payload = content.to_string().into_bytes();
    PushMessage { payload, urgency: Urgency::High, topic: Some("alert-7".to_owned()) }
}

fn patient() -> Terms {
    let allowed = vec!["127.0.0.0/8".parse().unwrap()];
    Terms { connect: TEST_TIMEOUT, total: TEST_TIMEOUT, allowed }
}

/// Sends something on these terms to a browser of the service.
async fn attempt(service: &PushService, terms: &Terms) -> Result<AcceptedPush, PushError> {
    let (key, target) = (key(), target(&service.browser("firefox").subscription()));
    let sender = Sender { key: &key, subject: None };
    send_on(&sender, &target, &message(&json!({ "title": "x" })), terms).await
}

#[tokio::test]
async fn a_notification_is_one_signed_request_that_only_the_browser_can_read() {
    clock::stop();
    let (service, key) = (PushService::start().await, key());
    let target = target(&service.browser("firefox").subscription());
    let content = json!({ "title": "Disk full", "body": "C: über 90 %" });
    for subject in [Some("mailto:ann@example.com"), None] {
        let sender = Sender { key: &key, subject: subject.map(str::to_owned) };
        let accepted = send_on(&sender, &target, &message(&content), &patient()).await.unwrap();
        assert_eq!(accepted, AcceptedPush { status: 201, answer: String::new() });
    }
    let received = service.received();
    let expires = Timestamp::now().seconds() + 12 * 60 * 60;
    let claims = [
        json!({ "aud": service.url, "exp": expires, "sub": "mailto:ann@example.com" }),
        json!({ "aud": service.url, "exp": expires }),
    ];
    assert_eq!(received.len(), 2);
    for (push, claims) in received.iter().zip(&claims) {
        assert_eq!((&push.content, &push.claims), (&content, claims));
        assert_eq!(push.headers, ["86400", "high", "alert-7"]);
        assert_eq!(push.signed_by, key.public_key());
    }
}

#[tokio::test]
async fn only_what_may_work_later_is_temporary_and_only_404_and_410_are_gone() {
    let service = PushService::start().await;
    let table = [
        (400, false, false),
        (403, false, false),
        (404, false, true),
        (410, false, true),
        (413, false, false),
        (429, true, false),
        (503, true, false),
    ];
    for (status, is_temporary, is_gone) in table {
        service.answer(status, "no\0t now");
        let error = attempt(&service, &patient()).await.unwrap_err();
        assert_eq!(error.to_string(), format!("the push service answered: {status}: not now"));
        assert_eq!((error.is_temporary(), error.is_gone()), (is_temporary, is_gone), "{status}");
    }
    service.answer(500, "");
    let error = attempt(&service, &patient()).await.unwrap_err();
    assert_eq!(error.to_string(), "the push service answered: 500");
}

#[tokio::test]
async fn what_a_service_repeats_of_the_address_is_masked() {
    let (service, key) = (PushService::start().await, key());
    let browser = service.browser("firefox");
    let token = browser.endpoint.rsplit('/').next().unwrap();
    service.answer(400, &format!("{} and {token} are wrong", browser.endpoint));
    let sender = Sender { key: &key, subject: None };
    let target = target(&browser.subscription());
    let sent = send_on(&sender, &target, &message(&json!({})), &patient()).await;
    let expected = "the push service answered: 400: ******** and ******** are wrong";
    assert_eq!(sent.unwrap_err().to_string(), expected);
    assert!(!format!("{target:?}").contains(token));
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (service, other) = (PushService::start().await, PushService::start().await);
    service.redirect(&other.browser("firefox").endpoint);
    let error = attempt(&service, &patient()).await.unwrap_err();
    assert_eq!(error.to_string(), "the push service answered: 307");
    assert!(other.received().is_empty());
}

#[tokio::test]
async fn a_silent_service_times_out_and_one_that_is_away_is_reported() {
    let service = PushService::start().await;
    service.stay_silent();
    let terms = Terms { total: Duration::from_millis(100), ..patient() };
    let error = attempt(&service, &terms).await.unwrap_err();
    assert_eq!((error.is_temporary(), error), (true, PushError::Silent));

    let (key, mut subscription) = (key(), service.browser("firefox").subscription());
    subscription["endpoint"] = json!("http://127.0.0.1:1/push/kanarienvogel");
    let sender = Sender { key: &key, subject: None };
    let error = send_on(&sender, &target(&subscription), &message(&json!({})), &patient()).await;
    let PushError::Unusable(text) = error.unwrap_err() else { panic!("it cannot be reached") };
    assert!(text.contains("refused") && !text.contains("kanarienvogel"), "{text}");
}

#[tokio::test]
async fn an_internal_service_is_used_only_where_the_operator_allows_it() {
    let service = PushService::start().await;
    let terms = Terms { allowed: vec!["127.0.0.2/32".parse().unwrap()], ..patient() };
    let error = attempt(&service, &terms).await.unwrap_err();
    let PushError::NotAllowed(text) = &error else { panic!("{error:?}") };
    assert!(text.contains("OUTBOUND_ALLOW"), "{text}");
    assert!(!error.is_temporary() && service.received().is_empty());
}

#[tokio::test]
async fn a_service_in_the_internet_needs_tls() {
    let (key, mut subscription) = (key(), PushService::start().await.browser("x").subscription());
    subscription["endpoint"] = json!("http://192.0.2.1/push/kanarienvogel");
    let sender = Sender { key: &key, subject: None };
    let error = send_on(&sender, &target(&subscription), &message(&json!({})), &patient()).await;
    let expected = "the push service may not be used: 192.0.2.1 must be used with https";
    assert_eq!(error.unwrap_err().to_string(), expected);
}

#[test]
fn addresses_and_keys_are_distinguished_from_other_text() {
    let right = ["https://push.example.com/a", "http://127.0.0.1:9/", "https://[::1]/x?y=z"];
    assert!(right.iter().all(|text| is_endpoint(text)));
    let wrong = [
        "",
        "push.example.com",
        "ftp://push.example.com/",
        "https://",
        "https://ann@push.example.com/",
        "https://push.example.com/#a",
    ];
    assert!(!wrong.iter().any(|text| is_endpoint(text)));

    let point =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    assert!(is_public_key(point) && is_public_key(&format!("{point}=")));
    let off_the_curve = point.replace("iw4", "iw8");
    assert!(![&point[4..], "", "ö", &off_the_curve].iter().any(|text| is_public_key(text)));
    assert!(is_auth("BTBZMqHH6r4Tts7J_aSIgg") && is_auth("BTBZMqHH6r4Tts7J_aSIgg=="));
    assert!(
        !["", "BTBZMqHH6r4Tts7J_aSI", "BTBZMqHH6r4Tts7J+aSIgg"].iter().any(|text| is_auth(text))
    );
}
