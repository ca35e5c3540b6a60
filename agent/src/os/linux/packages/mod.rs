//! Updates and packages, by the package manager of this machine.

mod apk;
mod apt;
mod dnf;
mod manager;
mod package;
mod pacman;
mod rpm;
mod zypper;
mod zypper_table;

use muster_protocol::{ChangeSoftware, End, ScanUpdates, Update, UpdateScan};

use super::inventory;
use crate::run::{Stage, could_not_start};
use manager::Manager;
use package::Package;

/// What package managers write when a package is installed or removed.
pub const DATABASES: &[&str] = &[
    "/var/lib/dpkg/status",
    "/var/lib/rpm/rpmdb.sqlite",
    "/var/lib/rpm/Packages.db",
    "/var/lib/rpm/Packages",
    "/usr/lib/sysimage/rpm/rpmdb.sqlite",
    "/usr/lib/sysimage/rpm/Packages.db",
    "/lib/apk/db/installed",
    "/var/lib/pacman/local",
    "/var/lib/snapd/snaps",
    "/var/lib/flatpak/.changed",
];

/// The state of a package database that is no file: a line for each part of it,
/// which changes with that part. There is none here.
pub fn database_marks() -> Vec<String> {
    Vec::new()
}

/// Whether updates can be hidden, so that the system leaves them out, too. Not here.
pub fn can_hide_updates() -> bool {
    false
}

/// Finds out which updates could be installed.
pub async fn scan(stage: &mut Stage<'_>, request: &ScanUpdates) -> Result<UpdateScan, End> {
    let manager = Manager::named("")?;
    let updates = list_updates(manager, stage, request.refresh).await?;
    let source = manager.name().to_owned();
    Ok(UpdateScan { source, updates, reboot_required: inventory::needs_reboot() })
}

async fn list_updates(
    manager: Manager,
    stage: &mut Stage<'_>,
    refresh: bool,
) -> Result<Vec<Update>, End> {
    match manager {
        Manager::Apt => apt::scan(stage, refresh).await,
        Manager::Dnf | Manager::Yum => dnf::scan(stage, manager.program(), refresh).await,
        Manager::Zypper => zypper::scan(stage, refresh).await,
        Manager::Pacman => pacman::scan(stage, refresh).await,
        Manager::Apk => apk::scan(stage, refresh).await,
    }
}

/// Installs certain updates of installed packages. What is held is left out, as one such
/// package would make the installation of all others fail.
pub async fn update(stage: &mut Stage<'_>, guids: &[String]) -> Result<End, End> {
    let manager = Manager::named("")?;
    if guids.is_empty() {
        return Err(could_not_start("no update is named"));
    }
    let read = |guid: &String| Package::from_guid(manager, guid);
    let mut packages: Vec<Package> = guids.iter().map(read).collect::<Result<_, _>>()?;
    check_installed(manager, stage, &packages).await?;
    leave_out_held(manager, stage, &mut packages).await?;
    let words = match manager {
        Manager::Apt => apt::update_command(&packages),
        Manager::Dnf | Manager::Yum => dnf::install_command(manager.program(), &packages),
        Manager::Zypper => zypper::install_command(&packages),
        Manager::Pacman => {
            pacman::check_offered(stage, &packages).await?;
            pacman::install_command(&packages)
        }
        Manager::Apk => {
            apk::check_offered(stage, &packages).await?;
            apk::update_command(&packages)
        }
    };
    Ok(run(stage, &words).await)
}

/// Takes out what is held, with a line for each, from which the server reads that it failed.
async fn leave_out_held(
    manager: Manager,
    stage: &mut Stage<'_>,
    packages: &mut Vec<Package>,
) -> Result<(), End> {
    let updates = match list_updates(manager, stage, false).await {
        // The installation itself says what is wrong.
        Err(End::Exited { .. }) => return Ok(()),
        updates => updates?,
    };
    for update in updates.into_iter().filter(|update| update.is_held) {
        if packages.iter().any(|package| package.guid() == update.guid) {
            stage.print_line(&format!("failed: {}: the package is held back", update.title));
            packages.retain(|package| package.guid() != update.guid);
        }
    }
    match packages.is_empty() {
        true => Err(could_not_start("everything that was named is held back")),
        false => Ok(()),
    }
}

/// Installs a package.
pub async fn install(stage: &mut Stage<'_>, request: &ChangeSoftware) -> Result<End, End> {
    let manager = Manager::named(&request.manager)?;
    let package = Package::new(manager, &request.name, &request.version)?;
    let packages = std::slice::from_ref(&package);
    let words = match manager {
        Manager::Apt => {
            apt::check_known(stage, &package).await?;
            apt::install_command(&package)
        }
        Manager::Dnf | Manager::Yum => dnf::install_command(manager.program(), packages),
        Manager::Zypper => zypper::install_command(packages),
        Manager::Pacman if !package.version.is_empty() => {
            return Err(could_not_start("pacman installs the newest version and no other"));
        }
        Manager::Pacman => pacman::install_command(packages),
        Manager::Apk => apk::install_command(&package),
    };
    Ok(run(stage, &words).await)
}

/// Removes an installed package, whatever its version is.
pub async fn remove(stage: &mut Stage<'_>, request: &ChangeSoftware) -> Result<End, End> {
    let manager = Manager::named(&request.manager)?;
    let package = Package::new(manager, &request.name, "")?;
    check_installed(manager, stage, std::slice::from_ref(&package)).await?;
    let words = match manager {
        Manager::Apt => apt::remove_command(&package),
        Manager::Dnf | Manager::Yum => dnf::remove_command(manager.program(), &package),
        Manager::Zypper => zypper::remove_command(&package),
        Manager::Pacman => pacman::remove_command(&package),
        Manager::Apk => {
            apk::check_removable(stage, &package).await?;
            apk::remove_command(&package)
        }
    };
    Ok(run(stage, &words).await)
}

/// Refuses unless each of the packages is installed under exactly its name.
///
/// Some managers take a name they do not know for a pattern, or for what other
/// packages provide; none gets to see such a name.
async fn check_installed(
    manager: Manager,
    stage: &mut Stage<'_>,
    packages: &[Package],
) -> Result<(), End> {
    match manager {
        Manager::Apt => apt::check_installed(stage, packages).await,
        Manager::Dnf | Manager::Yum | Manager::Zypper => {
            rpm::check_installed(stage, packages).await
        }
        Manager::Pacman => pacman::check_installed(stage, packages).await,
        Manager::Apk => apk::check_installed(packages).await,
    }
}

async fn run(stage: &mut Stage<'_>, words: &[String]) -> End {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    stage.run_program(&words).await
}
