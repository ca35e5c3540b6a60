//! The package managers this agent knows, and where their programs are.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use muster_protocol::End;

use crate::os::accounts::{environment, own_account};
use crate::os::programs::{find_program, is_program};
use crate::run::could_not_start;

/// The part of an app package's folder that names its publisher.
const PUBLISHER: &str = "8wekyb3d8bbwe";

/// A package manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manager {
    /// Microsoft's own, part of Windows 10 and 11.
    Winget,
    /// Of Chocolatey, on every Windows.
    Choco,
}

impl Manager {
    /// The manager of this name with its program; for an empty name the first
    /// that is installed.
    pub fn find(name: &str) -> Result<(Self, String), End> {
        choose(name, Self::program)
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Winget => "winget",
            Self::Choco => "Chocolatey",
        }
    }

    /// The path of its program. A service has neither in its `PATH`.
    fn program(self) -> Option<String> {
        let found = match self {
            Self::Winget => find_winget(),
            Self::Choco => find_choco(),
        };
        found.and_then(|path| path.into_os_string().into_string().ok())
    }
}

fn choose(
    name: &str,
    program: impl Fn(Manager) -> Option<String>,
) -> Result<(Manager, String), End> {
    let manager = match name {
        "" => {
            let both = [Manager::Winget, Manager::Choco].into_iter();
            let mut installed = both.filter_map(|manager| Some((manager, program(manager)?)));
            let missing = "neither winget nor Chocolatey is installed";
            return installed.next().ok_or_else(|| could_not_start(missing));
        }
        "winget" => Manager::Winget,
        "choco" | "chocolatey" => Manager::Choco,
        other => {
            let reason = format!("{other:?} is not a package manager this agent knows");
            return Err(could_not_start(reason));
        }
    };
    let missing = || could_not_start(format!("{} is not installed", manager.title()));
    program(manager).map(|program| (manager, program)).ok_or_else(missing)
}

fn find_choco() -> Option<PathBuf> {
    let in_data = folder("ProgramData").map(|data| data.join("chocolatey"));
    let folders = [folder("ChocolateyInstall"), in_data].into_iter().flatten();
    let mut programs = folders.map(|folder| folder.join(r"bin\choco.exe"));
    programs.find(|program| is_program(program))
}

/// Users have a link to it, which a service cannot follow.
fn find_winget() -> Option<PathBuf> {
    let program_files = folder("ProgramW6432").or_else(|| folder("ProgramFiles"));
    let in_apps = program_files.and_then(|folder| newest_winget(&folder.join("WindowsApps")));
    in_apps.or_else(|| find_program("winget.exe"))
}

/// The folder a variable names. It may be set since the agent started, as
/// Chocolatey's is.
fn folder(variable: &str) -> Option<PathBuf> {
    let mut variables = environment(&own_account()).into_iter();
    let found = variables.find(|(name, _)| name.eq_ignore_ascii_case(variable));
    let value = found.map(|(_, value)| value).or_else(|| std::env::var_os(variable));
    value.filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn newest_winget(apps: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(apps).ok()?.filter_map(Result::ok);
    let mut found: Vec<(Vec<u32>, String)> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter_map(|name| Some((installer_version(&name)?, name)))
        .collect();
    found.sort_by_key(|(version, _)| Reverse(version.clone()));
    let mut programs = found.into_iter().map(|(_, name)| apps.join(name).join("winget.exe"));
    programs.find(|program| is_program(program))
}

/// The version in `Microsoft.DesktopAppInstaller_1.22.10861.0_x64__8wekyb3d8bbwe`;
/// none for other packages, and for its parts without programs.
fn installer_version(folder: &str) -> Option<Vec<u32>> {
    let mut parts = folder.split('_');
    let name = parts.next()?;
    let (version, architecture, resource, publisher) =
        (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let is_winget = name == "Microsoft.DesktopAppInstaller"
        && matches!(architecture, "x64" | "arm64")
        && resource.is_empty()
        && publisher == PUBLISHER
        && parts.next().is_none();
    let numbers = || version.split('.').map(|number| number.parse().ok()).collect();
    if is_winget { numbers() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_has_its_own_manager_and_others_are_named() {
        let all = |manager| Some(format!("{manager:?}.exe"));
        let choco = |manager| (manager == Manager::Choco).then(|| "choco.exe".to_owned());
        let reason = |found: Result<(Manager, String), End>| match found.unwrap_err() {
            End::CouldNotStart { reason } => reason,
            end => panic!("{end:?}"),
        };
        assert_eq!(choose("", all).unwrap(), (Manager::Winget, "Winget.exe".to_owned()));
        assert_eq!(choose("", choco).unwrap().0, Manager::Choco);
        assert_eq!(choose("choco", all).unwrap().0, Manager::Choco);
        assert_eq!(choose("chocolatey", all).unwrap().0, Manager::Choco);
        assert_eq!(reason(choose("winget", choco)), "winget is not installed");
        assert_eq!(reason(choose("choco", |_| None)), "Chocolatey is not installed");
        let neither = "neither winget nor Chocolatey is installed";
        assert_eq!(reason(choose("", |_| None)), neither);
        let unknown = "\"apt\" is not a package manager this agent knows";
        assert_eq!(reason(choose("apt", all)), unknown);
    }

    #[test]
    fn the_newest_winget_that_has_a_program_is_found() {
        let apps = tempfile::tempdir().unwrap();
        let folder = |name: &str| {
            let folder = apps.path().join(name);
            std::fs::create_dir(&folder).unwrap();
            folder
        };
        assert_eq!(newest_winget(apps.path()), None);
        for version in ["1.4.10173.0", "1.22.10861.0", "1.9.25200.0"] {
            let name = format!("Microsoft.DesktopAppInstaller_{version}_x64__{PUBLISHER}");
            std::fs::write(folder(&name).join("winget.exe"), "").unwrap();
        }
        folder("Microsoft.DesktopAppInstaller_9.0.0.0_x64__8wekyb3d8bbwe");
        folder("Microsoft.WindowsStore_99.0.0.0_x64__8wekyb3d8bbwe");
        let newest = "Microsoft.DesktopAppInstaller_1.22.10861.0_x64__8wekyb3d8bbwe";
        let expected = apps.path().join(newest).join("winget.exe");
        assert_eq!(newest_winget(apps.path()), Some(expected));
    }

    #[test]
    fn folders_of_other_packages_are_none() {
        let expected = Some(vec![1, 22, 10861, 0]);
        let own = "Microsoft.DesktopAppInstaller_1.22.10861.0_arm64__8wekyb3d8bbwe";
        assert_eq!(installer_version(own), expected);
        for other in [
            "Microsoft.DesktopAppInstaller_1.22.10861.0_neutral_~_8wekyb3d8bbwe",
            "Microsoft.DesktopAppInstaller_1.22.10861.0_neutral_split.scale-100_8wekyb3d8bbwe",
            "Microsoft.DesktopAppInstaller_1.22.10861.0_x64__0000000000000",
            "Microsoft.DesktopAppInstaller_1.x_x64__8wekyb3d8bbwe",
            "Microsoft.DesktopAppInstaller",
            "",
        ] {
            assert_eq!(installer_version(other), None, "{other}");
        }
    }
}
