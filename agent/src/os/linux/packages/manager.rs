//! The package managers this agent knows.

use muster_protocol::End;

use crate::os::programs::find_program;
use crate::run::could_not_start;

/// A package manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manager {
    /// Of Debian and its relatives.
    Apt,
    /// Of Red Hat and its relatives.
    Dnf,
    /// Of older releases of those; called like dnf.
    Yum,
    /// Of SUSE.
    Zypper,
    /// Of Arch.
    Pacman,
    /// Of Alpine.
    Apk,
}

impl Manager {
    /// In the order in which the system's own is looked for.
    pub const ALL: [Self; 6] =
        [Self::Apt, Self::Zypper, Self::Dnf, Self::Yum, Self::Pacman, Self::Apk];

    /// The manager of this name, or the system's own for an empty one.
    pub fn named(name: &str) -> Result<Self, End> {
        let is_installed = |manager: &Self| find_program(manager.program()).is_some();
        if name.is_empty() {
            let own = Self::ALL.into_iter().find(is_installed);
            return own
                .ok_or_else(|| could_not_start("there is no package manager this agent knows"));
        }
        let known = Self::ALL.into_iter().find(|manager| manager.name() == name);
        let Some(manager) = known else {
            let reason = format!("{name:?} is not a package manager this agent knows");
            return Err(could_not_start(reason));
        };
        match is_installed(&manager) {
            true => Ok(manager),
            false => Err(could_not_start(format!("{name} is not installed"))),
        }
    }

    /// What the protocol calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Apt => "apt",
            Self::Dnf => "dnf",
            Self::Yum => "yum",
            Self::Zypper => "zypper",
            Self::Pacman => "pacman",
            Self::Apk => "apk",
        }
    }

    /// The program that installs and removes.
    pub fn program(self) -> &'static str {
        match self {
            Self::Apt => "apt-get",
            other => other.name(),
        }
    }
}
