//! Creating, deleting and renaming keys.

use muster_protocol::{
    Answer, CreatedRegistryKey, DeletedRegistryKey, RegistryData, RegistryKey, RenameRegistryKey,
    RenamedRegistryKey, question_name,
};
use serde_json::{Value, json};

use super::{
    FULL, KEY, answered, in_query, newest_row, page, says, server_with_agent, subkey, value,
};

#[tokio::test]
async fn a_key_is_created_and_the_call_is_audited() {
    let (server, mut agent, path) = server_with_agent().await;
    let address = format!("{path}create-key/");
    let call = server.admin.post(&address, json!({ "path": KEY }));
    let created = says(&CreatedRegistryKey { path: FULL.to_owned(), created: 2 });
    let (reply, questions) = answered(call, &mut agent, vec![created]).await;
    assert_eq!(reply.ok(), json!({ "status": "success", "path": FULL }));
    assert_eq!(questions[0].name, question_name::CREATE_REGISTRY_KEY);
    assert_eq!(questions[0].read::<String>().unwrap(), FULL);
    assert_eq!(
        newest_row(&server).await,
        json!({
            "action": "add", "object_type": "agent", "agent": "pc-1",
            "message": format!("admin created registry key {FULL} on pc-1"),
            "before": null, "after": { "path": FULL },
        })
    );
}

#[tokio::test]
async fn a_key_is_renamed_and_the_call_is_audited() {
    let (server, mut agent, path) = server_with_agent().await;
    let new = FULL.replace("Acme", "Acme Ltd");
    let body = json!({ "old_path": KEY, "new_path": "HKLM\\software\\Acme Ltd" });
    let asked = new.replace("SOFTWARE", "software");
    let renamed = says(&RenamedRegistryKey { old_path: FULL.to_owned(), new_path: asked.clone() });
    let address = format!("{path}rename-key/");
    let call = server.admin.post(&address, body);
    let (reply, questions) = answered(call, &mut agent, vec![renamed]).await;
    assert_eq!(reply.ok(), json!({ "status": "success", "old_path": FULL, "new_path": asked }));
    let question = RenameRegistryKey { path: FULL.to_owned(), new_path: asked.clone() };
    assert_eq!(questions[0].read::<RenameRegistryKey>().unwrap(), question);
    assert_eq!(
        newest_row(&server).await,
        json!({
            "action": "modify", "object_type": "agent", "agent": "pc-1",
            "message": format!("admin renamed registry key {FULL} to {asked} on pc-1"),
            "before": { "path": FULL }, "after": { "path": asked },
        })
    );
}

/// A key as the audit log has it, with one value.
fn kept(path: &str, number: u32) -> Value {
    let value = json!({
        "name": "n", "type": "REG_DWORD", "data": number, "size": 4, "truncated": false,
        "raw": false,
    });
    json!({ "path": path, "values": [value] })
}

fn holding(path: &str, number: u32) -> RegistryKey {
    page(path, vec![value("n", RegistryData::Dword(number))])
}

#[tokio::test]
async fn a_key_is_deleted_and_what_was_in_it_is_audited() {
    let (server, mut agent, path) = server_with_agent().await;
    let (one, two) = (format!("{FULL}\\One"), format!("{FULL}\\Two"));
    let top = RegistryKey {
        subkeys: vec![subkey("One", false), subkey("Two", false)],
        ..holding(FULL, 1)
    };
    let deleted = DeletedRegistryKey { path: FULL.to_owned(), subkeys: 2, values: 3 };
    let answers =
        vec![says(&top), says(&holding(&one, 2)), says(&holding(&two, 3)), says(&deleted)];
    let call = format!("{path}delete-key/?path={}", in_query(KEY));
    let (reply, questions) = answered(server.admin.delete(&call), &mut agent, answers).await;
    let expected = json!({ "status": "success", "deleted_path": FULL, "subkeys": 2, "values": 3 });
    assert_eq!(reply.ok(), expected);
    assert_eq!(questions[3].name, question_name::DELETE_REGISTRY_KEY);
    assert_eq!(questions[3].read::<String>().unwrap(), FULL);
    let keys = [kept(FULL, 1), kept(&one, 2), kept(&two, 3)];
    assert_eq!(
        newest_row(&server).await,
        json!({
            "action": "delete", "object_type": "agent", "agent": "pc-1",
            "message": format!("admin deleted registry key {FULL} on pc-1"),
            "before": { "path": FULL, "complete": true, "keys": keys }, "after": null,
        })
    );
}

#[tokio::test]
async fn a_tree_that_cannot_be_kept_whole_is_audited_as_incomplete() {
    let (server, mut agent, path) = server_with_agent().await;
    let deleted = || says(&DeletedRegistryKey { path: FULL.to_owned(), subkeys: 200, values: 0 });
    let call = format!("{path}delete-key/?path={}", in_query(KEY));

    let subkeys = (0..200).map(|number| subkey(&number.to_string(), false)).collect();
    let top = RegistryKey { subkeys, ..page(FULL, vec![]) };
    let below = (0..99).map(|number| says(&page(&number.to_string(), vec![])));
    let answers = std::iter::once(says(&top)).chain(below).chain([deleted()]).collect();
    answered(server.admin.delete(&call), &mut agent, answers).await.0.ok();
    let before = newest_row(&server).await["before"].clone();
    let kept = before["keys"].as_array().unwrap().len();
    assert_eq!((kept, &before["complete"]), (100, &json!(false)));

    let large = || value("large", RegistryData::Binary(vec![7; 64 * 1024]));
    let cut = muster_protocol::RegistryValue { truncated: true, ..large() };
    let more = RegistryKey { has_more: true, ..page(FULL, vec![]) };
    let with_subkey =
        |name: &str| RegistryKey { subkeys: vec![subkey(name, true)], ..page(FULL, vec![large()]) };
    let unreadable = with_subkey("closed");
    let denied = Answer::Failed("no access".to_owned());
    for (answers, kept) in [
        (vec![says(&page(FULL, vec![large(), large(), large()])), deleted()], 1),
        (vec![says(&page(FULL, vec![cut])), deleted()], 1),
        (vec![says(&more), deleted()], 0),
        (vec![says(&unreadable), denied, deleted()], 1),
        // Names that no key has are not asked for.
        (vec![says(&with_subkey("a\\b")), deleted()], 1),
        (vec![says(&with_subkey("")), deleted()], 1),
        (vec![says(&with_subkey(&"x".repeat(256))), deleted()], 1),
    ] {
        answered(server.admin.delete(&call), &mut agent, answers).await.0.ok();
        let before = newest_row(&server).await["before"].clone();
        let values = before["keys"][0]["values"].as_array().unwrap().len();
        assert_eq!((values, &before["complete"]), (kept, &json!(false)));
    }
}
