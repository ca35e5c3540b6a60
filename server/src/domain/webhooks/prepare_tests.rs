//! What is sent, by what a template says.

use serde_json::json;

use super::action::{RestMethod, Template};
use super::filler::Missing;
use super::headers::Headers;
use super::prepare::{Prepared, fill_address, prepare};
use crate::auth::Secret;
use crate::domain::key_store::{Code, KeyLimits};
use crate::domain::placeholders::{GlobalValue, PlaceholderValue, PlaceholderValues};
use crate::error::Problems;

fn values() -> PlaceholderValues {
    let text = |text: &str| PlaceholderValue::Text(text.to_owned());
    let mut values = PlaceholderValues::default();
    values.agent.insert("hostname".to_owned(), text("pc \"1\""));
    let token = GlobalValue {
        value: text("hidden-token"),
        is_here: true,
        is_secret: true,
        limits: KeyLimits::default(),
    };
    values.global.insert("url".to_owned(), GlobalValue { is_secret: false, ..token.clone() });
    values.global.insert("token".to_owned(), token);
    values
}

fn template(method: RestMethod, body: &str, headers: &str) -> Template {
    Template {
        pattern: "https://h/{{global.token}}?h={{agent.hostname}}".to_owned(),
        method,
        body: body.to_owned(),
        headers: Headers::parse(headers).unwrap(),
    }
}

fn prepared(template: &Template) -> Result<Prepared, Problems> {
    prepare(
        template,
        Some(&Secret::new("signing-key")),
        &values(),
        (Code::Webhook, Missing::Refused),
    )
}

/// The body as it is sent, and the type it is sent with.
fn body_of(body: &str, headers: &str) -> (String, String) {
    let request = prepared(&template(RestMethod::Post, body, headers)).unwrap().request;
    let kind = request.headers.get("content-type").map(|kind| kind.to_str().unwrap().to_owned());
    (request.body, kind.unwrap_or_default())
}

#[test]
fn a_body_is_written_by_its_type_or_by_how_it_begins() {
    let pair = |body: &str, kind: &str| (body.to_owned(), kind.to_owned());
    let text = r#"{"h": "{{agent.hostname}}"}"#;
    let expected = pair(r#"{"h": "pc \"1\""}"#, "application/json");
    assert_eq!(body_of(text, ""), expected);
    let text = "{{agent.hostname}} is down";
    assert_eq!(body_of(text, ""), pair("pc \"1\" is down", "text/plain; charset=utf-8"));
    let json = r#"{"content-type": "application/vnd.x+JSON"}"#;
    assert_eq!(body_of(text, json), pair(r#"pc \"1\" is down"#, "application/vnd.x+JSON"));
    let form = r#"{"Content-Type": "application/x-www-form-urlencoded"}"#;
    let kind = "application/x-www-form-urlencoded";
    assert_eq!(body_of("h={{agent.hostname}}", form), pair("h=pc%20%221%22", kind));
    assert_eq!(body_of("", ""), pair("", ""));
}

#[test]
fn a_get_has_no_body_and_needs_no_values_for_it() {
    let made = prepared(&template(RestMethod::Get, "{{agent.none}}", "")).unwrap();
    assert_eq!((made.request.body.as_str(), made.shown_body.as_str()), ("", ""));
    assert!(made.request.headers.is_empty());
}

#[test]
fn what_people_see_has_no_secrets_and_the_request_has() {
    let headers = r#"{"Authorization": "Bearer {{global.token}}", "X-Host": "{{agent.hostname}}"}"#;
    let made = prepared(&template(RestMethod::Post, "{{global.token}}", headers)).unwrap();
    assert_eq!(made.request.url.as_str(), "https://h/hidden-token?h=pc%20%221%22");
    assert_eq!(made.request.body, "hidden-token");
    assert_eq!(made.request.headers["authorization"], "Bearer hidden-token");
    assert_eq!(made.request.headers["x-host"], "pc \"1\"");
    assert_eq!(made.request.secret_headers, ["authorization"]);
    assert_eq!(made.shown_url, "https://h/********?h=pc%20%221%22");
    assert_eq!(made.shown_body, "********");
    let mut answer = b"Bearer hidden-token, signing-key, Bearer x".to_vec();
    made.masks.cover(&mut answer);
    let expected = format!("{}, {}, Bearer x", "*".repeat(19), "*".repeat(11));
    assert_eq!(String::from_utf8(answer).unwrap(), expected);
}

#[test]
fn everything_without_a_value_is_named_by_its_field() {
    let mut template = template(RestMethod::Post, "{{agent.b}}", r#"{"X": "{{site.c}}"}"#);
    template.pattern.push_str("{{client.a}}");
    let expected = json!({
        "pattern": ["{{client.a}} has no value"], "rest_body": ["{{agent.b}} has no value"],
        "rest_headers": ["{{site.c}} has no value"],
    });
    assert_eq!(json!(prepared(&template).err().unwrap()), expected);
    template = Template { pattern: "https://{{agent.hostname}}/".to_owned(), ..template };
    (template.body, template.headers) = (String::new(), Headers::default());
    let sentence = "this is no address once its placeholders are filled in";
    assert_eq!(json!(prepared(&template).err().unwrap()), json!({ "pattern": [sentence] }));
}

#[test]
fn an_address_that_people_open_shows_no_secret() {
    let address = fill_address("rdp://{{agent.hostname}}/{{global.url}}", &values());
    assert_eq!(address.unwrap(), "rdp://pc%20%221%22/hidden-token");
    let problems = fill_address("https://h/{{global.token}}", &values()).unwrap_err();
    let sentence = "{{global.token}} is secret, and the address would show it";
    assert_eq!(json!(problems), json!({ "pattern": [sentence] }));
}
