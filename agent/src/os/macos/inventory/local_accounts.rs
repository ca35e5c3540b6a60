//! The accounts and groups of this machine itself, as its directory has them. Those of the
//! system, whose names begin with an underscore, are left out.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::os::Problem;
use crate::os::macos::ask::ask_and_wait;
use crate::os::macos::plist;

const LIMIT: Duration = Duration::from_secs(10);

/// More than a machine has of either.
const MOST: usize = 2000;

/// Shells with which nobody can log in.
const NO_SHELLS: [&str; 2] = ["/usr/bin/false", "/sbin/nologin"];

/// A group of the inventory, and how its rows are asked for and read.
type Group = (&'static str, &'static [&'static str], fn(&Value) -> Option<Value>);

const GROUPS: [Group; 2] = [
    (
        "local_users",
        &["/Users", "RecordName", "RealName", "UniqueID", "NFSHomeDirectory", "UserShell"],
        user,
    ),
    ("local_groups", &["/Groups", "RecordName", "PrimaryGroupID", "GroupMembership"], group),
];

/// Adds the local users and groups, by the same names as on Windows.
pub fn add_to(detail: &mut Map<String, Value>) {
    for (name, question, read) in GROUPS {
        match ask(question) {
            Ok(answer) => drop(detail.insert(name.to_owned(), rows(&answer, read))),
            Err(problem) => {
                let unknown = detail.entry("unknown").or_insert_with(|| json!({}));
                unknown[name] = problem.to_string().into();
            }
        }
    }
}

fn ask(question: &[&str]) -> Result<Value, Problem> {
    let arguments = [&["-plist", ".", "-readall"], question].concat();
    let text = ask_and_wait("dscl", &arguments, LIMIT)?;
    let answer = plist::parse(text.as_bytes());
    answer.ok_or_else(|| Problem::failed("the answer of dscl cannot be read"))
}

fn rows(answer: &Value, read: fn(&Value) -> Option<Value>) -> Value {
    answer.as_array().into_iter().flatten().filter_map(read).take(MOST).collect()
}

fn user(record: &Value) -> Option<Value> {
    let name = of_people(record)?;
    let shell = first(record, "UserShell");
    let mut fields = json!({ "Name": name, "UID": first(record, "UniqueID"),
        "Home": first(record, "NFSHomeDirectory"), "Shell": shell,
        "Disabled": NO_SHELLS.contains(&shell) });
    let full_name = first(record, "RealName");
    if !full_name.is_empty() {
        fields["FullName"] = full_name.into();
    }
    Some(fields)
}

fn group(record: &Value) -> Option<Value> {
    let name = of_people(record)?;
    let members = texts(record, "GroupMembership");
    Some(json!({ "Name": name, "GID": first(record, "PrimaryGroupID"), "Members": members }))
}

fn of_people(record: &Value) -> Option<&str> {
    Some(first(record, "RecordName")).filter(|name| !name.is_empty() && !name.starts_with('_'))
}

fn first<'a>(record: &'a Value, name: &str) -> &'a str {
    texts(record, name).first().copied().unwrap_or_default()
}

/// Every attribute is a list, under the name of its standard.
fn texts<'a>(record: &'a Value, name: &str) -> Vec<&'a str> {
    let list = record.get(format!("dsAttrTypeStandard:{name}")).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Attributes of one record, as `dscl -plist` prints them.
    fn record(attributes: &[(&str, &[&str])]) -> String {
        let attribute = |(name, values): &(&str, &[&str])| {
            let values: String =
                values.iter().map(|value| format!("<string>{value}</string>")).collect();
            format!("<key>dsAttrTypeStandard:{name}</key><array>{values}</array>")
        };
        format!("<dict>{}</dict>", attributes.iter().map(attribute).collect::<String>())
    }

    fn answer(records: &[String]) -> Value {
        let text = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD \
             PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
             <plist version=\"1.0\"><array>{}</array></plist>\n",
            records.concat()
        );
        plist::parse(text.as_bytes()).unwrap()
    }

    #[test]
    fn users_of_people_are_listed_and_those_of_the_system_are_not() {
        let records = [
            record(&[
                ("NFSHomeDirectory", &["/Users/ann"]),
                ("RealName", &["Ann Adler"]),
                ("RecordName", &["ann", "ann@example.com"]),
                ("UniqueID", &["501"]),
                ("UserShell", &["/bin/zsh"]),
            ]),
            record(&[("RecordName", &["_www"]), ("UserShell", &["/usr/bin/false"])]),
            record(&[("RecordName", &["nobody"]), ("UserShell", &["/usr/bin/false"])]),
        ];
        let expected = json!([
            { "Name": "ann", "FullName": "Ann Adler", "UID": "501", "Home": "/Users/ann",
                "Shell": "/bin/zsh", "Disabled": false },
            { "Name": "nobody", "UID": "", "Home": "", "Shell": "/usr/bin/false",
                "Disabled": true },
        ]);
        assert_eq!(rows(&answer(&records), user), expected);
    }

    #[test]
    fn a_group_has_its_members() {
        let records = [
            record(&[
                ("GroupMembership", &["root", "ann"]),
                ("PrimaryGroupID", &["80"]),
                ("RecordName", &["admin", "BUILTIN\\Administrators"]),
            ]),
            record(&[("RecordName", &["staff"]), ("PrimaryGroupID", &["20"])]),
        ];
        let expected = json!([
            { "Name": "admin", "GID": "80", "Members": ["root", "ann"] },
            { "Name": "staff", "GID": "20", "Members": [] },
        ]);
        assert_eq!(rows(&answer(&records), group), expected);
    }

    #[test]
    fn without_the_tool_the_reason_is_there() {
        let mut detail = Map::new();
        add_to(&mut detail);
        assert!(detail["unknown"]["local_users"].as_str().unwrap().starts_with("dscl: "));
        assert!(!detail.contains_key("local_groups"));
    }
}
