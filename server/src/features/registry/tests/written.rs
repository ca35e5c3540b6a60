//! What callers may send as the data of a value, in JSON and in forms.

use muster_protocol::{RegistryData, RegistryValueChange, SetRegistryValue};
use reqwest::Method;
use serde_json::{Value, json};

use super::{FULL, KEY, answered, says, server_with_agent, value};
use crate::testing::{FakeAgent, TestServer};

fn done() -> muster_protocol::Answer {
    let new = Some(value("a", RegistryData::Dword(0)));
    says(&RegistryValueChange { path: FULL.to_owned(), old: None, new })
}

/// What the agent is asked to write when this is sent; absent data is left out.
async fn written(
    server: &TestServer,
    agent: &mut FakeAgent,
    path: &str,
    (kind, data): (&str, Option<Value>),
) -> RegistryData {
    let mut body = json!({ "path": KEY, "name": "a", "type": kind });
    if let Some(data) = data {
        body["data"] = data;
    }
    let address = format!("{path}create-value/");
    let call = server.admin.post(&address, body);
    let (reply, questions) = answered(call, agent, vec![done()]).await;
    reply.ok();
    questions[0].read::<SetRegistryValue>().unwrap().data
}

#[tokio::test]
async fn data_is_accepted_in_the_forms_that_mean_the_same() {
    let (server, mut agent, path) = server_with_agent().await;
    let text = |text: &str| text.to_owned();
    let list = |texts: &[&str]| RegistryData::MultiSz(texts.iter().map(|one| text(one)).collect());
    let cases = [
        ("REG_SZ", Some(json!(" as it is ")), RegistryData::Sz(text(" as it is "))),
        ("REG_SZ", Some(json!(5)), RegistryData::Sz(text("5"))),
        ("REG_SZ", None, RegistryData::Sz(String::new())),
        ("REG_EXPAND_SZ", Some(json!("%A%")), RegistryData::ExpandSz(text("%A%"))),
        ("REG_MULTI_SZ", Some(json!(["a", "", "b"])), list(&["a", "", "b"])),
        ("REG_MULTI_SZ", Some(Value::Null), list(&[])),
        ("REG_DWORD", Some(json!(4_294_967_295_u32)), RegistryData::Dword(u32::MAX)),
        ("REG_DWORD", Some(json!(" 0xFF ")), RegistryData::Dword(255)),
        ("REG_DWORD", Some(json!("010")), RegistryData::Dword(10)),
        ("REG_DWORD", Some(json!(7.0)), RegistryData::Dword(7)),
        ("REG_DWORD", None, RegistryData::Dword(0)),
        ("REG_QWORD", Some(json!(u64::MAX)), RegistryData::Qword(u64::MAX)),
        ("REG_QWORD", Some(json!("18446744073709551615")), RegistryData::Qword(u64::MAX)),
        ("REG_QWORD", Some(json!("0xffffffffffffffff")), RegistryData::Qword(u64::MAX)),
        ("REG_BINARY", Some(json!("00abFF")), RegistryData::Binary(vec![0, 171, 255])),
        ("REG_BINARY", Some(json!("00, ab\nff ")), RegistryData::Binary(vec![0, 171, 255])),
        ("REG_BINARY", None, RegistryData::Binary(Vec::new())),
    ];
    for (kind, data, expected) in cases {
        let sent = format!("{kind} {data:?}");
        let written = written(&server, &mut agent, &path, (kind, data)).await;
        assert_eq!(written, expected, "{sent}");
    }
}

/// A form with these fields.
fn form(fields: &[(&str, &str)]) -> String {
    let part = |(name, text): &(&str, &str)| {
        format!("--edge\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n")
    };
    format!("{}--edge--\r\n", fields.iter().map(part).collect::<String>())
}

#[tokio::test]
async fn a_form_says_the_same_as_json() {
    let (server, mut agent, path) = server_with_agent().await;
    let start = [("path", KEY), ("name", "a")];
    let cases: [(&[(&str, &str)], RegistryData); 4] = [
        (&[("type", "REG_SZ"), ("data", "a\r\nb")], RegistryData::Sz("a\r\nb".to_owned())),
        (&[("type", "REG_DWORD"), ("data", "0x10")], RegistryData::Dword(16)),
        (&[("type", "REG_MULTI_SZ"), ("data", "one")], RegistryData::MultiSz(vec!["one".into()])),
        (
            &[("type", "REG_MULTI_SZ"), ("data", "one"), ("data", "two")],
            RegistryData::MultiSz(vec!["one".into(), "two".into()]),
        ),
    ];
    for (fields, expected) in cases {
        let fields = [&start[..], fields].concat();
        let call = server.admin.call(Method::POST, &format!("{path}create-value/"));
        let call = call.header("content-type", "multipart/form-data; boundary=edge");
        let call = call.body(form(&fields)).send();
        let (reply, questions) = answered(call, &mut agent, vec![done()]).await;
        reply.ok();
        assert_eq!(questions[0].read::<SetRegistryValue>().unwrap().data, expected);
    }
}

#[tokio::test]
async fn a_form_that_cannot_be_read_or_lacks_something_is_refused() {
    let (server, _agent, path) = server_with_agent().await;
    let send = async |path: &str, content_type: &str, body: String| {
        let call = server.admin.call(Method::POST, path);
        call.header("content-type", content_type).body(body).send().await
    };
    let (create, ours) = (format!("{path}create-value/"), "multipart/form-data; boundary=edge");
    let reply = send(&create, ours, form(&[("type", "REG_DWORD"), ("data", "many")])).await;
    assert_eq!(
        reply.problems(),
        json!({
            "path": ["This field is required."], "name": ["Enter a name."],
            "data": ["Must be a whole number from 0 to 4294967295."],
        })
    );
    let sentence = "The body is not a form of texts, as its Content-Type says.";
    let reply = send(&create, ours, "{}".to_owned()).await;
    assert_eq!(reply.refused(400, "invalid")["detail"], sentence);
    let without = "multipart/form-data";
    send(&create, without, form(&[])).await.refused(415, "unsupported_media_type");
    // Only the routes whose description says so read forms.
    let key = format!("{path}create-key/");
    send(&key, ours, form(&[("path", KEY)])).await.refused(415, "unsupported_media_type");
}
