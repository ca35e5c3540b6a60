//! What separates scripts from the server: an account, and files they cannot open.
//!
//! A server that runs as root starts scripts under another account. Where the
//! kernel has Landlock they also lose the server's files; a server that does not
//! run as root depends on it. With neither, no script runs (decision 54).

use std::io::{self, PipeWriter};
use std::os::unix::fs::{PermissionsExt, chown, fchown};
use std::path::{Path, PathBuf};
use std::thread;

use nix::unistd::{User, geteuid};
use tokio::net::unix::pipe::Receiver;
use tokio::process::{Child, Command};
use tokio::runtime::Handle;

use super::{CannotStart, locking};

/// The accounts that scripts run under: the first one that exists.
const ACCOUNTS: [&str; 2] = ["muster-scripts", "nobody"];
const NO_ACCOUNT: &str = "the server runs as root and finds no account to run scripts under: \
                          create the account muster-scripts";
const NO_BARRIER: &str = "scripts cannot be kept away from the server's own files on this \
                          system: that takes Linux 6.2 with Landlock, or a server that runs as \
                          root";

/// An account of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    pub uid: u32,
    pub gid: u32,
}

/// What this machine has to separate scripts from the server.
#[derive(Clone, Copy, Debug)]
pub struct Barriers {
    /// Whether the server may change the account of a process.
    pub is_root: bool,
    /// The account for scripts, if there is one.
    pub account: Option<Account>,
    /// Whether the kernel takes files away from a thread that asks for it.
    pub landlock: bool,
}

impl Barriers {
    /// Those of this machine.
    pub fn find() -> Self {
        let found = |name: &&str| User::from_name(name).ok().flatten();
        let user = ACCOUNTS.iter().find_map(found).filter(|user| !user.uid.is_root());
        Self {
            is_root: geteuid().is_root(),
            account: user.map(|user| Account { uid: user.uid.as_raw(), gid: user.gid.as_raw() }),
            landlock: locking::is_available(),
        }
    }

    /// Separates a script from these files and folders, or returns why that is
    /// not possible.
    pub fn isolate(self, private: &[PathBuf]) -> Result<Isolation, CannotStart> {
        let account = match (self.is_root, self.account) {
            (true, None) => return Err(CannotStart(NO_ACCOUNT.to_owned())),
            (true, account) => account,
            (false, _) => None,
        };
        let private = outermost(private);
        if self.landlock {
            return Ok(Isolation { account, locked: private });
        }
        if account.is_none() {
            return Err(CannotStart(NO_BARRIER.to_owned()));
        }
        match private.iter().find(|path| is_open_to_others(path)) {
            Some(path) => Err(CannotStart(format!(
                "other accounts have access to {}: take it from them (chmod o-rwx)",
                path.display()
            ))),
            None => Ok(Isolation { account, locked: Vec::new() }),
        }
    }
}

/// How one script is separated.
#[derive(Debug)]
pub struct Isolation {
    account: Option<Account>,
    /// Files and folders that it cannot open; empty without Landlock, when the
    /// account alone separates it.
    locked: Vec<PathBuf>,
}

impl Isolation {
    /// Makes a file or folder the script's own.
    pub fn hand_over(&self, path: &Path) -> io::Result<()> {
        match self.account {
            Some(account) => chown(path, Some(account.uid), Some(account.gid)),
            None => Ok(()),
        }
    }

    /// A pipe for what the script prints. It is the script's own, or else its
    /// account could not open it again as `/dev/stdout`.
    pub fn pipe(&self) -> io::Result<(Receiver, PipeWriter)> {
        let (reader, writer) = io::pipe()?;
        if let Some(account) = self.account {
            fchown(&writer, Some(account.uid), Some(account.gid))?;
        }
        Ok((Receiver::from_owned_fd(reader.into())?, writer))
    }

    /// Starts a process that is separated; `own` is the folder of its script.
    ///
    /// From a thread of its own: what a thread has given up it never gets back,
    /// and neither does anything that it starts.
    pub fn spawn(self, mut command: Command, own: &Path) -> io::Result<Child> {
        if let Some(account) = self.account {
            command.uid(account.uid).gid(account.gid);
        }
        if self.locked.is_empty() {
            return command.spawn();
        }
        let (runtime, own) = (Handle::current(), own.to_owned());
        let start = move || {
            locking::lock_out(&self.locked, &own)?;
            let _context = runtime.enter();
            command.spawn()
        };
        let starter = thread::Builder::new().name("script".to_owned()).spawn(start)?;
        let panicked = |_| Err(io::Error::other("the thread that starts it panicked"));
        starter.join().unwrap_or_else(panicked)
    }
}

/// The real paths, without those that are inside another one.
fn outermost(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut real: Vec<PathBuf> = paths.iter().map(|path| resolve(path)).collect();
    // A folder is sorted before what is in it.
    real.sort();
    real.dedup_by(|path, folder| path.starts_with(&*folder));
    real
}

/// Follows links, also on the way to a file that does not exist yet.
fn resolve(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    let beside = folder.and_then(|folder| Some(folder.join(path.file_name()?)));
    beside.unwrap_or(path)
}

fn is_open_to_others(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.permissions().mode() & 0o007 != 0)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};

    use super::*;

    const ACCOUNT: Account = Account { uid: 12_345, gid: 12_345 };

    fn refusal(barriers: Barriers, private: &[PathBuf]) -> String {
        barriers.isolate(private).expect_err("it is refused").to_string()
    }

    #[test]
    fn a_machine_that_cannot_separate_scripts_says_why() {
        let nothing = Barriers { is_root: false, account: Some(ACCOUNT), landlock: false };
        assert_eq!(refusal(nothing, &[]), NO_BARRIER);
        let root_alone = Barriers { is_root: true, account: None, landlock: true };
        assert_eq!(refusal(root_alone, &[]), NO_ACCOUNT);
    }

    #[test]
    fn an_account_alone_is_enough_only_if_the_servers_files_are_closed_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        fs::create_dir(&data).unwrap();
        let file = data.join("muster.db");
        fs::write(&file, "").unwrap();
        let private = [data.clone(), file, folder.path().join("missing")];
        let barriers = Barriers { is_root: true, account: Some(ACCOUNT), landlock: false };

        fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
        let shown = data.canonicalize().unwrap();
        let expected = format!(
            "other accounts have access to {}: take it from them (chmod o-rwx)",
            shown.display()
        );
        assert_eq!(refusal(barriers, &private), expected);

        fs::set_permissions(&data, Permissions::from_mode(0o750)).unwrap();
        let isolation = barriers.isolate(&private).unwrap();
        assert_eq!((isolation.account, isolation.locked.len()), (Some(ACCOUNT), 0));
    }

    #[test]
    fn links_are_followed_and_what_is_inside_a_locked_folder_is_named_once() {
        let folder = tempfile::tempdir().unwrap();
        let real = folder.path().canonicalize().unwrap();
        for name in ["data", "data-2"] {
            fs::create_dir(real.join(name)).unwrap();
        }
        std::os::unix::fs::symlink(real.join("data"), real.join("link")).unwrap();
        let given = ["link/muster.db", "data-2", "link", "data/secret.key", "key"];

        let locked = outermost(&given.map(|name| real.join(name)));

        assert_eq!(locked, ["data", "data-2", "key"].map(|name| real.join(name)));
    }
}
