//! Valid requests for the registry, and valid answers of an agent that has one value
//! in every key.

use muster_protocol::{
    Answer, CreatedRegistryKey, DeletedRegistryKey, Question, RegistryData, RegistryKey,
    RegistryValue, RegistryValueChange, RenamedRegistryKey, question_name,
};
use serde_json::{Value, json};

use super::able::data;
use super::endpoints::Endpoint;
use super::examples::World;

const KEY: &str = "Computer\\HKEY_LOCAL_MACHINE\\SOFTWARE\\Acme";

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    endpoint.path.starts_with("/agents/{agent_id}/registry/")
}

/// A request that works: path and body.
pub fn example(world: &World, endpoint: &Endpoint) -> (String, Value) {
    let path = endpoint.path.replace("{agent_id}", &world.windows.agent_id);
    let key = KEY.replace('\\', "%5C");
    match endpoint.path.trim_end_matches('/').rsplit('/').next() {
        Some("create-key") => (path, json!({ "path": KEY })),
        Some("delete-key") => (format!("{path}?path={key}"), Value::Null),
        Some("rename-key") => {
            (path, json!({ "old_path": KEY, "new_path": KEY.replace("Acme", "Other") }))
        }
        Some("create-value" | "modify-value") => {
            (path, json!({ "path": KEY, "name": "Level", "type": "REG_DWORD", "data": 5 }))
        }
        Some("delete-value") => (format!("{path}?path={key}&name=Level"), Value::Null),
        Some("rename-value") => {
            (path, json!({ "path": KEY, "old_name": "Level", "new_name": "Height" }))
        }
        _ => (path, Value::Null),
    }
}

/// What the agent answers.
pub fn answer(question: &Question) -> Answer {
    let path = || KEY.to_owned();
    let (name, number) = ("Level".to_owned(), RegistryData::Dword(5));
    let value = RegistryValue { name, data: number, size: 4, truncated: false };
    match question.name.as_str() {
        question_name::READ_REGISTRY => {
            let (values, value_count) = (vec![value], 1);
            data(&RegistryKey { path: path(), values, value_count, ..RegistryKey::default() })
        }
        question_name::CREATE_REGISTRY_KEY => {
            data(&CreatedRegistryKey { path: path(), created: 1 })
        }
        question_name::DELETE_REGISTRY_KEY => {
            data(&DeletedRegistryKey { path: path(), subkeys: 0, values: 1 })
        }
        question_name::RENAME_REGISTRY_KEY => {
            data(&RenamedRegistryKey { old_path: path(), new_path: KEY.replace("Acme", "Other") })
        }
        _ => {
            let (old, new) = (Some(value.clone()), Some(value));
            data(&RegistryValueChange { path: path(), old, new })
        }
    }
}
