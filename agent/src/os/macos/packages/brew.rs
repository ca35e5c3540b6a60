//! What Homebrew has installed and could upgrade.

use muster_protocol::{End, Stream, Update};
use serde_json::Value;

use crate::os::macos::homebrew::{Homebrew, Kind, items, text};
use crate::run::{Stage, could_not_start};

/// What identifiers begin with, by kind.
const FORMULA: &str = "brew:";
const CASK: &str = "brew-cask:";

/// What could be upgraded.
pub async fn outdated(
    stage: &mut Stage<'_>,
    homebrew: &Homebrew,
    refresh: bool,
) -> Result<Vec<Update>, End> {
    if refresh && ask(stage, homebrew, &["update", "--quiet"]).await?.0 != 0 {
        let text = "the lists of Homebrew could not be refreshed: older ones are used\n";
        stage.print(Stream::Stderr, text);
    }
    let (code, answer) = ask(stage, homebrew, &["outdated", "--json=v2"]).await?;
    match parse(&answer) {
        Some(updates) if code == 0 => Ok(updates),
        _ => {
            stage.print(Stream::Stderr, "Homebrew does not say what is outdated\n");
            Err(End::Exited { code: code.max(1) })
        }
    }
}

/// Whether an update is one of Homebrew's.
pub fn is_guid(guid: &str) -> bool {
    guid.starts_with(FORMULA) || guid.starts_with(CASK)
}

/// Upgrades one thing, and returns the code of that.
pub async fn upgrade(
    stage: &mut Stage<'_>,
    homebrew: &Homebrew,
    update: &Update,
) -> Result<i32, End> {
    let kind = if update.guid.starts_with(CASK) { Kind::Cask } else { Kind::Formula };
    run(stage, homebrew, &["upgrade", kind.option(), &update.name]).await
}

/// Calls it; what it prints is the run's.
pub async fn run(
    stage: &mut Stage<'_>,
    homebrew: &Homebrew,
    arguments: &[&str],
) -> Result<i32, End> {
    let words = homebrew.words(arguments).map_err(could_not_start)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match stage.run_program(&words).await {
        End::Exited { code } => Ok(code),
        end => Err(end),
    }
}

async fn ask(
    stage: &mut Stage<'_>,
    homebrew: &Homebrew,
    arguments: &[&str],
) -> Result<(i32, String), End> {
    let words = homebrew.words(arguments).map_err(could_not_start)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let reply = stage.ask_program(&words).await?;
    Ok((reply.code, reply.stdout))
}

/// Reads the answer to `outdated --json=v2`.
fn parse(answer: &str) -> Option<Vec<Update>> {
    let answer: Value = serde_json::from_str(answer).ok()?;
    answer.is_object().then(|| items(&answer).filter_map(|(kind, item)| read(kind, item)).collect())
}

fn read(kind: Kind, item: &Value) -> Option<Update> {
    let (name, version) = (text(item, "name"), text(item, "current_version"));
    // A list of all that are installed beside each other, or the one there can be.
    let installed = match &item["installed_versions"] {
        Value::Array(versions) => versions.last().and_then(Value::as_str),
        other => other.as_str(),
    };
    let installed = installed.unwrap_or_default();
    let prefix = match kind {
        Kind::Formula => FORMULA,
        Kind::Cask => CASK,
    };
    let is_known = is_name(&name) && !version.is_empty();
    is_known.then(|| Update {
        guid: format!("{prefix}{name}={version}"),
        title: format!("{name} {version} (installed: {installed})"),
        installed_version: installed.to_owned(),
        is_held: item["pinned"] == true,
        categories: vec!["Homebrew".to_owned()],
        name,
        version,
        ..Update::default()
    })
}

/// The name of a formula or a cask, with those of its tap before it if it is not Homebrew's
/// own: cannot be an option, a file or an address.
pub fn is_name(text: &str) -> bool {
    let is_part = |part: &str| {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "@._+-".contains(letter);
        part.starts_with(|letter: char| letter.is_ascii_alphanumeric())
            && part.chars().all(is_plain)
    };
    let parts: Vec<&str> = text.split('/').collect();
    let is_file = text.ends_with(".rb") || text.ends_with(".json");
    matches!(parts.len(), 1 | 3) && parts.into_iter().all(is_part) && !is_file && text.len() <= 200
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn formulae_and_casks_are_updates() {
        let answer = r#"{"formulae":[
            {"name":"git","installed_versions":["2.50.0","2.51.0"],"current_version":"2.52.0",
             "pinned":false,"pinned_version":null},
            {"name":"postgresql@16","installed_versions":["16.9"],"current_version":"16.10",
             "pinned":true,"pinned_version":"16.9"},
            {"name":"--force","installed_versions":["1"],"current_version":"2"}],
            "casks":[{"name":"firefox","installed_versions":"144.0","current_version":"145.0"}]}"#;
        let found = parse(answer).unwrap();
        let seen: Vec<(&str, &str, bool)> = found
            .iter()
            .map(|u| (u.guid.as_str(), u.installed_version.as_str(), u.is_held))
            .collect();
        assert_eq!(
            seen,
            [
                ("brew:git=2.52.0", "2.51.0", false),
                ("brew:postgresql@16=16.10", "16.9", true),
                ("brew-cask:firefox=145.0", "144.0", false),
            ]
        );
        assert!(found.iter().all(|update| is_guid(&update.guid)));
        assert_eq!(parse(r#"{"formulae":[],"casks":[]}"#), Some(Vec::new()));
        assert_eq!((parse("Error: no"), parse("[]")), (None, None));
    }

    #[test]
    fn real_names_are_taken_and_tricks_refused() {
        for name in ["git", "postgresql@16", "gtk+3", "hashicorp/tap/terraform", "0-ad", "R"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "-f", "a b", "a;b", "./x", "/x", "a/b", "https://x", "x.rb", "a/-b/c", "ä"]
        {
            assert!(!is_name(name), "{name}");
        }
    }

    proptest! {
        #[test]
        fn any_answer_is_survived(text in "\\PC{0,60}") {
            parse(&text);
        }
    }
}
