//! Packages of Alpine, through apk.
//!
//! Its repositories do not say which updates close a security hole.

use std::collections::{HashMap, HashSet};

use muster_protocol::{End, Stream, Update};

use super::package::Package;
use crate::run::{Stage, could_not_start};

/// What is installed, a block of lines per package.
const INSTALLED: &str = "/lib/apk/db/installed";

/// Where apk keeps the lists of repositories: the second, when somebody made it a link.
const CACHES: [&str; 2] = ["/var/cache/apk", "/etc/apk/cache"];

const REPOSITORIES: &str = "/etc/apk/repositories";

/// The lists count as they are, however many minutes old. Without a network at all,
/// packages that are elsewhere would count as not to be had.
const AS_LISTED: [&str; 2] = ["--cache-max-age", "9999999"];

/// What could be installed.
///
/// Whatever is newer than the installed and would not come with an upgrade is held:
/// by a version in `/etc/apk/world`, or by a package that needs the old one.
pub async fn scan(stage: &mut Stage<'_>, refresh: bool) -> Result<Vec<Update>, End> {
    let code = if refresh { update_lists(stage).await? } else { 0 };
    if !has_lists() {
        let text = "there are no package lists: they were never refreshed, or could not be\n";
        stage.print(Stream::Stderr, text);
        return Err(End::Exited { code: code.max(1) });
    }
    if code != 0 {
        let text = "the package lists could not be refreshed: older ones are used\n";
        stage.print(Stream::Stderr, text);
    }
    let listed = ask(stage, &["version", "--limit", "<"], &[]).await?;
    if listed.1 != 0 {
        return Err(End::Exited { code: listed.1 });
    }
    let upgrade = ["upgrade", "--simulate", "--no-self-upgrade"];
    let (plan, code) = ask(stage, &upgrade, &[]).await?;
    if code != 0 {
        let text = "an upgrade would fail: which packages are held is not known\n";
        stage.print(Stream::Stderr, text);
    }
    Ok(parse(&listed.0, (code == 0).then(|| parse_plan(&plan)).as_ref()))
}

async fn update_lists(stage: &mut Stage<'_>) -> Result<i32, End> {
    Ok(stage.ask_program(&["apk", "update"]).await?.code)
}

/// Whether there is a list of a repository, or a repository on this computer.
fn has_lists() -> bool {
    let files = CACHES.iter().filter_map(|folder| std::fs::read_dir(folder).ok());
    let mut names = files.flatten().flatten().map(|entry| entry.file_name());
    let repositories = std::fs::read_to_string(REPOSITORIES).unwrap_or_default();
    names.any(|name| name.to_string_lossy().starts_with("APKINDEX."))
        || repositories.split_ascii_whitespace().any(|word| word.starts_with('/'))
}

async fn ask(
    stage: &mut Stage<'_>,
    words: &[&str],
    packages: &[Package],
) -> Result<(String, i32), End> {
    let names = packages.iter().map(|package| package.name.as_str());
    let names = (!packages.is_empty()).then_some("--").into_iter().chain(names);
    let before = ["apk"].into_iter().chain(words.iter().copied()).chain(AS_LISTED);
    let words: Vec<&str> = before.chain(names).collect();
    let reply = stage.ask_program(&words).await?;
    Ok((reply.stdout, reply.code))
}

/// Refuses unless each of the packages is installed.
pub async fn check_installed(packages: &[Package]) -> Result<(), End> {
    let text = tokio::fs::read_to_string(INSTALLED).await.unwrap_or_default();
    let installed: HashSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("P:")).collect();
    match packages.iter().find(|package| !installed.contains(package.name.as_str())) {
        Some(package) => Err(could_not_start(format!("{} is not installed", package.name))),
        None => Ok(()),
    }
}

/// Refuses unless the packages would be upgraded to exactly these versions.
///
/// To name a version would hold the package from then on.
pub async fn check_offered(stage: &mut Stage<'_>, packages: &[Package]) -> Result<(), End> {
    let code = update_lists(stage).await?;
    if code != 0 {
        return Err(End::Exited { code });
    }
    let (text, code) = ask(stage, &["fix", "--upgrade", "--simulate"], packages).await?;
    if code != 0 {
        return Err(End::Exited { code });
    }
    let plan = parse_plan(&text);
    match packages.iter().find(|package| plan.get(&package.name) != Some(&package.version)) {
        Some(Package { name, version }) => {
            Err(could_not_start(format!("{name}={version} is held, or not what is offered now")))
        }
        None => Ok(()),
    }
}

/// Refuses what apk would leave, and say that all is well: a package that others need.
pub async fn check_removable(stage: &mut Stage<'_>, package: &Package) -> Result<(), End> {
    let (text, code) = ask(stage, &["del", "--simulate"], std::slice::from_ref(package)).await?;
    let mut removed = text.lines().filter_map(change).filter(|(verb, ..)| *verb == "Purging");
    match removed.any(|(_, name, _)| name == package.name) {
        true => Ok(()),
        false if code != 0 => Err(End::Exited { code }),
        false => Err(could_not_start(format!("other packages need {}", package.name))),
    }
}

/// The command that upgrades installed packages, and holds none of them.
pub fn update_command(packages: &[Package]) -> Vec<String> {
    let before = ["apk", "fix", "--upgrade"].into_iter().chain(AS_LISTED).chain(["--"]);
    let names = packages.iter().map(|package| package.name.as_str());
    before.chain(names).map(str::to_owned).collect()
}

/// The command that installs a package. A version that is named is held from then on.
pub fn install_command(package: &Package) -> Vec<String> {
    let specification = match package.version.as_str() {
        "" => package.name.clone(),
        version => format!("{}={version}", package.name),
    };
    ["apk", "add", "--upgrade", "--", &specification].map(str::to_owned).to_vec()
}

/// The command that removes a package.
pub fn remove_command(package: &Package) -> Vec<String> {
    ["apk", "del", "--", &package.name].map(str::to_owned).to_vec()
}

/// Lines like `bash-5.2-r1 < 5.2-r2 @tag`. What is planned is more exact; without a plan
/// nothing is known to be held.
fn parse(text: &str, plan: Option<&HashMap<String, String>>) -> Vec<Update> {
    text.lines().filter_map(|line| parse_line(line, plan)).collect()
}

fn parse_line(line: &str, plan: Option<&HashMap<String, String>>) -> Option<Update> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let [full_name, "<", newest, ..] = words[..] else { return None };
    let (name, installed) = split_full_name(full_name)?;
    let planned = plan.and_then(|plan| plan.get(name));
    let version = planned.map_or(newest, String::as_str);
    Some(Update {
        guid: format!("{name}={version}"),
        name: name.to_owned(),
        version: version.to_owned(),
        installed_version: installed.to_owned(),
        title: format!("{name} {version} (installed: {installed})"),
        is_held: plan.is_some() && planned.is_none(),
        ..Update::default()
    })
}

/// Takes `name-version-rrelease` apart: a version begins with a digit, a release does not.
fn split_full_name(text: &str) -> Option<(&str, &str)> {
    let is_version = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
    let (dash, _) = text.rmatch_indices('-').find(|(dash, _)| is_version(&text[dash + 1..]))?;
    (dash > 0).then(|| (&text[..dash], &text[dash + 1..]))
}

/// The new version of every package that would be upgraded.
fn parse_plan(text: &str) -> HashMap<String, String> {
    let changes = text.lines().filter_map(change).filter(|(verb, ..)| *verb == "Upgrading");
    changes.map(|(_, name, version)| (name.to_owned(), version.to_owned())).collect()
}

/// Lines like `(1/2) Upgrading bash@tag (5.2-r1 -> 5.2-r2)` and `(2/2) Purging vim (9-r0)`:
/// what is done, to what, and the last version that is named.
fn change(line: &str) -> Option<(&str, &str, &str)> {
    let (_, rest) = line.strip_prefix('(')?.split_once(')')?;
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let [verb, package, .., last] = words[..] else { return None };
    let name = package.split('@').next()?;
    Some((verb, name, last.trim_start_matches('(').strip_suffix(')')?))
}

#[cfg(test)]
#[path = "apk_tests.rs"]
mod tests;
