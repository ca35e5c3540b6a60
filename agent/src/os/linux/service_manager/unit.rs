//! The systemd unit of the agent: its text, and where it is.

use std::path::Path;

use crate::os::ServiceDefinition;
use crate::os::service_command::ServiceCommand;

/// Name of the service.
pub const SERVICE: &str = "muster-agent.service";

/// Where the unit file is.
pub const UNIT_FILE: &str = "/etc/systemd/system/muster-agent.service";

/// The text of the unit.
///
/// Only the agent's own process is signalled: it ends its runs itself, and what
/// a command started to stay must survive an update of the agent. `Delegate`
/// lets it make a control group for each run. Stopping takes long only while a
/// package manager works.
pub fn unit_text(service: ServiceDefinition<'_>) -> String {
    let (program, data) = (quoted(service.program), quoted(service.data));
    let (final_exit_code, stop_seconds) = (service.final_exit_code, service.stop_limit.as_secs());
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
         RestartPreventExitStatus={final_exit_code}\n\
         KillMode=process\n\
         TimeoutStopSec={stop_seconds}\n\
         Delegate=yes\n\
         \n\
         [Install]\n\
         WantedBy=multi-user.target\n"
    )
}

/// Reads a unit back; none when it is not one that `unit_text` wrote.
pub fn read_unit(text: &str) -> Option<ServiceCommand> {
    let line = text.lines().find_map(|line| line.strip_prefix("ExecStart="))?;
    let (program, rest) = unquoted(line)?;
    let (data, rest) = unquoted(rest.strip_prefix(" run --data ")?)?;
    rest.is_empty().then(|| ServiceCommand { program: program.into(), data: data.into() })
}

/// The first word, quoted or not, and what follows it.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let Some(quoted) = text.strip_prefix('"') else {
        let (word, rest) = text.split_at(text.find(' ').unwrap_or(text.len()));
        return is_plain(word).then(|| (word.to_owned(), rest));
    };
    let mut plain = String::new();
    let mut letters = quoted.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return Some((plain, &text[at + 2..])),
            '\\' | '%' | '$' => plain.push(letters.next()?.1),
            other => plain.push(other),
        }
    }
    None
}

/// Quotes a path as systemd reads it: `%` and `$` would mean something else. A plain one
/// stays as it is: not every old systemd takes a program in quotes.
fn quoted(path: &Path) -> String {
    let text = path.to_string_lossy();
    if is_plain(&text) {
        return text.into_owned();
    }
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('%', "%%").replace('$', "$$"))
}

fn is_plain(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+@:,".contains(&byte);
    !text.is_empty() && text.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::*;

    fn text_for(program: &Path, data: &Path) -> String {
        let stop_limit = Duration::from_secs(660);
        unit_text(ServiceDefinition { program, data, stop_limit, final_exit_code: 3 })
    }

    proptest::proptest! {
        #[test]
        fn a_unit_is_read_back_as_it_was_written(
            program in "/[^\n\r]{1,40}", data in "/[^\n\r]{1,40}",
        ) {
            let (program, data) = (PathBuf::from(program), PathBuf::from(data));
            let read = read_unit(&text_for(&program, &data));
            assert_eq!(read, Some(ServiceCommand { program, data }));
        }
    }

    #[test]
    fn a_unit_of_somebody_else_is_not_read() {
        for line in [
            "ExecStart=/bin/true",
            "ExecStart=\"/bin/a",
            "ExecStart=\"/a\" serve",
            "ExecStart=/a run --data /b --more",
            "ExecStart=/a run --data %h",
            "ExecStart= run --data /b",
            "",
        ] {
            assert_eq!(read_unit(&format!("[Service]\n{line}\n")), None, "{line}");
        }
    }

    #[test]
    fn a_unit_of_an_earlier_agent_is_read() {
        let line = "ExecStart=\"/usr/bin/muster-agent\" run --data \"/var/lib/muster-agent\"";
        let started = read_unit(&format!("[Service]\n{line}\n")).unwrap();
        assert_eq!(started.program, Path::new("/usr/bin/muster-agent"));
        assert_eq!(started.data, Path::new("/var/lib/muster-agent"));
    }

    #[test]
    fn the_unit_starts_this_program_with_its_own_data() {
        let text = text_for(Path::new("/usr/bin/muster-agent"), Path::new("/var/lib/my 100%"));
        assert!(
            text.contains("\nExecStart=/usr/bin/muster-agent run --data \"/var/lib/my 100%%\"\n")
        );
        assert!(text.contains("\nRestart=always\n"));
        assert!(text.contains("\nRestartPreventExitStatus=3\n"));
        assert!(text.contains("\nDelegate=yes\n"));
        assert!(text.contains("\nTimeoutStopSec=660\n"));
        assert!(text.ends_with("[Install]\nWantedBy=multi-user.target\n"));
    }
}
