//! Packages of Debian and its relatives, through apt.

use std::collections::HashSet;

use muster_protocol::{End, Stream, Update};

use super::package::Package;
use crate::run::{Stage, could_not_start};

const LISTS: &str = "/var/lib/apt/lists";

/// Files that a person changed stay as they are; a lock is waited for; a name
/// that is not known is not taken for a pattern.
const OPTIONS: [&str; 12] = [
    "-q",
    "-y",
    "-o",
    "Dpkg::Options::=--force-confdef",
    "-o",
    "Dpkg::Options::=--force-confold",
    "-o",
    "DPkg::Lock::Timeout=300",
    "-o",
    "APT::Cmd::Pattern-Only=true",
    "-o",
    "APT::Color=false",
];

/// The updates that `apt list --upgradable` lists.
pub async fn scan(stage: &mut Stage<'_>, refresh: bool) -> Result<Vec<Update>, End> {
    let mut code = 0;
    if refresh {
        code = stage.ask_program(&["apt-get", "-q", "update"]).await?.code;
    }
    if !has_lists() {
        let text = "there are no package lists: they were never refreshed, or could not be\n";
        stage.print(Stream::Stderr, text);
        return Err(End::Exited { code: code.max(1) });
    }
    if code != 0 {
        stage.print(
            Stream::Stderr,
            "the package lists could not be refreshed: older ones are used\n",
        );
    }
    let quiet = ["-o", "Apt::Cmd::Disable-Script-Warning=true"];
    let listed = stage.ask_program(&["apt", quiet[0], quiet[1], "list", "--upgradable"]).await?;
    if listed.code != 0 {
        return Err(End::Exited { code: listed.code });
    }
    let native = stage.ask_program(&["dpkg", "--print-architecture"]).await?.stdout;
    let held = stage.ask_program(&["apt-mark", "showhold"]).await?.stdout;
    let held: HashSet<&str> = held.lines().map(str::trim).collect();
    Ok(parse(&listed.stdout, native.trim(), &held))
}

fn has_lists() -> bool {
    let Ok(folder) = std::fs::read_dir(LISTS) else { return false };
    folder.flatten().any(|entry| entry.file_name().to_string_lossy().contains("_Packages"))
}

/// Refuses unless dpkg has each of the packages installed.
pub async fn check_installed(stage: &mut Stage<'_>, packages: &[Package]) -> Result<(), End> {
    let format = "${db:Status-Status} ${Package}\n${db:Status-Status} ${Package}:${Architecture}\n";
    let mut words = vec!["dpkg-query", "-W", "-f", format, "--"];
    words.extend(packages.iter().map(|package| package.name.as_str()));
    let text = stage.ask_program(&words).await?.stdout;
    let installed: HashSet<&str> =
        text.lines().filter_map(|line| line.strip_prefix("installed ")).collect();
    match packages.iter().find(|package| !installed.contains(package.name.as_str())) {
        Some(package) => Err(could_not_start(format!("{} is not installed", package.name))),
        None => Ok(()),
    }
}

/// Refuses unless apt knows a package of exactly this name.
pub async fn check_known(stage: &mut Stage<'_>, package: &Package) -> Result<(), End> {
    let name = package.name.split(':').next().unwrap_or_default();
    let names = stage.ask_program(&["apt-cache", "pkgnames", name]).await?.stdout;
    match names.lines().any(|known| known == name) {
        true => Ok(()),
        false => Err(could_not_start(format!("apt knows no package {name}"))),
    }
}

/// The command that installs these versions, and nothing that is not there.
pub fn update_command(packages: &[Package]) -> Vec<String> {
    command("install", &["--only-upgrade"], packages)
}

/// The command that installs a package.
pub fn install_command(package: &Package) -> Vec<String> {
    command("install", &[], std::slice::from_ref(package))
}

/// The command that removes a package.
pub fn remove_command(package: &Package) -> Vec<String> {
    command("remove", &[], std::slice::from_ref(package))
}

fn command(verb: &str, more: &[&str], packages: &[Package]) -> Vec<String> {
    let before = ["apt-get"].into_iter().chain(OPTIONS).chain([verb]);
    let before = before.chain(more.iter().copied()).chain(["--"]).map(str::to_owned);
    let specification = |package: &Package| match package.version.as_str() {
        "" => package.name.clone(),
        version => format!("{}={version}", package.name),
    };
    before.chain(packages.iter().map(specification)).collect()
}

/// Lines like `bash/stable-security 5.2-2 amd64 [upgradable from: 5.2-1]`.
fn parse(text: &str, native: &str, held: &HashSet<&str>) -> Vec<Update> {
    text.lines().filter_map(|line| parse_line(line, native, held)).collect()
}

fn parse_line(line: &str, native: &str, held: &HashSet<&str>) -> Option<Update> {
    let (package, rest) = line.split_once('/')?;
    let mut words = rest.split(' ');
    let (suites, version, architecture) = (words.next()?, words.next()?, words.next()?);
    let (_, installed) = line.rsplit_once("[upgradable from: ")?;
    let installed = installed.strip_suffix(']')?;
    let name = match architecture {
        "all" => package.to_owned(),
        own if own == native => package.to_owned(),
        foreign => format!("{package}:{foreign}"),
    };
    let is_security = suites.split(',').any(|suite| suite.ends_with("-security"));
    let is_held =
        held.contains(name.as_str()) || held.contains(format!("{package}:{architecture}").as_str());
    Some(Update {
        guid: format!("{name}={version}"),
        title: format!("{name} {version} (installed: {installed})"),
        version: version.to_owned(),
        installed_version: installed.to_owned(),
        severity: if is_security { "Important".to_owned() } else { String::new() },
        is_security,
        is_held,
        name,
        ..Update::default()
    })
}

#[cfg(test)]
#[path = "apt_tests.rs"]
mod tests;
