//! Installs and removes packages: Homebrew's by their names, and those for the system's
//! installer by the paths of their files.

use std::path::Path;

use muster_protocol::{ChangeSoftware, End};

use super::brew;
use crate::os::macos::homebrew::Homebrew;
use crate::run::{Stage, could_not_start};

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
enum Package<'a> {
    /// A formula or a cask.
    Homebrew(&'a str),
    /// The file of a package.
    File(&'a str),
}

/// Installs a package, or upgrades it when it is installed already.
pub async fn install(stage: &mut Stage<'_>, request: &ChangeSoftware) -> Result<End, End> {
    match read(request).map_err(could_not_start)? {
        Package::Homebrew(_) if !request.version.is_empty() => Err(could_not_start(
            "Homebrew has no version but the newest; some packages have others by name, as in name@1",
        )),
        Package::Homebrew(name) => {
            let code = brew::run(stage, &homebrew()?, &["install", name]).await?;
            Ok(End::Exited { code })
        }
        Package::File(path) if !Path::new(path).exists() => {
            Err(could_not_start(format!("there is no file {path}")))
        }
        Package::File(path) => {
            Ok(stage.run_program(&["installer", "-pkg", path, "-target", "/"]).await)
        }
    }
}

/// Removes an installed package.
pub async fn remove(stage: &mut Stage<'_>, request: &ChangeSoftware) -> Result<End, End> {
    match read(request).map_err(could_not_start)? {
        Package::Homebrew(name) => {
            let code = brew::run(stage, &homebrew()?, &["uninstall", name]).await?;
            Ok(End::Exited { code })
        }
        Package::File(_) => {
            Err(could_not_start("macOS cannot remove what its installer has installed"))
        }
    }
}

fn homebrew() -> Result<Homebrew, End> {
    Homebrew::find().ok_or_else(|| could_not_start("Homebrew is not installed"))
}

fn read(request: &ChangeSoftware) -> Result<Package<'_>, String> {
    let name = request.name.as_str();
    let is_file = name.starts_with('/') && !name.contains(char::is_control);
    match request.manager.as_str() {
        "" | "pkg" if is_file && (name.ends_with(".pkg") || name.ends_with(".mpkg")) => {
            Ok(Package::File(name))
        }
        "pkg" => Err(format!("{name:?} is not the path of a package")),
        "" | "brew" if brew::is_name(name) => Ok(Package::Homebrew(name)),
        "" | "brew" => Err(format!("{name:?} is not the name of a package")),
        other => Err(format!("{other:?} is not a package manager this agent knows")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_homebrews_and_paths_are_for_the_installer() {
        let of = |manager: &str, name: &str| ChangeSoftware {
            name: name.to_owned(),
            manager: manager.to_owned(),
            version: String::new(),
            timeout_seconds: 60,
            output_limit: 1000,
        };
        assert_eq!(read(&of("", "git")), Ok(Package::Homebrew("git")));
        assert_eq!(read(&of("brew", "git")), Ok(Package::Homebrew("git")));
        assert_eq!(read(&of("", "/tmp/a b.pkg")), Ok(Package::File("/tmp/a b.pkg")));
        for (manager, name, reason) in [
            ("", "-v", "\"-v\" is not the name of a package"),
            ("", "/etc/passwd", "\"/etc/passwd\" is not the name of a package"),
            ("brew", "/tmp/a.pkg", "\"/tmp/a.pkg\" is not the name of a package"),
            ("pkg", "git", "\"git\" is not the path of a package"),
            ("apt", "git", "\"apt\" is not a package manager this agent knows"),
        ] {
            assert_eq!(read(&of(manager, name)), Err(reason.to_owned()));
        }
    }
}
