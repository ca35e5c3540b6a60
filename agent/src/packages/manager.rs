//! The managers of packages this agent knows.

use muster_protocol::{End, Update};

use super::package::Package;
use super::{apt, dnf, pacman, refused, rpm, zypper};
use crate::run::{Stage, find_program};

/// A manager of packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manager {
    /// Debian and its kin.
    Apt,
    /// Red Hat and its kin.
    Dnf,
    /// Red Hat before that; it is spoken to like dnf.
    Yum,
    /// SUSE.
    Zypper,
    /// Arch.
    Pacman,
}

impl Manager {
    /// In the order in which a system's own is looked for.
    const ALL: [Self; 5] = [Self::Apt, Self::Zypper, Self::Dnf, Self::Yum, Self::Pacman];

    /// The manager of this name, or the system's own for an empty one.
    pub fn named(name: &str) -> Result<Self, End> {
        if !cfg!(target_os = "linux") {
            let system = std::env::consts::OS;
            return Err(refused(format!("updates and packages are not built for {system} yet")));
        }
        let is_there = |manager: &Self| find_program(manager.program()).is_some();
        if name.is_empty() {
            let own = Self::ALL.into_iter().find(is_there);
            return own.ok_or_else(|| refused("there is no manager of packages this agent knows"));
        }
        let known = Self::ALL.into_iter().find(|manager| manager.name() == name);
        let Some(manager) = known else {
            return Err(refused(format!("{name:?} is no manager of packages this agent knows")));
        };
        match is_there(&manager) {
            true => Ok(manager),
            false => Err(refused(format!("{name} is not installed"))),
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
        }
    }

    fn program(self) -> &'static str {
        match self {
            Self::Apt => "apt-get",
            other => other.name(),
        }
    }

    /// What could be installed.
    pub async fn scan(self, stage: &mut Stage<'_>, refresh: bool) -> Result<Vec<Update>, End> {
        match self {
            Self::Apt => apt::scan(stage, refresh).await,
            Self::Dnf | Self::Yum => dnf::scan(stage, self.program(), refresh).await,
            Self::Zypper => zypper::scan(stage, refresh).await,
            Self::Pacman => pacman::scan(stage, refresh).await,
        }
    }

    /// Refuses unless each of the packages is installed under exactly its name.
    ///
    /// Some managers take a name they do not know for a pattern, or for what
    /// other packages provide; none gets to see such a name.
    pub async fn check_installed(
        self,
        stage: &mut Stage<'_>,
        packages: &[Package],
    ) -> Result<(), End> {
        match self {
            Self::Apt => apt::check_installed(stage, packages).await,
            Self::Dnf | Self::Yum | Self::Zypper => rpm::check_installed(stage, packages).await,
            Self::Pacman => pacman::check_installed(stage, packages).await,
        }
    }

    /// Installs these versions of installed packages.
    pub async fn update(self, stage: &mut Stage<'_>, packages: &[Package]) -> Result<End, End> {
        let words = match self {
            Self::Apt => apt::update_words(packages),
            Self::Dnf | Self::Yum => dnf::install_words(self.program(), packages),
            Self::Zypper => zypper::install_words(packages),
            Self::Pacman => {
                pacman::check_offered(stage, packages).await?;
                pacman::install_words(packages)
            }
        };
        Ok(run(stage, &words).await)
    }

    /// Installs a package.
    pub async fn install(self, stage: &mut Stage<'_>, package: &Package) -> Result<End, End> {
        let packages = std::slice::from_ref(package);
        let words = match self {
            Self::Apt => {
                apt::check_known(stage, package).await?;
                apt::install_words(package)
            }
            Self::Dnf | Self::Yum => dnf::install_words(self.program(), packages),
            Self::Zypper => zypper::install_words(packages),
            Self::Pacman if !package.version.is_empty() => {
                return Err(refused("pacman installs the newest version and no other"));
            }
            Self::Pacman => pacman::install_words(packages),
        };
        Ok(run(stage, &words).await)
    }

    /// Removes an installed package.
    pub async fn remove(self, stage: &mut Stage<'_>, package: &Package) -> Result<End, End> {
        let words = match self {
            Self::Apt => apt::remove_words(package),
            Self::Dnf | Self::Yum => dnf::remove_words(self.program(), package),
            Self::Zypper => zypper::remove_words(package),
            Self::Pacman => pacman::remove_words(package),
        };
        Ok(run(stage, &words).await)
    }
}

async fn run(stage: &mut Stage<'_>, words: &[String]) -> End {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    stage.run_program(&words).await
}
