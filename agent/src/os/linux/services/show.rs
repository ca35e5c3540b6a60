//! What `systemctl show` prints, read.

use muster_protocol::Service;

/// The properties to ask for.
pub const PROPERTIES: &str =
    "--property=Id,Description,LoadState,ActiveState,UnitFileState,MainPID,User,ExecStart";

/// A service, and whether systemd found it at all.
#[derive(Debug, PartialEq)]
pub struct Shown {
    /// What is known of it.
    pub service: Service,
    /// Whether there is a file for it.
    pub found: bool,
}

/// Reads one block per unit, empty lines between.
pub fn parse(text: &str) -> Vec<Shown> {
    text.split("\n\n").filter_map(parse_block).collect()
}

fn parse_block(block: &str) -> Option<Shown> {
    let property = |name: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        line.unwrap_or_default()
    };
    let name = Some(property("Id")).filter(|name| !name.is_empty())?;
    let description = Some(property("Description")).filter(|text| !text.is_empty());
    let user = Some(property("User")).filter(|user| !user.is_empty());
    let service = Service {
        name: name.to_owned(),
        display_name: description.unwrap_or(name).to_owned(),
        status: status(property("ActiveState")).to_owned(),
        start_type: start_type(property("UnitFileState")).to_owned(),
        autodelay: false,
        pid: property("MainPID").parse().unwrap_or(0),
        username: user.unwrap_or("root").to_owned(),
        binpath: command_of(property("ExecStart")).to_owned(),
        description: description.unwrap_or_default().to_owned(),
    };
    Some(Shown { service, found: property("LoadState") != "not-found" })
}

/// A service that did its work and is over, but counts as active, is running.
fn status(active_state: &str) -> &'static str {
    match active_state {
        "active" | "reloading" | "refreshing" => "running",
        "activating" => "starting",
        "deactivating" => "stopping",
        "failed" => "failed",
        _ => "stopped",
    }
}

/// How a service comes to run: `auto` with the machine, `manual` when somebody
/// or something asks for it, `disabled` not at all.
///
/// `static` and `indirect` units are started by others; `generated` ones come
/// from old init scripts that are switched on.
fn start_type(unit_file_state: &str) -> &'static str {
    match unit_file_state {
        "enabled" | "enabled-runtime" | "generated" => "auto",
        "masked" | "masked-runtime" => "disabled",
        _ => "manual",
    }
}

/// The command in `{ path=/bin/x ; argv[]=/bin/x -y ; ignore_errors=no ; … }`.
fn command_of(exec_start: &str) -> &str {
    let between = |start: &str, end: &str| {
        let (_, rest) = exec_start.split_once(start)?;
        rest.split_once(end).map(|(found, _)| found)
    };
    let command = between("argv[]=", " ; ignore_errors=").or_else(|| between("path=", " ;"));
    command.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "\
MainPID=812
ExecStart={ path=/usr/sbin/sshd ; argv[]=/usr/sbin/sshd -D $SSHD_OPTS ; ignore_errors=no ; \
start_time=[Mon 2026-11-16 08:00:00 UTC] ; stop_time=[n/a] ; pid=812 ; code=(null) ; status=0/0 }
User=
Id=ssh.service
Description=OpenBSD Secure Shell server
LoadState=loaded
ActiveState=active
UnitFileState=enabled

MainPID=0
Id=gone.service
Description=gone.service
LoadState=not-found
ActiveState=inactive
UnitFileState=
";

    #[test]
    fn blocks_are_services() {
        let shown = parse(TEXT);
        let ssh = Service {
            name: "ssh.service".to_owned(),
            display_name: "OpenBSD Secure Shell server".to_owned(),
            status: "running".to_owned(),
            start_type: "auto".to_owned(),
            autodelay: false,
            pid: 812,
            username: "root".to_owned(),
            binpath: "/usr/sbin/sshd -D $SSHD_OPTS".to_owned(),
            description: "OpenBSD Secure Shell server".to_owned(),
        };
        assert_eq!(shown.len(), 2);
        assert_eq!(shown[0], Shown { service: ssh, found: true });
        assert!(!shown[1].found);
        assert_eq!(parse("\n\n\n"), []);
    }

    #[test]
    fn states_become_the_words_of_the_protocol() {
        for (state, word) in [
            ("active", "running"),
            ("reloading", "running"),
            ("inactive", "stopped"),
            ("failed", "failed"),
            ("activating", "starting"),
            ("deactivating", "stopping"),
            ("", "stopped"),
        ] {
            assert_eq!(status(state), word, "{state}");
        }
        for (state, word) in [
            ("enabled", "auto"),
            ("generated", "auto"),
            ("disabled", "manual"),
            ("static", "manual"),
            ("indirect", "manual"),
            ("masked", "disabled"),
            ("", "manual"),
        ] {
            assert_eq!(start_type(state), word, "{state}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_survived(text in "(Id=|ExecStart=|argv\\[\\]=|\n|\\PC){0,40}") {
            parse(&text);
        }
    }
}
