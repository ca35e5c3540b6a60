//! Packages of Arch, through pacman.

use std::collections::HashSet;

use muster_protocol::{End, Stream, Update};

use super::package::Package;
use crate::os::programs::find_program;
use crate::run::{Stage, could_not_start};

/// The code of `checkupdates` when there is nothing to update.
const NOTHING: i32 = 2;

/// What could be installed.
///
/// The system's own lists are not refreshed for this: the next package that is
/// installed would then not match the others.
pub async fn scan(stage: &mut Stage<'_>, refresh: bool) -> Result<Vec<Update>, End> {
    if find_program("checkupdates").is_some() {
        let words: &[&str] =
            if refresh { &["checkupdates"] } else { &["checkupdates", "--nosync"] };
        let reply = stage.ask_program(words).await?;
        if matches!(reply.code, 0 | NOTHING) {
            return Ok(with_held(parse(&reply.stdout), list_upgradable(stage).await?));
        }
    }
    if refresh {
        let text = "the package lists could not be refreshed (checkupdates): older ones are used\n";
        stage.print(Stream::Stderr, text);
    }
    list_upgradable(stage).await
}

/// By the system's own lists.
async fn list_upgradable(stage: &mut Stage<'_>) -> Result<Vec<Update>, End> {
    // Code 1 with nothing on stdout: there is nothing to update.
    let reply = stage.ask_program(&["pacman", "-Qu"]).await?;
    match reply.code {
        0 | 1 => Ok(parse(&reply.stdout)),
        code => Err(End::Exited { code }),
    }
}

/// `checkupdates` leaves out what is held.
fn with_held(mut offered: Vec<Update>, own: Vec<Update>) -> Vec<Update> {
    let known: HashSet<String> = offered.iter().map(|update| update.name.clone()).collect();
    let is_missing = |update: &Update| update.is_held && !known.contains(&update.name);
    offered.extend(own.into_iter().filter(is_missing));
    offered
}

/// Refuses unless each of the packages is installed.
pub async fn check_installed(stage: &mut Stage<'_>, packages: &[Package]) -> Result<(), End> {
    let text = stage.ask_program(&["pacman", "-Qq"]).await?.stdout;
    let installed: HashSet<&str> = text.lines().collect();
    match packages.iter().find(|package| !installed.contains(package.name.as_str())) {
        Some(package) => Err(could_not_start(format!("{} is not installed", package.name))),
        None => Ok(()),
    }
}

/// Refuses unless the newest versions are exactly these: pacman has no others. What is
/// held is refused as well: with nobody to ask, pacman would install it.
pub async fn check_offered(stage: &mut Stage<'_>, packages: &[Package]) -> Result<(), End> {
    let refreshed = stage.ask_program(&["pacman", "-Sy", "--noconfirm"]).await?;
    if refreshed.code != 0 {
        return Err(End::Exited { code: refreshed.code });
    }
    let is_held = |update: &Update| {
        update.is_held && packages.iter().any(|package| package.name == update.name)
    };
    if let Some(held) = list_upgradable(stage).await?.into_iter().find(is_held) {
        return Err(could_not_start(format!("{} is held back", held.name)));
    }
    let mut words = vec!["pacman", "-Sp", "--print-format", "%n=%v", "--"];
    words.extend(packages.iter().map(|package| package.name.as_str()));
    let text = stage.ask_program(&words).await?.stdout;
    let offered: HashSet<&str> = text.lines().collect();
    match packages.iter().map(Package::guid).find(|guid| !offered.contains(guid.as_str())) {
        Some(guid) => Err(could_not_start(format!("{guid} is not what is offered now"))),
        None => Ok(()),
    }
}

/// The command that installs the newest versions.
pub fn install_command(packages: &[Package]) -> Vec<String> {
    let before = ["pacman", "-S", "--noconfirm", "--needed", "--"].map(str::to_owned);
    before.into_iter().chain(packages.iter().map(|package| package.name.clone())).collect()
}

/// The command that removes a package.
pub fn remove_command(package: &Package) -> Vec<String> {
    ["pacman", "-R", "--noconfirm", "--", &package.name].map(str::to_owned).to_vec()
}

/// Lines like `bash 5.2-1 -> 5.2-2`, with `[ignored]` behind what is held.
fn parse(text: &str) -> Vec<Update> {
    text.lines().filter_map(parse_line).collect()
}

fn parse_line(line: &str) -> Option<Update> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let [name, installed, "->", version, ref rest @ ..] = words[..] else { return None };
    Some(Update {
        guid: format!("{name}={version}"),
        name: name.to_owned(),
        version: version.to_owned(),
        installed_version: installed.to_owned(),
        title: format!("{name} {version} (installed: {installed})"),
        is_held: rest.contains(&"[ignored]"),
        ..Update::default()
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn lines_are_updates() {
        let found = parse("bash 5.2-1 -> 5.2-2\nlinux 6.1-1 -> 6.2-1 [ignored]\n:: odd\n");
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].guid.as_str(), found[0].is_held), ("bash=5.2-2", false));
        assert_eq!((found[1].installed_version.as_str(), found[1].is_held), ("6.1-1", true));
    }

    #[test]
    fn what_is_held_is_added_once() {
        let offered = parse("bash 5.2-1 -> 5.2-3\nvim 9-1 -> 9-2\n");
        let own =
            parse("bash 5.2-1 -> 5.2-2 [ignored]\nlinux 6.1-1 -> 6.2-1 [ignored]\ngit 1-1 -> 1-2");
        let found: Vec<String> =
            with_held(offered, own).into_iter().map(|update| update.guid).collect();
        assert_eq!(found, ["bash=5.2-3", "vim=9-2", "linux=6.2-1"]);
    }

    #[test]
    fn names_stand_where_no_option_can() {
        let package = Package { name: "bash".to_owned(), version: "5.2-2".to_owned() };
        let words = install_command(std::slice::from_ref(&package)).join(" ");
        assert_eq!(words, "pacman -S --noconfirm --needed -- bash");
        assert_eq!(remove_command(&package).join(" "), "pacman -R --noconfirm -- bash");
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in "( |->|\n|\\PC){0,40}") {
            parse(&text);
        }
    }
}
