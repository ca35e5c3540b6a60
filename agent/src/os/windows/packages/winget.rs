//! winget: how it is called, and what its exit codes mean.

use muster_protocol::{End, Stream};

use super::exit_words::{Meaning, installer_words, number};
use super::package::Package;
use super::winget_output::clean;
use crate::run::Stage;

/// No installer of the package fits.
const NO_INSTALLER: i32 = 0x8A15_0010_u32.cast_signed();

/// It is installed, and what would be installed is not newer.
const NOTHING_NEWER: i32 = 0x8A15_002B_u32.cast_signed();

/// Nothing is asked, and one source is used, so that names mean one thing.
const QUIET: [&str; 5] =
    ["--exact", "--source", "winget", "--accept-source-agreements", "--disable-interactivity"];

/// Installs a package, for all users where it can be.
pub async fn install(stage: &mut Stage<'_>, program: &str, package: &Package) -> Result<End, End> {
    let mut words = install_words(program, package);
    words.extend(["--scope", "machine"]);
    let mut code = run(stage, &words).await?;
    if code == NO_INSTALLER {
        stage.print_line("it has no installer for all users: trying any other");
        code = run(stage, &install_words(program, package)).await?;
    }
    let mut meaning = meaning(code);
    if code == NOTHING_NEWER && !package.version.is_empty() {
        // The version that was asked for, or a newer one?
        let reply = stage.ask_program(&words_for(program, "list", package)).await?;
        if !is_listed(&reply.stdout, package) {
            let sentence = "winget does not replace the version that is installed by this one";
            meaning = Meaning::failure(code, sentence.to_owned());
        }
    }
    Ok(concluded(stage, &meaning))
}

/// Removes a package.
pub async fn remove(stage: &mut Stage<'_>, program: &str, package: &Package) -> Result<End, End> {
    let code = run(stage, &remove_words(program, package)).await?;
    Ok(concluded(stage, &meaning(code)))
}

fn install_words<'a>(program: &'a str, package: &'a Package) -> Vec<&'a str> {
    let mut words = words_for(program, "install", package);
    words.extend(["--silent", "--accept-package-agreements"]);
    if !package.version.is_empty() {
        words.extend(["--version", &package.version]);
    }
    words
}

fn remove_words<'a>(program: &'a str, package: &'a Package) -> Vec<&'a str> {
    let mut words = words_for(program, "uninstall", package);
    words.push("--silent");
    words
}

fn words_for<'a>(program: &'a str, verb: &'static str, package: &'a Package) -> Vec<&'a str> {
    let mut words = vec![program, verb, "--id", &package.name];
    words.extend(QUIET);
    words
}

/// Whether a table of installed packages has this one in its version.
fn is_listed(table: &str, package: &Package) -> bool {
    clean(table).iter().any(|line| {
        let mut words = line.split_whitespace().skip_while(|word| *word != package.name);
        words.next().is_some() && words.next() == Some(&package.version)
    })
}

/// Its output is printed when it has ended, without what it draws.
async fn run(stage: &mut Stage<'_>, words: &[&str]) -> Result<i32, End> {
    let reply = stage.ask_program(words).await?;
    for line in clean(&reply.stdout) {
        stage.print_line(&line);
    }
    Ok(reply.code)
}

fn concluded(stage: &mut Stage<'_>, meaning: &Meaning) -> End {
    meaning.report(stage, Stream::Stderr);
    End::Exited { code: meaning.code }
}

fn meaning(code: i32) -> Meaning {
    match code.cast_unsigned() {
        0 => return Meaning::success(""),
        0x8A15_002B => {
            return Meaning::success("it is installed already, and there is nothing newer");
        }
        0x8A15_0109 | 3010 => return Meaning::success("a restart of the computer completes it"),
        0x8A15_010B | 1641 => return Meaning::success("the computer restarts to complete it"),
        _ => {}
    }
    let words = words(code.cast_unsigned()).or_else(|| installer_words(code));
    let words = words.unwrap_or("winget failed; its output says why");
    Meaning::failure(code, format!("{words} (exit code {})", number(code)))
}

/// The documented exit codes that an installation or a removal can end with.
fn words(code: u32) -> Option<&'static str> {
    Some(match code {
        0x8A15_0002 => "winget does not know one of the arguments: it is too old",
        0x8A15_0005 | 0x8A15_006A => "winget was stopped",
        0x8A15_0006 => "the installer failed",
        0x8A15_0007 => "winget is too old for this package",
        0x8A15_0008 => "the installer cannot be downloaded",
        0x8A15_000A | 0x8A15_000B | 0x8A15_000F | 0x8A15_003F => {
            "winget's list of packages is broken"
        }
        0x8A15_0010 => "none of the package's installers is for this computer",
        0x8A15_0011 => "the downloaded installer is not the one in winget's list",
        0x8A15_0012 | 0x8A15_0015 => "winget does not know its source of packages",
        0x8A15_0014 => "winget finds no such package",
        0x8A15_0016 => "more than one package has this name",
        0x8A15_0017 => "winget finds no such version of the package",
        0x8A15_0019 => "it needs administrator rights",
        0x8A15_002D | 0x8A15_0060 => "a virus scanner refused the installer",
        0x8A15_002E => "the download was incomplete",
        0x8A15_002F => "winget does not know how to remove it",
        0x8A15_0030 => "the program's own removal failed",
        0x8A15_003A | 0x8A15_010F => "a policy of this computer forbids it",
        0x8A15_0041 | 0x8A15_0046 => "an agreement was not accepted",
        0x8A15_0045 | 0x8A15_004B => "winget cannot open its source of packages",
        0x8A15_0049 => "Windows Installer failed",
        0x8A15_004F => "the version is not newer than the installed one",
        0x8A15_0056 => "the installer refuses to run as administrator: it is for one user only",
        0x8A15_005E => {
            "the certificate of winget's source is not the expected one: a proxy may replace it"
        }
        0x8A15_005F => "the package wants to be told where to install it",
        0x8A15_0061 | 0x8A15_010D => "another version is installed already",
        0x8A15_0068 => "the package is pinned on this computer",
        0x8A15_006D => "a service it needs is busy: try again later",
        0x8A15_0101 | 0x8A15_0111 => "the program is running: it must be closed first",
        0x8A15_0102 => "another installation is in progress",
        0x8A15_0103 => "a file that it replaces is in use",
        0x8A15_0104 | 0x8A15_0110 => "something that the package needs is missing",
        0x8A15_0105 => "the disk is full",
        0x8A15_0106 => "there is not enough memory",
        0x8A15_0107 => "it needs a connection to the internet",
        0x8A15_0108 => "the installer failed, and asks to contact its maker",
        0x8A15_010A => "the computer must restart first",
        0x8A15_010C => "somebody cancelled the installation",
        0x8A15_010E => "a newer version is installed",
        0x8A15_0112 => "the installer does not know one of its arguments",
        0x8A15_0113 => "the package does not support this system",
        0x8A15_0114 => "the installed version must be removed first",
        // STATUS_DLL_NOT_FOUND: as a service it does not find its own libraries.
        0xC000_0135 => "winget cannot start: the Visual C++ runtime is not installed for all users",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::manager::Manager;
    use super::*;

    #[test]
    fn commands_ask_nothing_and_name_the_package_as_one_word() {
        let package = |version| Package::new(Manager::Winget, "Git.Git", version).unwrap();
        let versioned = package("2.43.0");
        let words = install_words(r"C:\a b\winget.exe", &versioned);
        assert_eq!(words[..4], [r"C:\a b\winget.exe", "install", "--id", "Git.Git"]);
        let end = ["--accept-package-agreements", "--version", "2.43.0"];
        assert_eq!(words[words.len() - 3..], end);
        let newest = package("");
        let words = remove_words("winget", &newest);
        assert_eq!(words[..4], ["winget", "uninstall", "--id", "Git.Git"]);
        assert!(words.contains(&"--disable-interactivity") && !words.contains(&"--version"));
    }

    #[test]
    fn exit_codes_are_put_into_words() {
        for (code, expected, sentence) in [
            (0, 0, ""),
            (-1_978_335_189, 0, "it is installed already, and there is nothing newer"),
            (-1_978_334_967, 0, "a restart of the computer completes it"),
            (-1_978_335_212, -1_978_335_212, "winget finds no such package (exit code 0x8A150014)"),
            (1603, 1603, "the installer failed (exit code 1603)"),
            (7, 7, "winget failed; its output says why (exit code 7)"),
        ] {
            let sentence = sentence.to_owned();
            assert_eq!(meaning(code), Meaning { code: expected, sentence }, "{code}");
        }
        assert_eq!(NO_INSTALLER, -1_978_335_216);
    }

    #[test]
    fn an_installed_version_is_found_in_the_table() {
        let table = "Name  Id       Version Available\r\n--------------\r\nGit   Git.Git  2.43.0  2.44.0\r\n";
        let package = |version| Package::new(Manager::Winget, "Git.Git", version).unwrap();
        assert!(is_listed(table, &package("2.43.0")));
        assert!(!is_listed(table, &package("2.44.0")));
        assert!(!is_listed("No installed package found.", &package("2.43.0")));
    }
}
