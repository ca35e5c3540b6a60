//! Chocolatey: how it is called, and what its exit codes mean.

use super::exit_words::{Meaning, installer_words, number};
use super::package::Package;

const RESTART: &str = "a restart of the computer completes it";

/// The command that installs a package, or upgrades it when it is installed.
pub fn install_command(program: &str, package: &Package) -> Vec<String> {
    // What "install" finds installed in another version it leaves as it is, and
    // succeeds.
    let mut words = vec![program, "upgrade", &package.name, "--yes", "--no-progress"];
    if !package.version.is_empty() {
        words.extend(["--version", &package.version]);
    }
    words.into_iter().map(str::to_owned).collect()
}

/// The command that removes a package.
pub fn remove_command(program: &str, package: &Package) -> Vec<String> {
    [program, "uninstall", &package.name, "--yes"].map(str::to_owned).to_vec()
}

/// What an exit code means.
pub fn meaning(code: i32) -> Meaning {
    let words = match code {
        0 => return Meaning::success(""),
        1605 | 1614 => return Meaning::success("it was not installed any more"),
        1641 => return Meaning::success("the computer restarts to complete it"),
        3010 => return Meaning::success(RESTART),
        350 => "nothing was done: the computer must restart first",
        1604 => "it is not complete: the computer must restart first",
        other => installer_words(other).unwrap_or("Chocolatey failed; its output says why"),
    };
    Meaning::failure(code, format!("{words} (exit code {})", number(code)))
}

#[cfg(test)]
mod tests {
    use super::super::manager::Manager;
    use super::*;

    #[test]
    fn commands_ask_nothing_and_name_the_package_as_one_word() {
        let package = |version| Package::new(Manager::Choco, "git.install", version).unwrap();
        assert_eq!(
            install_command(r"C:\a b\choco.exe", &package("2.43.0")),
            [
                r"C:\a b\choco.exe",
                "upgrade",
                "git.install",
                "--yes",
                "--no-progress",
                "--version",
                "2.43.0"
            ]
        );
        assert_eq!(install_command("choco", &package("")).len(), 5);
        let removal = remove_command("choco", &package(""));
        assert_eq!(removal, ["choco", "uninstall", "git.install", "--yes"]);
    }

    #[test]
    fn a_restart_is_no_failure() {
        for (code, expected, sentence) in [
            (0, 0, ""),
            (3010, 0, "a restart of the computer completes it"),
            (1641, 0, "the computer restarts to complete it"),
            (1605, 0, "it was not installed any more"),
            (1, 1, "Chocolatey failed; its output says why (exit code 1)"),
            (350, 350, "nothing was done: the computer must restart first (exit code 350)"),
            (1618, 1618, "another installation is in progress (exit code 1618)"),
            (-1, -1, "Chocolatey failed; its output says why (exit code 0xFFFFFFFF)"),
        ] {
            let sentence = sentence.to_owned();
            assert_eq!(meaning(code), Meaning { code: expected, sentence }, "{code}");
        }
    }
}
