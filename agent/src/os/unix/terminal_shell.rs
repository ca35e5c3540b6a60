//! Which program a terminal runs.

use std::path::{Path, PathBuf};

use super::account::Account;
use super::programs::{find_program, is_program};
use crate::os::TerminalRefusal;

/// What is there on every system.
const FALLBACK: &str = "/bin/sh";

/// Programs that can be had by their names, and what those mean.
const KNOWN: [(&str, &str); 12] = [
    ("sh", "sh"),
    ("shell", "sh"),
    ("bash", "bash"),
    ("zsh", "zsh"),
    ("fish", "fish"),
    ("dash", "dash"),
    ("ksh", "ksh"),
    ("ash", "ash"),
    ("powershell", "pwsh"),
    ("pwsh", "pwsh"),
    ("nushell", "nu"),
    ("python", "python3"),
];

/// Login shells that let nobody in.
const CLOSED: [&str; 6] = ["nologin", "false", "true", "sync", "halt", "shutdown"];

/// The program for a known name or an absolute path; for nothing, the login shell of the
/// account.
pub fn resolve_shell(shell: &str, account: &Account) -> Result<PathBuf, TerminalRefusal> {
    if shell.is_empty() {
        return Ok(login_shell(account));
    }
    if shell.starts_with('/') {
        return at_path(shell);
    }
    let Some((_, program)) = KNOWN.iter().find(|(name, _)| *name == shell) else {
        let reason = format!("{shell:?} is neither a shell that this agent knows nor a whole path");
        return Err(TerminalRefusal::invalid_shell(reason));
    };
    find_program(program).ok_or_else(|| {
        let reason = format!("shell {shell} needs {program}, which is not installed");
        TerminalRefusal::invalid_shell(reason)
    })
}

/// Accounts of services have a shell that ends at once: they get the common one.
fn login_shell(account: &Account) -> PathBuf {
    let is_closed = account
        .shell
        .file_name()
        .is_none_or(|name| CLOSED.iter().any(|closed| name == std::ffi::OsStr::new(closed)));
    match !is_closed && is_program(&account.shell) {
        true => account.shell.clone(),
        false => FALLBACK.into(),
    }
}

/// Nothing reads the path as a command. Still it may hold nothing that one could mean
/// more by.
fn at_path(path: &str) -> Result<PathBuf, TerminalRefusal> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._+-".contains(&byte);
    if !path.bytes().all(is_plain) {
        let reason = format!("{path:?} is no path of a shell: it has arguments or quotes");
        return Err(TerminalRefusal::invalid_shell(reason));
    }
    if !is_program(Path::new(path)) {
        return Err(TerminalRefusal::invalid_shell(format!("there is no program at {path}")));
    }
    Ok(path.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn account(shell: &str) -> Account {
        Account {
            name: "ann".to_owned(),
            uid: 1000,
            gid: 1000,
            home: "/".into(),
            shell: shell.into(),
        }
    }

    #[test]
    fn without_a_name_it_is_the_login_shell_if_that_lets_anybody_in() {
        assert_eq!(resolve_shell("", &account("/bin/sh")).unwrap(), Path::new("/bin/sh"));
        for closed in ["/usr/sbin/nologin", "/bin/false", "/no/such/shell", ""] {
            let shell = resolve_shell("", &account(closed)).unwrap();
            assert_eq!(shell, Path::new(FALLBACK), "{closed}");
        }
    }

    #[test]
    fn a_shell_has_a_known_name_or_a_whole_path() {
        let account = account("/bin/sh");
        assert!(is_program(&resolve_shell("sh", &account).unwrap()));
        assert_eq!(resolve_shell("/bin/sh", &account).unwrap(), Path::new("/bin/sh"));
        for wrong in [
            "bin/sh",
            "../sh",
            "sh -c reboot",
            "/bin/sh -c reboot",
            "/bin/\"sh\"",
            "/bin/sh;reboot",
            "/bin/$(reboot)",
            "/no/such/shell",
            "/etc/passwd",
            "/tmp",
            " sh",
        ] {
            let refusal = resolve_shell(wrong, &account).unwrap_err();
            assert_eq!(refusal.code, "invalid_shell", "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_accepted_is_a_program(shell in "\\PC{0,20}") {
            if let Ok(program) = resolve_shell(&shell, &account("/bin/sh")) {
                prop_assert!(is_program(&program));
            }
        }
    }
}
