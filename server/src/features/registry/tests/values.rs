//! Creating, changing, deleting and renaming values, and what the audit log has of it.

use muster_protocol::{
    Answer, DeleteRegistryValue, ReadRegistry, RegistryData, RegistryKey, RegistryValue,
    RegistryValueChange, RenameRegistryValue, SetRegistryValue, question_name,
};
use serde_json::json;

use super::{FULL, KEY, answered, in_query, newest_row, page, says, server_with_agent, value};

fn number(name: &str, number: u32) -> RegistryValue {
    value(name, RegistryData::Dword(number))
}

fn change(old: Option<RegistryValue>, new: Option<RegistryValue>) -> Answer {
    says(&RegistryValueChange { path: FULL.to_owned(), old, new })
}

#[tokio::test]
async fn a_value_is_created_and_the_call_is_audited() {
    let (server, mut agent, path) = server_with_agent().await;
    let body = json!({ "path": KEY, "name": "Level", "type": "REG_DWORD", "data": 5 });
    let address = format!("{path}create-value/");
    let call = server.admin.post(&address, body);
    let answers = vec![change(None, Some(number("Level", 5)))];
    let (reply, questions) = answered(call, &mut agent, answers).await;
    let shown = json!({
        "name": "Level", "type": "REG_DWORD", "data": 5, "size": 4, "truncated": false,
        "raw": false,
    });
    assert_eq!(reply.ok(), json!({ "status": "success", "data": shown }));
    assert_eq!(questions[0].name, question_name::SET_REGISTRY_VALUE);
    let question = SetRegistryValue {
        path: FULL.to_owned(),
        name: "Level".to_owned(),
        data: RegistryData::Dword(5),
        must_exist: false,
    };
    assert_eq!(questions[0].read::<SetRegistryValue>().unwrap(), question);
    assert_eq!(
        newest_row(&server).await,
        json!({
            "action": "add", "object_type": "agent", "agent": "pc-1",
            "message": format!("admin created the value Level of {FULL} on pc-1"),
            "before": null,
            "after": { "path": FULL, "name": "Level", "type": "REG_DWORD", "data": 5 },
        })
    );
}

#[tokio::test]
async fn a_value_is_changed_and_both_its_contents_are_audited() {
    let (server, mut agent, path) = server_with_agent().await;
    let body = json!({ "path": KEY, "name": "", "type": "REG_SZ", "data": "new" });
    let address = format!("{path}modify-value/");
    let call = server.admin.post(&address, body);
    let (old, new) = (number("", 1), value("", RegistryData::Sz("new".to_owned())));
    let answers = vec![says(&page(FULL, vec![old.clone()])), change(Some(old), Some(new))];
    let (reply, questions) = answered(call, &mut agent, answers).await;
    assert_eq!(reply.ok()["data"]["data"], "new");
    let asked = questions[1].read::<SetRegistryValue>().unwrap();
    assert_eq!((asked.data, asked.must_exist), (RegistryData::Sz("new".to_owned()), true));
    assert_eq!(
        newest_row(&server).await,
        json!({
            "action": "modify", "object_type": "agent", "agent": "pc-1",
            "message": format!("admin changed the default value of {FULL} on pc-1"),
            "before": { "path": FULL, "name": "", "type": "REG_DWORD", "data": 1 },
            "after": { "path": FULL, "name": "", "type": "REG_SZ", "data": "new" },
        })
    );
}

#[tokio::test]
async fn a_value_is_deleted_and_what_it_held_is_audited() {
    let (server, mut agent, path) = server_with_agent().await;
    let old = || number("Level", 7);
    let answers =
        vec![says(&page(FULL, vec![number("Depth", 1), old()])), change(Some(old()), None)];
    let call = format!("{path}delete-value/?path={}&name=Level", in_query(KEY));
    let (reply, questions) = answered(server.admin.delete(&call), &mut agent, answers).await;
    assert_eq!(reply.ok(), json!({ "status": "success", "name": "Level" }));
    let question = DeleteRegistryValue { path: FULL.to_owned(), name: "Level".to_owned() };
    assert_eq!(questions[1].read::<DeleteRegistryValue>().unwrap(), question);
    assert_eq!(
        newest_row(&server).await,
        json!({
            "action": "delete", "object_type": "agent", "agent": "pc-1",
            "message": format!("admin deleted the value Level of {FULL} on pc-1"),
            "before": { "path": FULL, "name": "Level", "type": "REG_DWORD", "data": 7 },
            "after": null,
        })
    );
}

#[tokio::test]
async fn a_value_is_renamed_and_both_its_names_are_audited() {
    let (server, mut agent, path) = server_with_agent().await;
    let body = json!({ "path": KEY, "old_name": "level", "new_name": "Height" });
    let address = format!("{path}rename-value/");
    let call = server.admin.post(&address, body);
    let (old, new) = (number("Level", 7), number("Height", 7));
    let answers = vec![says(&page(FULL, vec![old.clone()])), change(Some(old), Some(new))];
    let (reply, questions) = answered(call, &mut agent, answers).await;
    let expected = json!({ "status": "success", "old_name": "level", "new_name": "Height" });
    assert_eq!(reply.ok(), expected);
    let question = RenameRegistryValue {
        path: FULL.to_owned(),
        name: "level".to_owned(),
        new_name: "Height".to_owned(),
    };
    assert_eq!(questions[1].read::<RenameRegistryValue>().unwrap(), question);
    assert_eq!(
        newest_row(&server).await,
        json!({
            "action": "modify", "object_type": "agent", "agent": "pc-1",
            "message": format!("admin renamed the value level of {FULL} to Height on pc-1"),
            "before": { "path": FULL, "name": "Level", "type": "REG_DWORD", "data": 7 },
            "after": { "path": FULL, "name": "Height", "type": "REG_DWORD", "data": 7 },
        })
    );
}

#[tokio::test]
async fn a_value_is_found_behind_many_others_and_read_alone_when_it_was_cut() {
    let (server, mut agent, path) = server_with_agent().await;
    let first = RegistryKey { value_count: 501, ..page(FULL, vec![number("a", 1)]) };
    let cut = RegistryValue { truncated: true, size: 9, ..number("z", 1) };
    let second = RegistryKey { value_count: 501, ..page(FULL, vec![cut.clone()]) };
    let whole = RegistryValue { truncated: true, size: 9, ..number("z", 2) };
    let alone = RegistryKey { value_count: 501, ..page(FULL, vec![whole.clone()]) };
    let answers = vec![says(&first), says(&second), says(&alone), change(Some(whole), None)];
    let call = format!("{path}delete-value/?path={}&name=z", in_query(KEY));
    let (reply, questions) = answered(server.admin.delete(&call), &mut agent, answers).await;
    reply.ok();
    let asked: Vec<(u64, u64)> = questions[..3]
        .iter()
        .map(|question| question.read::<ReadRegistry>().unwrap())
        .map(|read| (read.offset, read.limit))
        .collect();
    assert_eq!(asked, [(0, 500), (500, 500), (500, 1)]);
    let before = json!({
        "path": FULL, "name": "z", "type": "REG_DWORD", "data": 2, "truncated": true, "size": 9,
    });
    assert_eq!(newest_row(&server).await["before"], before);
}

#[tokio::test]
async fn a_value_that_changed_after_it_was_read_is_audited_as_it_was() {
    let (server, mut agent, path) = server_with_agent().await;
    let rows = server.audit().await.len();
    let body = json!({ "path": KEY, "name": "Level", "type": "REG_DWORD", "data": 3 });
    let address = format!("{path}modify-value/");
    let call = server.admin.post(&address, body);
    let answers = vec![
        says(&page(FULL, vec![number("Level", 1)])),
        change(Some(number("Level", 2)), Some(number("Level", 3))),
    ];
    answered(call, &mut agent, answers).await.0.ok();
    assert_eq!(server.audit().await.len(), rows + 2);
    let row = newest_row(&server).await;
    let sentence = format!(
        "admin replaced other data of the value Level of {FULL} than was recorded: it had \
         changed on pc-1"
    );
    let before = json!({ "path": FULL, "name": "Level", "type": "REG_DWORD", "data": 2 });
    assert_eq!((&row["message"], &row["before"]), (&json!(sentence), &before));
}

#[tokio::test]
async fn secrets_of_the_key_store_are_not_in_the_audit_log() {
    let (server, mut agent, path) = server_with_agent().await;
    let secret = json!({ "name": "password", "value": "hunter-2", "secret": true });
    server.admin.post("/core/keystore/", secret).await.ok();
    let texts = ["Password=hunter-2", "plain"];
    let body = json!({ "path": KEY, "name": "Login", "type": "REG_MULTI_SZ", "data": texts });
    let address = format!("{path}create-value/");
    let call = server.admin.post(&address, body);
    let data = RegistryData::MultiSz(texts.map(str::to_owned).to_vec());
    let answers = vec![change(None, Some(value("Login", data.clone())))];
    let (reply, questions) = answered(call, &mut agent, answers).await;
    assert_eq!(reply.ok()["data"]["data"], json!(texts));
    assert_eq!(questions[0].read::<SetRegistryValue>().unwrap().data, data);
    let after = newest_row(&server).await["after"]["data"].clone();
    assert_eq!(after, json!(["Password=********", "plain"]));
}
