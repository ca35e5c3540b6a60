//! The program that is opened for a tunnel.

use std::env::{consts, split_paths, var_os};
use std::ffi::OsString;
use std::fs;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::Context;
use tokio::process::{Child, Command};

use super::arguments::{ConnectArguments, ConnectKind};
use super::notice::say;

/// The name that macOS has for itself.
const MACOS: &str = "macos";

/// A program with its arguments.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    /// As it is found in `PATH`.
    pub name: &'static str,
    arguments: Vec<OsString>,
}

/// The client for a tunnel that begins at this address; none for `tcp`, and, with a line
/// that says so, when none is installed.
pub fn find(arguments: &ConnectArguments, agent_id: &str, address: SocketAddr) -> Option<Program> {
    let candidates = candidates(arguments.kind, agent_id, address, consts::OS);
    let names: Vec<&str> = candidates.iter().map(|program| program.name).collect();
    let found = candidates.into_iter().find(|program| is_installed(program.name));
    let Some(mut found) = found else {
        if !names.is_empty() {
            say(format_args!(
                "there is no {} here: install one, or open {address} with a client of your own",
                names.join(" and no ")
            ));
        }
        return None;
    };
    found.arguments.extend(arguments.extra.iter().cloned());
    Some(found)
}

/// Starts it, with this terminal.
pub fn start(program: &Program) -> anyhow::Result<Child> {
    let mut command = Command::new(program.name);
    let started = command.args(&program.arguments).kill_on_drop(true).spawn();
    started.with_context(|| format!("cannot start {}: try --no-client", program.name))
}

/// What can open a tunnel, the best first.
fn candidates(kind: ConnectKind, agent_id: &str, address: SocketAddr, os: &str) -> Vec<Program> {
    let (host, port) = (address.ip(), address.port());
    let program = |name, arguments: &[String]| Program {
        name,
        arguments: arguments.iter().map(OsString::from).collect(),
    };
    match kind {
        // The address is another one each time, and says nothing about the host's key. What
        // follows the host may be options and a command.
        ConnectKind::Ssh => vec![program(
            "ssh",
            &[
                "-p".to_owned(),
                port.to_string(),
                "-o".to_owned(),
                format!("HostKeyAlias={agent_id}"),
                "-o".to_owned(),
                "CheckHostIP=no".to_owned(),
                host.to_string(),
            ],
        )],
        ConnectKind::Rdp if os == MACOS => {
            vec![wait_for_app(format!("rdp://full%20address=s:{address}"))]
        }
        ConnectKind::Rdp => ["xfreerdp3", "xfreerdp", "wlfreerdp", "mstsc.exe"]
            .map(|name| program(name, &[format!("/v:{address}")]))
            .into(),
        ConnectKind::Vnc if os == MACOS => vec![wait_for_app(format!("vnc://{address}"))],
        // One colon would be the number of a display.
        ConnectKind::Vnc => vec![program("vncviewer", &[format!("{host}::{port}")])],
        ConnectKind::Tcp | ConnectKind::Terminal => Vec::new(),
    }
}

/// `open` of macOS, until the app that it opens has ended.
fn wait_for_app(address: String) -> Program {
    Program { name: "open", arguments: vec!["-W".into(), address.into()] }
}

fn is_installed(name: &str) -> bool {
    let folders = var_os("PATH").unwrap_or_default();
    split_paths(&folders).any(|folder| is_program(&folder.join(name)))
}

fn is_program(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(kind: ConnectKind, os: &str) -> Vec<String> {
        let found = candidates(kind, "a1", "127.0.0.1:4000".parse().unwrap(), os);
        let line = |program: &Program| {
            let arguments = program.arguments.iter().map(|text| text.to_str().unwrap());
            std::iter::once(program.name).chain(arguments).collect::<Vec<_>>().join(" ")
        };
        found.iter().map(line).collect()
    }

    #[test]
    fn each_kind_has_its_clients() {
        let ssh = "ssh -p 4000 -o HostKeyAlias=a1 -o CheckHostIP=no 127.0.0.1";
        assert_eq!(lines(ConnectKind::Ssh, "linux"), [ssh]);
        assert_eq!(lines(ConnectKind::Rdp, "linux")[1], "xfreerdp /v:127.0.0.1:4000");
        let rdp = "open -W rdp://full%20address=s:127.0.0.1:4000";
        assert_eq!(lines(ConnectKind::Rdp, MACOS), [rdp]);
        assert_eq!(lines(ConnectKind::Vnc, "linux"), ["vncviewer 127.0.0.1::4000"]);
        assert_eq!(lines(ConnectKind::Vnc, MACOS), ["open -W vnc://127.0.0.1:4000"]);
        assert!(lines(ConnectKind::Tcp, "linux").is_empty());
    }

    #[test]
    fn only_what_can_be_started_is_a_program() {
        assert!(is_installed("sh") && !is_installed("no-such-program"));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("client");
        fs::write(&file, "").unwrap();
        assert!(!is_program(&file) && !is_program(folder.path()));
    }
}
