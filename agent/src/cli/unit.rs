//! The systemd unit of the agent: its text, and where it is.

use std::path::Path;

use super::run::REFUSED_FOR_GOOD;

/// Name of the service.
pub const SERVICE: &str = "muster-agent.service";

/// Where the unit file stands.
pub const UNIT_FILE: &str = "/etc/systemd/system/muster-agent.service";

/// The text of the unit for this program and data directory.
///
/// Only the agent's own process is signalled: it ends its runs itself, and what
/// a command started to stay must survive an update of the agent. `Delegate`
/// lets it make a control group for each run.
pub fn unit_text(program: &Path, data: &Path) -> String {
    let (program, data) = (quoted(program), quoted(data));
    format!(
        "[Unit]\n\
         Description=Muster agent\n\
         Wants=network-online.target\n\
         After=network-online.target\n\
         \n\
         [Service]\n\
         ExecStart={program} run --data {data}\n\
         Restart=always\n\
         RestartSec=5\n\
         RestartPreventExitStatus={REFUSED_FOR_GOOD}\n\
         KillMode=process\n\
         TimeoutStopSec=15\n\
         Delegate=yes\n\
         \n\
         [Install]\n\
         WantedBy=multi-user.target\n"
    )
}

/// Quotes a path as systemd reads it: `%` and `$` would mean something else.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('%', "%%").replace('$', "$$"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_starts_this_program_with_its_own_data() {
        let text = unit_text(Path::new("/usr/bin/muster-agent"), Path::new("/var/lib/my 100%"));
        assert!(
            text.contains(
                "\nExecStart=\"/usr/bin/muster-agent\" run --data \"/var/lib/my 100%%\"\n"
            )
        );
        assert!(text.contains("\nRestart=always\n"));
        assert!(text.contains("\nRestartPreventExitStatus=3\n"));
        assert!(text.contains("\nDelegate=yes\n"));
        assert!(text.ends_with("[Install]\nWantedBy=multi-user.target\n"));
    }
}
