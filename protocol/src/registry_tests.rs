//! What is said about the registry still parses.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::tests::{holds, text};
use crate::*;

/// One value of each kind.
fn values() -> Vec<RegistryValue> {
    let kinds = [
        RegistryData::Sz(text("Grüße")),
        RegistryData::ExpandSz(text("%SystemRoot%\\a.exe")),
        RegistryData::MultiSz(vec![text("one"), String::new(), text("three")]),
        RegistryData::Dword(u32::MAX),
        RegistryData::Qword(u64::MAX),
        RegistryData::Binary(vec![0, 255]),
        RegistryData::Raw { kind: 0xffff_0012, bytes: vec![1] },
    ];
    let value = |(number, data)| RegistryValue {
        name: if number == 0 { String::new() } else { format!("value {number}") },
        data,
        size: 70_000,
        truncated: number == 6,
    };
    (0..).zip(kinds).map(value).collect()
}

#[track_caller]
fn asks<B: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(name: &str, body: &B) {
    let question = Question::new(7, name, body);
    assert_eq!(&question.read::<B>().unwrap(), body);
    holds(&format!("8-question-{}", name.replace('_', "-")), &ToAgent::Question(question));
}

#[test]
fn what_is_asked_of_the_registry_in_protocol_8_still_parses() {
    let path = || text("HKLM\\SOFTWARE\\a/b");
    let (name, new_name) = (text("old"), text("new"));
    let read = ReadRegistry { path: text("Computer"), offset: 200, limit: 100 };
    asks(question_name::READ_REGISTRY, &read);
    asks(question_name::CREATE_REGISTRY_KEY, &path());
    asks(question_name::DELETE_REGISTRY_KEY, &path());
    let new_path = text("HKLM\\SOFTWARE\\c");
    asks(question_name::RENAME_REGISTRY_KEY, &RenameRegistryKey { path: path(), new_path });
    let data = RegistryData::MultiSz(vec![text("one"), text("two")]);
    let set = SetRegistryValue { path: path(), name: name.clone(), data, must_exist: true };
    asks(question_name::SET_REGISTRY_VALUE, &set);
    let delete = DeleteRegistryValue { path: path(), name: name.clone() };
    asks(question_name::DELETE_REGISTRY_VALUE, &delete);
    let rename = RenameRegistryValue { path: path(), name, new_name };
    asks(question_name::RENAME_REGISTRY_VALUE, &rename);
}

#[test]
fn what_is_answered_about_the_registry_in_protocol_8_still_parses() {
    let path = || text("Computer\\HKEY_LOCAL_MACHINE\\SOFTWARE\\a/b");
    let key = RegistryKey {
        path: path(),
        note: text("said to a person"),
        subkeys: vec![RegistrySubkey { name: text("below"), has_subkeys: true }],
        values: values(),
        subkey_count: 100_000,
        value_count: 7,
        has_more: true,
    };
    holds("8-registry-key", &key);
    holds("8-registry-key-created", &CreatedRegistryKey { path: path(), created: 2 });
    holds("8-registry-key-deleted", &DeletedRegistryKey { path: path(), subkeys: 3, values: 4 });
    let renamed =
        RenamedRegistryKey { old_path: path(), new_path: text("Computer\\HKEY_USERS\\c") };
    holds("8-registry-key-renamed", &renamed);
    let (old, new) = (values().pop(), values().into_iter().next());
    holds("8-registry-value-changed", &RegistryValueChange { path: path(), old, new });
    let new = values().into_iter().next();
    holds("8-registry-value-new", &RegistryValueChange { path: path(), old: None, new });
}

#[test]
fn each_type_has_the_name_that_windows_gives_it() {
    let names: Vec<_> = values().iter().map(|value| value.data.type_name()).collect();
    let expected = [
        "REG_SZ",
        "REG_EXPAND_SZ",
        "REG_MULTI_SZ",
        "REG_DWORD",
        "REG_QWORD",
        "REG_BINARY",
        "0xffff0012",
    ];
    assert_eq!(names, expected);
    let raw = |kind| RegistryData::Raw { kind, bytes: Vec::new() }.type_name();
    assert_eq!([raw(0), raw(4), raw(11), raw(12)], ["REG_NONE", "REG_DWORD", "REG_QWORD", "0xc"]);
}

#[test]
fn the_largest_data_fits_into_a_frame() {
    let data = RegistryData::Binary(vec![7; MAX_REGISTRY_DATA_BYTES]);
    let set = SetRegistryValue { path: text("HKLM\\a"), name: text("b"), data, must_exist: false };
    let question = Question::new(1, question_name::SET_REGISTRY_VALUE, &set);
    assert!(encode(&ToAgent::Question(question)).len() < MAX_FRAME_BYTES);
}
