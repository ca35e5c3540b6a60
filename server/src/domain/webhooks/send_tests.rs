//! Requests to a real server, and to where they may not go.

use std::time::Duration;

use ipnet::IpNet;
use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

use super::action::RestMethod;
use super::prepare::Request;
use super::send::{
    ANSWER_BYTES, Answer, SendError, TIME_LIMIT, must_be_allowed, send, send_within,
};
use crate::outbound::OutboundError;
use crate::testing::WebhookReceiver;

fn loopback() -> Vec<IpNet> {
    vec!["127.0.0.1/32".parse().unwrap()]
}

fn request(method: RestMethod, url: &str) -> Request {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut headers = HeaderMap::new();
    headers.insert("authorization", HeaderValue::from_static("Bearer x"));
    headers.insert("x-kept", HeaderValue::from_static("1"));
    Request {
        method,
        url: Url::parse(url).unwrap(),
        headers,
        secret_headers: vec![HeaderName::from_static("authorization")],
        body: if method == RestMethod::Get { String::new() } else { "body".to_owned() },
    }
}

async fn sent(request: &Request) -> Result<Answer, SendError> {
    let mut own = HeaderMap::new();
    own.insert("x-muster-signature", HeaderValue::from_static("t=1"));
    send(request, &own, &loopback()).await
}

fn answer(status: u16, body: &str) -> Answer {
    Answer { status, body: body.as_bytes().to_vec(), is_cut: false }
}

#[tokio::test]
async fn a_request_arrives_with_its_method_headers_and_body() {
    let receiver = WebhookReceiver::start().await;
    let all = [
        (RestMethod::Get, "GET", ""),
        (RestMethod::Post, "POST", "body"),
        (RestMethod::Put, "PUT", "body"),
        (RestMethod::Delete, "DELETE", "body"),
        (RestMethod::Patch, "PATCH", "body"),
    ];
    for (method, name, body) in all {
        let answered = sent(&request(method, &format!("{}/a?b=c", receiver.url))).await.unwrap();
        assert_eq!(answered, answer(200, "ok"));
        let received = receiver.received().pop().unwrap();
        let expected = (name, "/a?b=c", body);
        let seen = (received.method.as_str(), received.path.as_str(), received.body.as_str());
        assert_eq!(seen, expected);
        assert_eq!(received.header("authorization"), "Bearer x");
        assert_eq!(received.header("x-muster-signature"), "t=1");
        assert_eq!(received.header("user-agent"), format!("Muster/{}", crate::VERSION));
    }
}

#[tokio::test]
async fn an_answer_is_read_up_to_its_limit_and_not_within_a_character() {
    let receiver = WebhookReceiver::start().await;
    receiver.answer(500, &"é".repeat(ANSWER_BYTES));
    let cut = sent(&request(RestMethod::Post, &receiver.url)).await.unwrap();
    assert_eq!((cut.status, cut.is_cut), (500, true));
    assert_eq!(String::from_utf8(cut.body).unwrap(), "é".repeat(ANSWER_BYTES / 2));
    receiver.answer(200, &format!("x{}", "é".repeat(ANSWER_BYTES)));
    let cut = sent(&request(RestMethod::Post, &receiver.url)).await.unwrap();
    assert_eq!(cut.body.len(), ANSWER_BYTES - 1);
}

#[tokio::test]
async fn redirects_keep_method_and_body_or_are_not_followed() {
    let receiver = WebhookReceiver::start().await;
    for status in [307, 308] {
        receiver.redirect(status, "/next");
        let answered = sent(&request(RestMethod::Put, &receiver.url)).await.unwrap();
        assert_eq!(answered, answer(200, "ok"));
        let last = receiver.received().pop().unwrap();
        let seen = (last.method.as_str(), last.path.as_str(), last.body.as_str());
        assert_eq!(seen, ("PUT", "/next", "body"));
        assert_eq!(last.header("authorization"), "Bearer x", "it is the same server");
    }
    for status in [301, 302, 303] {
        receiver.redirect(status, "/next");
        let answered = sent(&request(RestMethod::Post, &receiver.url)).await.unwrap();
        assert_eq!(answered, answer(status, ""));
        receiver.redirect(status, "/next");
        let answered = sent(&request(RestMethod::Get, &receiver.url)).await.unwrap();
        assert_eq!(answered, answer(200, "ok"));
    }
}

#[tokio::test]
async fn another_server_gets_no_secrets_and_three_redirects_are_enough() {
    let (first, second) = (WebhookReceiver::start().await, WebhookReceiver::start().await);
    first.redirect(307, &second.url);
    sent(&request(RestMethod::Post, &first.url)).await.unwrap();
    let received = second.received().pop().unwrap();
    assert_eq!((received.header("authorization"), received.header("x-kept")), ("", "1"));

    (0..3).for_each(|_| first.redirect(307, "/again"));
    sent(&request(RestMethod::Post, &first.url)).await.unwrap();
    (0..4).for_each(|_| first.redirect(307, "/again"));
    let refusal = sent(&request(RestMethod::Post, &first.url)).await.unwrap_err();
    assert_eq!(refusal.to_string(), "it redirects more than 3 times");
    first.redirect(307, "ftp://127.0.0.1/");
    let refusal = sent(&request(RestMethod::Post, &first.url)).await.unwrap_err();
    assert_eq!(refusal.to_string(), "it redirects to an address that is not HTTP");
    assert!(!refusal.is_temporary());
}

#[tokio::test]
async fn a_redirect_to_where_the_server_may_not_connect_is_refused() {
    let receiver = WebhookReceiver::start().await;
    for inside in ["http://127.0.0.2/", "http://10.0.0.1/", "http://[::1]/", "http://0x7f000002/"] {
        receiver.redirect(307, inside);
        let refusal = sent(&request(RestMethod::Post, &receiver.url)).await.unwrap_err();
        assert!(matches!(refusal, SendError::NotAllowed(_)), "{inside}: {refusal}");
        assert!(refusal.to_string().contains("OUTBOUND_ALLOW"), "{refusal}");
    }
    let own = Url::parse(&receiver.url).unwrap();
    must_be_allowed(&own, &loopback()).await.unwrap();
    let refusal = must_be_allowed(&own, &[]).await.unwrap_err();
    assert!(matches!(refusal, OutboundError::NotAllowed { .. }), "{refusal}");
}

#[tokio::test]
async fn a_server_that_is_silent_or_away_is_worth_another_try() {
    let receiver = WebhookReceiver::start().await;
    receiver.stay_silent();
    let limit = Duration::from_millis(50);
    let request = request(RestMethod::Post, &receiver.url);
    let refusal = send_within(limit, &request, &HeaderMap::new(), &loopback()).await.unwrap_err();
    let expected = format!("there was no answer within {} s", TIME_LIMIT.as_secs());
    assert_eq!(refusal.to_string(), expected);
    assert!(refusal.is_temporary());
    // Nobody listens there.
    let closed = Request { url: Url::parse("http://127.0.0.1:1/secret-path").unwrap(), ..request };
    let refusal = sent(&closed).await.unwrap_err();
    assert!(refusal.is_temporary(), "{refusal}");
    assert!(!refusal.to_string().contains("secret-path"), "{refusal}");
}
