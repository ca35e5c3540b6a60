//! Real values, in a key of the test's own in `HKEY_CURRENT_USER`.

use muster_protocol::RegistryData;

use super::data::Stored;
use super::tests::{TestKey, read, sentence, subkeys, values};
use super::*;

type Changed = Result<RegistryValueChange, Problem>;

async fn set(key: &TestKey, name: &str, data: RegistryData, must_exist: bool) -> Changed {
    let (path, name) = (key.path.clone(), name.to_owned());
    set_value(&SetRegistryValue { path, name, data, must_exist }).await
}

async fn rename_named(key: &TestKey, name: &str, new_name: &str) -> Changed {
    let (path, name, new_name) = (key.path.clone(), name.to_owned(), new_name.to_owned());
    rename_value(&RenameRegistryValue { path, name, new_name }).await
}

fn sz(text: &str) -> RegistryData {
    RegistryData::Sz(text.to_owned())
}

#[tokio::test]
async fn values_of_each_type_are_created_changed_and_deleted() {
    let key = TestKey::new();
    let kinds = [
        sz("Grüße 😀"),
        RegistryData::ExpandSz("%TEMP%\\a".to_owned()),
        RegistryData::MultiSz(vec!["one".to_owned(), String::new(), "three".to_owned()]),
        RegistryData::MultiSz(Vec::new()),
        RegistryData::Dword(u32::MAX),
        RegistryData::Qword(u64::MAX),
        RegistryData::Binary(vec![0, 255, 0]),
        RegistryData::Binary(Vec::new()),
    ];
    for data in kinds {
        let created = set(&key, "Value", data.clone(), false).await.unwrap();
        assert_eq!((created.path.as_str(), created.old), (key.path.as_str(), None));
        assert_eq!(created.new.unwrap().data, data);
        assert_eq!(values(&key.path).await, [("Value".to_owned(), data.clone())]);
        let problem = sentence(set(&key, "VALUE", sz(""), false).await);
        assert_eq!(problem, format!("the value VALUE exists already in {}", key.path));

        let changed = set(&key, "value", sz("new"), true).await.unwrap();
        assert_eq!((changed.old.unwrap().data, changed.new.unwrap().data), (data, sz("new")));
        let (path, name) = (key.path.clone(), "VALUE".to_owned());
        let deleted = delete_value(&DeleteRegistryValue { path, name }).await.unwrap();
        assert_eq!((deleted.old.unwrap().data, deleted.new), (sz("new"), None));
    }
    let problem = sentence(set(&key, "", sz(""), true).await);
    assert_eq!(problem, format!("the default value does not exist in {}", key.path));
    set(&key, "", sz("default"), false).await.unwrap();
    assert_eq!(values(&key.path).await, [(String::new(), sz("default"))]);
}

#[tokio::test]
async fn a_value_is_renamed_and_keeps_its_bytes() {
    let key = TestKey::new();
    let strange = Stored { kind: 8, bytes: vec![1, 2, 3] };
    value::write(&key.direct(), "old".as_ref(), &strange).unwrap();
    set(&key, "taken", sz("other"), false).await.unwrap();
    let raw = RegistryData::Raw { kind: 8, bytes: vec![1, 2, 3] };
    for (from, to) in [("old", "new"), ("new", "NEW"), ("new", "Neu ß")] {
        let renamed = rename_named(&key, from, to).await.unwrap();
        let (old, new) = (renamed.old.unwrap(), renamed.new.unwrap());
        assert_eq!((old.name.as_str(), new.name.as_str()), (from, to));
        let expected = [(to.to_owned(), raw.clone()), ("taken".to_owned(), sz("other"))];
        assert_eq!(values(&key.path).await, expected);
    }
    let problem = sentence(rename_named(&key, "neu ß", "TAKEN").await);
    assert_eq!(problem, format!("the value TAKEN exists already in {}", key.path));
    let problem = sentence(rename_named(&key, "none", "some").await);
    assert_eq!(problem, format!("the value none does not exist in {}", key.path));
    assert!(sentence(rename_named(&key, "taken", "").await).contains("default value"));
    assert_eq!(values(&key.path).await.len(), 2);
}

#[tokio::test]
async fn the_largest_value_is_written_and_its_beginning_is_shown() {
    let key = TestKey::new();
    let bytes: Vec<u8> = (0..1024 * 1024_u32).map(|number| (number % 251) as u8).collect();
    set(&key, "large", RegistryData::Binary(bytes.clone()), false).await.unwrap();
    let direct = key.direct();
    let stored = value::read(&direct, "large".as_ref()).unwrap().unwrap();
    assert!(stored.bytes == bytes);
    let page = read(&key.path, 0, 500).await;
    let (length, size) = (data::length(&page.values[0].data), page.values[0].size);
    assert_eq!((length, size, page.values[0].truncated), (64 * 1024, 1024 * 1024, true));

    // They share the room.
    let smaller = Stored { kind: stored.kind, bytes: bytes[..40_000].to_vec() };
    for number in 0..20 {
        value::write(&direct, format!("v{number}").as_ref(), &smaller).unwrap();
    }
    let page = read(&key.path, 0, 500).await;
    let lengths: Vec<usize> = page.values.iter().map(|value| data::length(&value.data)).collect();
    assert!(lengths.iter().all(|length| *length > 15_000), "{lengths:?}");
    assert!(lengths.iter().sum::<usize>() <= 400 * 1024, "{lengths:?}");
    assert!(page.values.iter().all(|value| value.truncated));
}

#[tokio::test]
async fn a_name_as_long_as_windows_allows_is_listed() {
    let key = TestKey::new();
    // winreg's own list has room for 2,047.
    let name = "n".repeat(5000);
    set(&key, &name, RegistryData::Dword(7), false).await.unwrap();
    assert_eq!(values(&key.path).await, [(name, RegistryData::Dword(7))]);
    let key_name = "k".repeat(255);
    create_key(&key.below(&key_name)).await.unwrap();
    assert_eq!(subkeys(&key.path).await, [(key_name, false)]);
}
