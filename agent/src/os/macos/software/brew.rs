//! What Homebrew has installed.

use std::time::Duration;

use chrono::{DateTime, Local};
use muster_protocol::Software;
use serde_json::Value;

use crate::os::Problem;
use crate::os::macos::ask::ask;
use crate::os::macos::homebrew::{Homebrew, Kind, items, text};

const LIMIT: Duration = Duration::from_secs(25);

/// Everything it has installed; nothing without it.
pub async fn list() -> Result<Vec<Software>, Problem> {
    let Some(homebrew) = Homebrew::find() else { return Ok(Vec::new()) };
    let words = homebrew.words(&["info", "--json=v2", "--installed"]).map_err(Problem::failed)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some((program, arguments)) = words.split_first() else { return Ok(Vec::new()) };
    parse(&ask(program, arguments, LIMIT).await?)
        .ok_or_else(|| Problem::failed("Homebrew does not say what is installed"))
}

fn parse(answer: &str) -> Option<Vec<Software>> {
    let answer: Value = serde_json::from_str(answer).ok()?;
    answer.is_object().then(|| items(&answer).filter_map(|(kind, item)| read(kind, item)).collect())
}

fn read(kind: Kind, item: &Value) -> Option<Software> {
    let (name, version, since) = match kind {
        Kind::Formula => {
            // The newest of those that are installed beside each other.
            let newest = item["installed"].as_array()?.last()?;
            (text(item, "name"), text(newest, "version"), &newest["time"])
        }
        Kind::Cask => (text(item, "token"), text(item, "installed"), &item["installed_time"]),
    };
    let time = since.as_i64().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    let date = time.map(|time| time.with_timezone(&Local).format("%Y-%m-%d").to_string());
    (!name.is_empty()).then(|| Software {
        publisher: text(item, "tap"),
        install_date: date.unwrap_or_default(),
        source: "brew".to_owned(),
        uninstall: format!("brew uninstall {} {name}", kind.option()),
        name,
        version,
        ..Software::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulae_and_casks_are_listed() {
        let answer = r#"{"formulae":[{"name":"git","tap":"homebrew/core","versions":{"stable":"2.52"},
            "installed":[{"version":"2.50.0","time":1700000000},{"version":"2.51.0"}]},
            {"name":"gone","installed":[]}],
            "casks":[{"token":"firefox","tap":"homebrew/cask","name":["Mozilla Firefox"],
            "version":"145.0","installed":"144.0","installed_time":1763280000}]}"#;
        let found = parse(answer).unwrap();
        assert_eq!(found.len(), 2);
        let git = Software {
            name: "git".to_owned(),
            version: "2.51.0".to_owned(),
            publisher: "homebrew/core".to_owned(),
            source: "brew".to_owned(),
            uninstall: "brew uninstall --formula git".to_owned(),
            ..Software::default()
        };
        assert_eq!(found[0], git);
        assert_eq!((found[1].name.as_str(), found[1].version.as_str()), ("firefox", "144.0"));
        assert!(found[1].install_date.starts_with("2025-11-1"), "{}", found[1].install_date);
        assert_eq!((parse("Error"), parse("[]")), (None, None));
    }
}
