//! Real keys, below one of the test's own in `HKEY_CURRENT_USER`.

use muster_protocol::RegistryData;
use winreg::RegKey;
use winreg::enums::KEY_ALL_ACCESS;

use super::copy::move_by_copying;
use super::data::Stored;
use super::*;

/// A key that is there for one test.
pub struct TestKey {
    pub path: String,
    name: String,
}

impl TestKey {
    pub fn new() -> Self {
        let name = format!("Software\\muster-test-{:016x}", rand::random::<u64>());
        winreg::HKCU.create_subkey(&name).unwrap();
        Self { path: format!("Computer\\HKEY_CURRENT_USER\\{name}"), name }
    }

    pub fn below(&self, name: &str) -> String {
        format!("{}\\{name}", self.path)
    }

    /// The key itself, past what is tested.
    pub fn direct(&self) -> RegKey {
        winreg::HKCU.open_subkey_with_flags(&self.name, KEY_ALL_ACCESS).unwrap()
    }

    async fn rename(&self, from: &str, to: &str) -> Result<RenamedRegistryKey, Problem> {
        let (path, new_path) = (self.below(from), self.below(to));
        rename_key(&RenameRegistryKey { path, new_path }).await
    }
}

impl Drop for TestKey {
    fn drop(&mut self) {
        let _ = winreg::HKCU.delete_subkey_all(&self.name);
    }
}

pub async fn read(path: &str, offset: u64, limit: u64) -> RegistryKey {
    read_key(&ReadRegistry { path: path.to_owned(), offset, limit }).await.unwrap()
}

pub async fn subkeys(path: &str) -> Vec<(String, bool)> {
    let page = read(path, 0, 500).await;
    page.subkeys.into_iter().map(|subkey| (subkey.name, subkey.has_subkeys)).collect()
}

pub async fn values(path: &str) -> Vec<(String, RegistryData)> {
    let page = read(path, 0, 500).await;
    page.values.into_iter().map(|value| (value.name, value.data)).collect()
}

pub fn sentence<A: std::fmt::Debug>(result: Result<A, Problem>) -> String {
    result.unwrap_err().to_string()
}

#[tokio::test]
async fn keys_are_created_with_those_above_them_and_listed_by_name() {
    let key = TestKey::new();
    let created = create_key(&key.below("b\\c\\d")).await.unwrap();
    assert_eq!(created, CreatedRegistryKey { path: key.below("b\\c\\d"), created: 3 });
    let lower = key.below("b\\a/ß ").replace("Computer\\HKEY_CURRENT_USER", "hkcu");
    assert_eq!(create_key(&lower).await.unwrap().path, key.below("b\\a/ß "));
    create_key(&key.below("A")).await.unwrap();

    let owned = |(name, has): (&str, bool)| (name.to_owned(), has);
    assert_eq!(subkeys(&key.path).await, [("A", false), ("b", true)].map(owned));
    assert_eq!(subkeys(&key.below("B")).await, [("a/ß ", false), ("c", true)].map(owned));
    let problem = sentence(create_key(&key.below("B\\C")).await);
    assert_eq!(problem, format!("the key {} exists already", key.below("B\\C")));
    let path = key.below("none");
    let missing = read_key(&ReadRegistry { path: path.clone(), ..Default::default() }).await;
    assert_eq!(sentence(missing), format!("there is no key {path}"));
}

#[tokio::test]
async fn a_key_deeper_than_windows_goes_in_one_call_is_reached() {
    let key = TestKey::new();
    let deep = key.below(&["level"; 70].join("\\"));
    assert_eq!(create_key(&deep).await.unwrap().created, 70);
    assert_eq!(read(&deep, 0, 10).await.path, deep);
    let deleted = delete_key(&key.below("level")).await.unwrap();
    assert_eq!((deleted.subkeys, deleted.values), (69, 0));
    assert!(subkeys(&key.path).await.is_empty());
}

#[tokio::test]
async fn pages_have_all_keys_and_values_once_and_in_order() {
    let key = TestKey::new();
    let names: Vec<String> = (0..25).map(|number| format!("N{number:02}")).collect();
    for name in names.iter().rev() {
        key.direct().create_subkey(name).unwrap();
        key.direct().set_value(name, name).unwrap();
    }
    let (mut keys, mut values, mut more) = (Vec::new(), Vec::new(), Vec::new());
    for offset in [0, 10, 20] {
        let page = read(&key.path, offset, 10).await;
        assert_eq!((page.subkey_count, page.value_count), (25, 25));
        keys.extend(page.subkeys.into_iter().map(|subkey| subkey.name));
        values.extend(page.values.into_iter().map(|value| value.name));
        more.push(page.has_more);
    }
    assert_eq!((keys, values), (names.clone(), names));
    assert_eq!(more, [true, true, false]);
}

#[tokio::test]
async fn a_tree_is_deleted_and_what_was_in_it_is_counted() {
    let key = TestKey::new();
    let tree = key.direct().create_subkey("tree").unwrap().0;
    tree.set_value("", &"default").unwrap();
    tree.create_subkey("a\\b").unwrap().0.set_value("v", &1_u32).unwrap();
    tree.create_subkey("c").unwrap();
    drop(tree);
    let deleted = delete_key(&key.below("TREE\\")).await.unwrap();
    assert_eq!(deleted, DeletedRegistryKey { path: key.below("TREE"), subkeys: 3, values: 2 });
    let problem = sentence(delete_key(&key.below("tree")).await);
    assert_eq!(problem, format!("there is no key {}", key.below("tree")));
}

#[tokio::test]
async fn what_is_directly_below_the_machine_or_the_users_is_left_as_it_is() {
    // Neither exists, so that nothing is lost if this fails.
    for hive in ["HKLM", "HKU"] {
        let path = format!("{hive}\\muster-test-none");
        assert!(sentence(delete_key(&path).await).contains("are hives only"));
        assert!(sentence(create_key(&format!("{path}\\below")).await).contains("are hives only"));
        let new_path = format!("{path}-2");
        let renamed = rename_key(&RenameRegistryKey { path, new_path }).await;
        assert!(sentence(renamed).contains("are hives only"));
    }
}

#[tokio::test]
async fn a_key_is_renamed_with_everything_in_it() {
    let key = TestKey::new();
    key.direct().create_subkey("old\\below").unwrap().0.set_value("v", &7_u32).unwrap();
    key.direct().create_subkey("taken").unwrap();
    let renamed = key.rename("OLD", "new").await.unwrap();
    assert_eq!((renamed.old_path, renamed.new_path), (key.below("OLD"), key.below("new")));
    let expected = vec![("new".to_owned(), true), ("taken".to_owned(), false)];
    assert_eq!(subkeys(&key.path).await, expected);
    let value = ("v".to_owned(), RegistryData::Dword(7));
    assert_eq!(values(&key.below("new\\below")).await, std::slice::from_ref(&value));

    // Only the case.
    key.rename("new", "NEW").await.unwrap();
    let expected = vec![("NEW".to_owned(), true), ("taken".to_owned(), false)];
    assert_eq!(subkeys(&key.path).await, expected);
    assert_eq!(values(&key.below("new\\below")).await, [value]);

    let taken = format!("the key {} exists already", key.below("Taken"));
    assert_eq!(sentence(key.rename("new", "Taken").await), taken);
    let problem = sentence(key.rename("new", "taken\\new").await);
    assert!(problem.contains("is elsewhere"), "{problem}");
    let problem = sentence(key.rename("none", "some").await);
    assert_eq!(problem, format!("there is no key {}", key.below("none")));
    assert_eq!(subkeys(&key.path).await, expected);
}

#[tokio::test]
async fn a_key_that_is_renamed_by_copying_is_complete() {
    let key = TestKey::new();
    let below = key.direct().create_subkey("old\\Below").unwrap().0;
    let strange = Stored { kind: 0xffff_0012, bytes: vec![1, 2, 3] };
    let unterminated = Stored { kind: 1, bytes: vec![0x61, 0, 0x62, 0] };
    value::write(&below, "strange".as_ref(), &strange).unwrap();
    value::write(&below, "".as_ref(), &unterminated).unwrap();
    drop(below);
    key.direct().create_subkey("taken").unwrap();
    let rename = |to: &str| move_by_copying(&key.direct(), &key.path, "old".as_ref(), to.as_ref());
    assert!(sentence(rename("taken")).ends_with("taken exists already"));
    rename("new").unwrap();

    let expected = vec![("new".to_owned(), true), ("taken".to_owned(), false)];
    assert_eq!(subkeys(&key.path).await, expected);
    let below = key.direct().open_subkey("new\\Below").unwrap();
    assert_eq!(value::read(&below, "Strange".as_ref()).unwrap(), Some(strange));
    assert_eq!(value::read(&below, "".as_ref()).unwrap(), Some(unterminated));
}
