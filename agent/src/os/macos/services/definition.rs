//! The definition of a daemon: a property list that launchd loads when the system starts.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::os::macos::plist;

/// A daemon, as its file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    pub label: String,
    pub path: PathBuf,
    /// What it starts, with its arguments.
    pub command: String,
    /// Who it runs as.
    pub username: String,
    /// Whether it is started without being asked for.
    pub starts_by_itself: bool,
    /// Whether it may run where nobody has switched it on or off.
    pub may_run: bool,
}

/// All definitions in these folders; of a label that is there twice, the first.
pub fn list(folders: &[PathBuf]) -> Vec<Definition> {
    let mut found: Vec<Definition> = Vec::new();
    for (path, value) in folders.iter().flat_map(|folder| plist::read_folder(folder)) {
        let definition = read(&path, &value);
        let is_new = |new: &Definition| !found.iter().any(|known| known.label == new.label);
        found.extend(definition.filter(is_new));
    }
    found
}

fn read(path: &Path, value: &Value) -> Option<Definition> {
    let text = |name: &str| value[name].as_str().filter(|text| !text.is_empty());
    let label = text("Label")?.to_owned();
    let arguments: Vec<&str> = value["ProgramArguments"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    // The first argument is only what the program is called by.
    let command = match (text("Program"), arguments.split_first()) {
        (Some(program), Some((_, rest))) => [&[program], rest].concat().join(" "),
        (Some(program), None) => program.to_owned(),
        (None, _) => arguments.join(" "),
    };
    let keeps_alive = match &value["KeepAlive"] {
        Value::Bool(always) => *always,
        conditions => conditions.is_object(),
    };
    Some(Definition {
        label,
        path: path.to_owned(),
        command,
        username: text("UserName").unwrap_or("root").to_owned(),
        starts_by_itself: keeps_alive || value["RunAtLoad"] == true,
        may_run: value["Disabled"] != true,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_definition_says_what_is_started_and_when() {
        let of = |value: Value| read(Path::new("/x/a.plist"), &value);
        let expected = Definition {
            label: "a".to_owned(),
            path: "/x/a.plist".into(),
            command: "/bin/db -d x".to_owned(),
            username: "_db".to_owned(),
            starts_by_itself: true,
            may_run: true,
        };
        let arguments = json!({ "Label": "a", "ProgramArguments": ["/bin/db", "-d", "x"],
            "RunAtLoad": true, "UserName": "_db" });
        assert_eq!(of(arguments), Some(expected.clone()));
        let program = json!({ "Label": "a", "Program": "/bin/db", "UserName": "_db",
            "ProgramArguments": ["db", "-d", "x"], "KeepAlive": { "SuccessfulExit": false } });
        assert_eq!(of(program), Some(expected));
        let on_demand = of(json!({ "Label": "b", "Program": "/bin/b", "Disabled": true }));
        let on_demand = on_demand.unwrap();
        assert_eq!((on_demand.username.as_str(), on_demand.command.as_str()), ("root", "/bin/b"));
        assert!(!on_demand.starts_by_itself && !on_demand.may_run);
        assert_eq!(of(json!({ "Program": "/bin/true" })), None);
        assert_eq!(of(json!(["Label"])), None);
    }
}
