//! Homebrew: where it is, and how it is called.
//!
//! It refuses to run as root, and what it installs belongs to the user who installed it. So
//! it is always called as that user.

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use nix::unistd::Uid;
use serde_json::Value;

/// Where it is on computers with Apple's processors, and on those with Intel's.
const PREFIXES: [&str; 2] = ["/opt/homebrew", "/usr/local"];

/// What keeps it from asking, from reporting to its makers, and from refreshing its lists
/// while it does something else.
const VARIABLES: [&str; 5] = [
    "HOMEBREW_NO_ANALYTICS=1",
    "HOMEBREW_NO_AUTO_UPDATE=1",
    "HOMEBREW_NO_COLOR=1",
    "HOMEBREW_NO_ENV_HINTS=1",
    "NONINTERACTIVE=1",
];

/// The Homebrew of this computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Homebrew {
    /// Its program.
    pub program: PathBuf,
    /// The number of the account that it belongs to.
    pub owner: u32,
}

/// One of the two kinds of things that it installs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Programs for the command line and libraries.
    Formula,
    /// Apps.
    Cask,
}

impl Kind {
    /// The option that says so.
    pub fn option(self) -> &'static str {
        match self {
            Self::Formula => "--formula",
            Self::Cask => "--cask",
        }
    }
}

impl Homebrew {
    /// The one that is installed; none without one.
    pub fn find() -> Option<Self> {
        PREFIXES.iter().find_map(|prefix| Self::at(Path::new(prefix)))
    }

    fn at(prefix: &Path) -> Option<Self> {
        let program = prefix.join("bin/brew");
        let owner = program.metadata().ok().filter(|found| found.is_file())?.uid();
        Some(Self { program, owner })
    }

    /// The command that calls it with these arguments, in words; fails with why it cannot be.
    pub fn words(&self, arguments: &[&str]) -> Result<Vec<String>, String> {
        self.words_for(Uid::effective().as_raw(), arguments)
    }

    fn words_for(&self, own: u32, arguments: &[&str]) -> Result<Vec<String>, String> {
        let owner = format!("#{}", self.owner);
        let before = match (own, self.owner) {
            (_, 0) => return Err("Homebrew belongs to root here, and does not run so".to_owned()),
            (own, owner) if own == owner => Vec::new(),
            (0, _) => vec!["sudo", "-n", "-H", "-u", &owner, "--"],
            _ => return Err("Homebrew belongs to another user: that needs root".to_owned()),
        };
        let program = self.program.to_string_lossy();
        let words = before.into_iter().chain(["env"]).chain(VARIABLES).chain([&*program]);
        Ok(words.chain(arguments.iter().copied()).map(str::to_owned).collect())
    }
}

/// Both lists of an answer: what is in them, and of which kind it is.
pub fn items(answer: &Value) -> impl Iterator<Item = (Kind, &Value)> {
    let of = |name: &str, kind: Kind| {
        let items = answer[name].as_array().into_iter().flatten();
        items.map(move |item| (kind, item))
    };
    of("formulae", Kind::Formula).chain(of("casks", Kind::Cask))
}

/// A text of an item; empty when it has none.
pub fn text(item: &Value, name: &str) -> String {
    item[name].as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_called_as_its_owner_and_never_as_root() {
        let of = |owner| Homebrew { program: "/opt/homebrew/bin/brew".into(), owner };
        let call = |owner, own| of(owner).words_for(own, &["list", "--cask"]);
        let as_owner = call(501, 501).unwrap().join(" ");
        assert!(as_owner.starts_with("env HOMEBREW_NO_ANALYTICS=1 "), "{as_owner}");
        assert!(as_owner.ends_with(" /opt/homebrew/bin/brew list --cask"), "{as_owner}");
        assert_eq!(call(501, 0).unwrap().join(" "), format!("sudo -n -H -u #501 -- {as_owner}"));
        for (owner, own) in [(0, 0), (0, 501), (501, 502)] {
            let refused = call(owner, own).unwrap_err();
            assert!(refused.starts_with("Homebrew belongs to "), "{refused}");
        }
    }

    #[test]
    fn it_belongs_to_the_owner_of_its_program() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Homebrew::at(folder.path()), None);
        std::fs::create_dir(folder.path().join("bin")).unwrap();
        let program = folder.path().join("bin/brew");
        std::fs::write(&program, "").unwrap();
        let owner = Uid::effective().as_raw();
        assert_eq!(Homebrew::at(folder.path()), Some(Homebrew { program, owner }));
    }
}
