//! The script by which OpenRC starts the agent: its text, and where it is.

use std::path::Path;

use anyhow::ensure;

use crate::os::ServiceDefinition;
use crate::os::service_command::ServiceCommand;

/// Name of the service.
pub const SERVICE: &str = "muster-agent";

/// Where the script is.
pub const SCRIPT_FILE: &str = "/etc/init.d/muster-agent";

/// Said to the agent by this script alone.
pub const SERVICE_OPTION: &str = "--service";

/// The text of the script.
///
/// The supervisor signals only the agent's own process, which ends its runs itself. It
/// waits between two starts, so that `respawn_max` never stops it. Stopping takes long
/// only while a package manager works.
///
/// The supervisor knows no final exit code: an agent that was removed on its server is
/// started again until it has uninstalled itself.
pub fn script_text(service: ServiceDefinition<'_>) -> anyhow::Result<String> {
    let (program, data) = (plain(service.program)?, plain(service.data)?);
    let stop_seconds = service.stop_limit.as_secs();
    Ok(format!(
        "#!/sbin/openrc-run\n\
         # Written by `muster-agent install`, removed by `muster-agent uninstall`.\n\
         \n\
         description=\"Muster agent\"\n\
         supervisor=\"supervise-daemon\"\n\
         command=\"{program}\"\n\
         command_args=\"run {SERVICE_OPTION} --data {data}\"\n\
         pidfile=\"/run/muster-agent.pid\"\n\
         respawn_delay=\"5\"\n\
         respawn_max=\"0\"\n\
         retry=\"SIGTERM/{stop_seconds}/SIGKILL/5\"\n\
         \n\
         depend() {{\n\
         \tuse net dns logger\n\
         \tafter bootmisc firewall\n\
         }}\n"
    ))
}

/// Reads a script back; none when it is not one that `script_text` wrote.
pub fn read_script(text: &str) -> Option<ServiceCommand> {
    let value = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix("=\""))?;
        line.strip_suffix('"')
    };
    let program = value("command")?.into();
    let data = value("command_args")?.strip_prefix("run --service --data ")?.into();
    Some(ServiceCommand { program, data })
}

/// A path that a shell takes as one word, however often it reads it.
fn plain(path: &Path) -> anyhow::Result<&str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+@:,".contains(&byte);
    let text = path.to_str().filter(|text| text.bytes().all(is_plain));
    let name = path.display();
    ensure!(text.is_some(), "OpenRC cannot start {name}: use a path of letters and digits");
    Ok(text.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::*;

    fn text_for(program: &Path, data: &Path) -> anyhow::Result<String> {
        let stop_limit = Duration::from_secs(660);
        script_text(ServiceDefinition { program, data, stop_limit, final_exit_code: 3 })
    }

    proptest::proptest! {
        #[test]
        fn a_script_is_read_back_as_it_was_written(
            program in "/[a-zA-Z0-9/._+@:,-]{1,40}", data in "/[a-zA-Z0-9/._+@:,-]{1,40}",
        ) {
            let (program, data) = (PathBuf::from(program), PathBuf::from(data));
            let read = read_script(&text_for(&program, &data).unwrap());
            assert_eq!(read, Some(ServiceCommand { program, data }));
        }

        #[test]
        fn what_a_shell_would_read_differently_is_refused(
            path in "/[a-z]{0,5}[ \t\n'\"$`\\\\;&|<>*?#~(){}é]{1,3}[a-z]{0,5}",
        ) {
            assert!(text_for(Path::new("/bin/a"), Path::new(&path)).is_err(), "{path:?}");
            assert!(text_for(Path::new(&path), Path::new("/a")).is_err(), "{path:?}");
        }
    }

    #[test]
    fn a_script_of_somebody_else_is_not_read() {
        for text in ["", "#!/sbin/openrc-run\ncommand=\"/bin/a\"\n", "command_args=\"run\"\n"] {
            assert_eq!(read_script(text), None, "{text}");
        }
    }

    #[test]
    fn the_script_has_the_agent_started_again_and_given_time_to_stop() {
        let text =
            text_for(Path::new("/usr/bin/muster-agent"), Path::new("/var/lib/muster")).unwrap();
        for line in [
            "supervisor=\"supervise-daemon\"",
            "command=\"/usr/bin/muster-agent\"",
            "command_args=\"run --service --data /var/lib/muster\"",
            "respawn_delay=\"5\"",
            "respawn_max=\"0\"",
            "retry=\"SIGTERM/660/SIGKILL/5\"",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}");
        }
        let refusal = text_for(Path::new("/a"), Path::new("/my data")).unwrap_err().to_string();
        assert_eq!(refusal, "OpenRC cannot start /my data: use a path of letters and digits");
    }
}
