//! Packages of Red Hat and its relatives, through dnf, or yum before it.

use std::collections::{HashMap, HashSet};

use muster_protocol::{End, Stream, Update};

use super::package::Package;
use super::rpm::{list_installed, split_full_name};
use crate::run::Stage;

/// The code of `check-update` when there are updates.
const UPDATES: i32 = 100;

/// Lists what an administrator excludes or locks as well.
const UNLOCKED: [&str; 2] = ["--disableexcludes=all", "--disableplugin=versionlock"];

/// The same for dnf 5.
const UNLOCKED_5: &str = "--setopt=disable_excludes=*";

/// Severities, the worst first.
const SEVERITIES: [&str; 4] = ["Critical", "Important", "Moderate", "Low"];

/// What could be installed.
pub async fn scan(stage: &mut Stage<'_>, program: &str, refresh: bool) -> Result<Vec<Update>, End> {
    if refresh {
        // Marks the cache as old; the next command fetches it again.
        let old = stage.ask_program(&[program, "-q", "clean", "expire-cache"]).await?;
        let fetched = stage.ask_program(&[program, "-q", "makecache"]).await?;
        if old.code != 0 || fetched.code != 0 {
            let text = "the package lists could not be refreshed: older ones are used\n";
            stage.print(Stream::Stderr, text);
        }
    }
    // `-C`: what is there counts, even when it is old.
    let listed = stage.ask_program(&[program, "-q", "-C", "check-update"]).await?;
    if listed.code != 0 && listed.code != UPDATES {
        return Err(End::Exited { code: listed.code });
    }
    // dnf accepts the option, and dnf 5 takes the word of yum for a name.
    let security = [program, "-q", "-C", "updateinfo", "list", "--security"];
    let mut advisories = stage.ask_program(&security).await?;
    if advisories.code != 0 {
        let older = [program, "-q", "-C", "updateinfo", "list", "security"];
        advisories = stage.ask_program(&older).await?;
    }
    let installed = list_installed(stage).await?;
    let advisories = parse_advisories(&advisories.stdout);
    let offered = parse(&listed.stdout, &advisories, &installed);
    let [excluded, locked] = UNLOCKED;
    let unlocked = [program, "-q", "-C", "check-update", excluded, locked];
    let mut all = stage.ask_program(&unlocked).await?;
    if all.code != 0 && all.code != UPDATES {
        all = stage.ask_program(&[program, "-q", "-C", "check-update", UNLOCKED_5]).await?;
    }
    Ok(with_held(offered, parse(&all.stdout, &advisories, &installed)))
}

/// What is offered, and of everything there is what is offered only without locks.
fn with_held(mut offered: Vec<Update>, all: Vec<Update>) -> Vec<Update> {
    let package = |update: &Update| update.guid.split('=').next().unwrap_or_default().to_owned();
    let known: HashSet<String> = offered.iter().map(package).collect();
    let held = all.into_iter().filter(|update| !known.contains(&package(update)));
    offered.extend(held.map(|update| Update { is_held: true, ..update }));
    offered
}

/// The command that installs these packages, in these versions if they say so.
pub fn install_command(program: &str, packages: &[Package]) -> Vec<String> {
    let before = [program, "-y", "install"].map(str::to_owned);
    before.into_iter().chain(packages.iter().map(full_name)).collect()
}

/// The command that removes a package.
pub fn remove_command(program: &str, package: &Package) -> Vec<String> {
    [program, "-y", "remove", &package.name].map(str::to_owned).to_vec()
}

/// `name.arch` and a version as dnf writes them together.
fn full_name(package: &Package) -> String {
    let Package { name, version } = package;
    match name.rsplit_once('.') {
        _ if version.is_empty() => name.clone(),
        Some((plain, architecture)) => format!("{plain}-{version}.{architecture}"),
        None => format!("{name}-{version}"),
    }
}

/// Three words each: `name.arch`, version, repository. A long name may be
/// on a line of its own. What is made obsolete follows, and is no update.
fn parse(
    text: &str,
    advisories: &HashMap<String, String>,
    installed: &HashMap<String, String>,
) -> Vec<Update> {
    let lines = text.lines().take_while(|line| !line.starts_with("Obsoleting"));
    let mut words: Vec<&str> = Vec::new();
    let mut updates = Vec::new();
    for line in lines {
        if !line.starts_with(' ') {
            words.clear();
        }
        words.extend(line.split_ascii_whitespace());
        if let [name, version, _repository] = words[..] {
            let known = installed.get(name);
            updates.extend(describe(name, version, advisories.get(name), known));
        }
    }
    updates
}

fn describe(
    name: &str,
    version: &str,
    severity: Option<&String>,
    installed: Option<&String>,
) -> Option<Update> {
    let (plain, _) = name.rsplit_once('.')?;
    if !version.contains('-') || !version.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    Some(Update {
        guid: format!("{name}={version}"),
        name: plain.to_owned(),
        version: version.to_owned(),
        installed_version: installed.cloned().unwrap_or_default(),
        title: format!("{plain} {version}"),
        severity: severity.cloned().unwrap_or_default(),
        is_security: severity.is_some(),
        ..Update::default()
    })
}

/// Which packages have a hole that an update closes, and how bad it is.
///
/// Lines of dnf and yum: `RHSA-1 Important/Sec. bash-5-1.x86_64`; of newer
/// ones: `RHSA-1 security Important bash-5-1.x86_64 2026-01-01 10:00:00`.
fn parse_advisories(text: &str) -> HashMap<String, String> {
    let mut worst: HashMap<String, String> = HashMap::new();
    let rank = |severity: &str| SEVERITIES.iter().position(|known| *known == severity);
    for line in text.lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let package = words.iter().skip(1).find_map(|word| split_full_name(word));
        let Some((package, _)) = package else { continue };
        let mut parts = words.iter().flat_map(|word| word.split('/'));
        let severity = parts.find(|part| rank(part).is_some()).unwrap_or_default();
        let known = worst.entry(package).or_default();
        let is_worse = rank(severity).unwrap_or(9) < rank(known).unwrap_or(9);
        if is_worse {
            *known = severity.to_owned();
        }
    }
    worst
}

#[cfg(test)]
#[path = "dnf_tests.rs"]
mod tests;
