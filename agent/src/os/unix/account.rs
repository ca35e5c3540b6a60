//! An account of this machine, and what its processes start with.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use nix::unistd::{Gid, Uid, User};

use super::programs::search_path;

/// A language in which texts are UTF-8, and which every release of the system has.
const LANGUAGE: &str = if cfg!(target_os = "macos") { "en_US.UTF-8" } else { "C.UTF-8" };

/// An account of this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub name: String,
    /// Its number.
    pub uid: u32,
    /// The number of its first group.
    pub gid: u32,
    /// Its home folder.
    pub home: PathBuf,
    /// Its login shell.
    pub shell: PathBuf,
}

impl Account {
    /// Whether both are the same account, whatever it is called.
    pub fn is_same(&self, other: &Self) -> bool {
        self.uid == other.uid
    }
}

/// Whether the agent may change the system and run commands as other accounts.
pub fn is_administrator() -> bool {
    Uid::effective().is_root()
}

/// The variables that a process of this account starts with.
///
/// Of the agent's own environment only the paths of programs and temporary files
/// are passed on: it may hold what a command should not see.
pub fn environment(account: &Account) -> Vec<(OsString, OsString)> {
    let temporary = std::env::var_os("TMPDIR").unwrap_or_else(|| "/tmp".into());
    let mut variables: Vec<(OsString, OsString)> = vec![
        ("PATH".into(), search_path()),
        ("HOME".into(), account.home.clone().into()),
        ("USER".into(), account.name.clone().into()),
        ("LOGNAME".into(), account.name.clone().into()),
        ("SHELL".into(), account.shell.clone().into()),
        ("LANG".into(), LANGUAGE.into()),
        ("TMPDIR".into(), temporary),
    ];
    // The way to a user's own services, when they have a session.
    let runtime = PathBuf::from(format!("/run/user/{}", account.uid));
    if runtime.is_dir() {
        variables.push(("XDG_RUNTIME_DIR".into(), runtime.into()));
    }
    variables
}

/// The account the agent runs as; looked up once, for the directory may be slow.
pub fn own_account() -> Account {
    static OWN: OnceLock<Account> = OnceLock::new();
    OWN.get_or_init(find_own_account).clone()
}

fn find_own_account() -> Account {
    let uid = Uid::effective();
    let known = User::from_uid(uid).ok().flatten().map(Account::from);
    known.unwrap_or_else(|| Account {
        name: uid.to_string(),
        uid: uid.as_raw(),
        gid: Gid::effective().as_raw(),
        home: "/".into(),
        shell: "/bin/sh".into(),
    })
}

impl From<User> for Account {
    fn from(user: User) -> Self {
        let shell = if user.shell.as_os_str().is_empty() { "/bin/sh".into() } else { user.shell };
        Self {
            name: user.name,
            uid: user.uid.as_raw(),
            gid: user.gid.as_raw(),
            home: user.dir,
            shell,
        }
    }
}
