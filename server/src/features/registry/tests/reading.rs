//! Reading keys, and the form of each type.

use muster_protocol::{Answer, ReadRegistry, RegistryData, RegistryKey, question_name};
use serde_json::{Value, json};

use super::{FULL, KEY, answered, in_query, page, says, server_with_agent, subkey, value};

#[tokio::test]
async fn a_key_is_read_by_page() {
    let (server, mut agent, path) = server_with_agent().await;
    let read = RegistryKey {
        note: "whose it is".to_owned(),
        subkeys: vec![subkey("Deep", true), subkey("Flat", false)],
        subkey_count: 102,
        has_more: true,
        ..page(FULL, vec![value("", RegistryData::Sz("text".to_owned()))])
    };
    let call = format!("{path}?path={}&page=3&page_size=50", in_query(KEY));
    let (reply, questions) = answered(server.admin.get(&call), &mut agent, vec![says(&read)]).await;
    assert_eq!(
        reply.ok(),
        json!({
            "path": FULL,
            "note": "whose it is",
            "subkeys": [
                { "name": "Deep", "hasSubkeys": true }, { "name": "Flat", "hasSubkeys": false },
            ],
            "values": [{
                "name": "", "type": "REG_SZ", "data": "text", "size": 4, "truncated": false,
                "raw": false,
            }],
            "subkey_count": 102, "value_count": 1, "has_more": true, "page": 3, "page_size": 50,
        })
    );
    assert_eq!(questions[0].name, question_name::READ_REGISTRY);
    let expected = ReadRegistry { path: FULL.to_owned(), offset: 100, limit: 50 };
    assert_eq!(questions[0].read::<ReadRegistry>().unwrap(), expected);
}

#[tokio::test]
async fn without_a_path_the_hives_are_read() {
    let (server, mut agent, path) = server_with_agent().await;
    let (reply, questions) =
        answered(server.admin.get(&path), &mut agent, vec![says(&page("Computer", vec![]))]).await;
    let answer = reply.ok();
    assert_eq!((&answer["path"], &answer["page_size"]), (&json!("Computer"), &json!(200)));
    let expected = ReadRegistry { path: "Computer".to_owned(), offset: 0, limit: 200 };
    assert_eq!(questions[0].read::<ReadRegistry>().unwrap(), expected);

    for (sent, asked) in [
        ("computer%5C", "Computer"),
        ("HKU", "Computer\\HKEY_USERS"),
        ("hkey_classes_root%5C.txt%5C", "Computer\\HKEY_CLASSES_ROOT\\.txt"),
        ("Computer%5CHKCU%5Ca%2Fb", "Computer\\HKEY_CURRENT_USER\\a/b"),
        ("HKCC%5C%20c%20", "Computer\\HKEY_CURRENT_CONFIG\\ c "),
    ] {
        let call = format!("{path}?path={sent}");
        let answers = vec![says(&page(asked, vec![]))];
        let (reply, questions) = answered(server.admin.get(&call), &mut agent, answers).await;
        assert_eq!(reply.ok()["path"], asked);
        assert_eq!(questions[0].read::<ReadRegistry>().unwrap().path, asked);
    }
}

#[tokio::test]
async fn each_type_has_its_form() {
    let (server, mut agent, path) = server_with_agent().await;
    let text = |text: &str| text.to_owned();
    let exact = (1 << 53) - 1;
    let cases: [(RegistryData, &str, Value, bool); 10] = [
        (RegistryData::Sz(text("Grüße")), "REG_SZ", json!("Grüße"), false),
        (RegistryData::ExpandSz(text("%TEMP%")), "REG_EXPAND_SZ", json!("%TEMP%"), false),
        (
            RegistryData::MultiSz(vec![text("a"), String::new()]),
            "REG_MULTI_SZ",
            json!(["a", ""]),
            false,
        ),
        (RegistryData::Dword(u32::MAX), "REG_DWORD", json!(4_294_967_295_u32), false),
        (RegistryData::Qword(exact), "REG_QWORD", json!(9_007_199_254_740_991_u64), false),
        (RegistryData::Qword(exact + 1), "REG_QWORD", json!("9007199254740992"), false),
        (RegistryData::Binary(vec![0, 171, 255]), "REG_BINARY", json!("00abff"), false),
        (RegistryData::Raw { kind: 0, bytes: vec![] }, "REG_NONE", json!(""), true),
        (RegistryData::Raw { kind: 4, bytes: vec![1, 2, 3] }, "REG_DWORD", json!("010203"), true),
        (RegistryData::Raw { kind: 0xffff_0012, bytes: vec![9] }, "0xffff0012", json!("09"), true),
    ];
    let values = cases.iter().map(|(data, ..)| value("a", data.clone())).collect();
    let (reply, _) =
        answered(server.admin.get(&path), &mut agent, vec![says(&page(FULL, values))]).await;
    let answer = reply.ok();
    for ((_, kind, data, raw), shown) in cases.iter().zip(answer["values"].as_array().unwrap()) {
        let expected = json!({
            "name": "a", "type": kind, "data": data, "size": 4, "truncated": false, "raw": raw,
        });
        assert_eq!(*shown, expected);
    }
}

#[tokio::test]
async fn a_page_has_no_more_than_was_asked_for() {
    let (server, mut agent, path) = server_with_agent().await;
    let values = ["a", "b", "c"].map(|name| value(name, RegistryData::Dword(1))).to_vec();
    let subkeys = ["a", "b", "c"].map(|name| subkey(name, false)).to_vec();
    let read = RegistryKey { subkeys, ..page(FULL, values) };
    let call = format!("{path}?page_size=2");
    let (reply, _) = answered(server.admin.get(&call), &mut agent, vec![says(&read)]).await;
    let answer = reply.ok();
    for list in ["subkeys", "values"] {
        assert_eq!(answer[list].as_array().unwrap().len(), 2, "{list}");
    }
}

#[tokio::test]
async fn what_the_agent_says_is_passed_on() {
    let (server, mut agent, path) = server_with_agent().await;
    let reason = "Windows does not let the agent read Computer\\HKEY_LOCAL_MACHINE\\SAM";
    let (reply, _) =
        answered(server.admin.get(&path), &mut agent, vec![Answer::Failed(reason.to_owned())])
            .await;
    assert_eq!(reply.refused(400, "agent_error")["detail"], reason);
}
