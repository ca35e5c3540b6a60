//! The daemon of the agent: the property list that defines it.

use std::path::Path;

use serde_json::Value;

use crate::os::ServiceDefinition;
use crate::os::macos::plist;
use crate::os::service_command::ServiceCommand;

/// The name that launchd knows the agent by.
pub const LABEL: &str = "muster-agent";

/// How launchd starts the agent.
const COMMAND: [&str; 3] = ["run", "--service", "--data"];

/// Where programs are looked for: the system's own first, as the others belong to users.
const PATH: &str = "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/opt/homebrew/bin";

/// The text of the property list.
///
/// It is started again unless it ended by itself and well. What its commands left in the
/// background survives its end, and so an update. It may take as long to stop as a package
/// manager works.
pub fn text(service: ServiceDefinition<'_>) -> String {
    let (program, data) = (escape(service.program), escape(service.data));
    let [run, as_service, option] = COMMAND;
    let stop_seconds = service.stop_limit.as_secs();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	<string>{LABEL}</string>
	<key>ProgramArguments</key>
	<array>
		<string>{program}</string>
		<string>{run}</string>
		<string>{as_service}</string>
		<string>{option}</string>
		<string>{data}</string>
	</array>
	<key>EnvironmentVariables</key>
	<dict>
		<key>PATH</key>
		<string>{PATH}</string>
	</dict>
	<key>RunAtLoad</key>
	<true/>
	<key>KeepAlive</key>
	<dict>
		<key>SuccessfulExit</key>
		<false/>
	</dict>
	<key>ThrottleInterval</key>
	<integer>5</integer>
	<key>ExitTimeOut</key>
	<integer>{stop_seconds}</integer>
	<key>AbandonProcessGroup</key>
	<true/>
</dict>
</plist>
"#
    )
}

/// Reads a definition back; none when it is not there, or none that `text` wrote.
pub fn read(path: &Path) -> Option<ServiceCommand> {
    let value = plist::read(path)?;
    let arguments = value["ProgramArguments"].as_array()?.iter().map(Value::as_str);
    let arguments = arguments.collect::<Option<Vec<&str>>>()?;
    let [program, command @ .., data] = &arguments[..] else { return None };
    (command == COMMAND).then(|| ServiceCommand { program: program.into(), data: data.into() })
}

fn escape(path: &Path) -> String {
    let text = path.to_string_lossy().replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::*;

    fn text_for(program: &Path, data: &Path) -> String {
        let stop_limit = Duration::from_secs(660);
        text(ServiceDefinition { program, data, stop_limit, final_exit_code: 3 })
    }

    fn read_text(text: &str) -> Option<ServiceCommand> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.plist");
        std::fs::write(&path, text).unwrap();
        read(&path)
    }

    proptest::proptest! {
        #[test]
        fn a_definition_is_read_back_as_it_was_written(
            program in "/[^\0\r\n]{1,40}", data in "/[^\0\r\n]{1,40}",
        ) {
            let (program, data) = (PathBuf::from(program), PathBuf::from(data));
            let read = read_text(&text_for(&program, &data));
            assert_eq!(read, Some(ServiceCommand { program, data }));
        }
    }

    #[test]
    fn a_definition_of_somebody_else_is_not_read() {
        let own = text_for(Path::new("/usr/local/bin/muster-agent"), Path::new("/data"));
        for text in [own.replace("run", "serve"), own.replace("--data", "--x"), String::new()] {
            assert_eq!(read_text(&text), None, "{text}");
        }
        assert_eq!(read(Path::new("/no/such/file")), None);
    }

    #[test]
    fn launchd_keeps_the_agent_running_and_its_children_alone() {
        let text = text_for(Path::new("/usr/local/bin/muster-agent"), Path::new("/a b"));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.plist");
        std::fs::write(&path, text).unwrap();
        let expected = serde_json::json!({
            "Label": "muster-agent",
            "ProgramArguments": ["/usr/local/bin/muster-agent", "run", "--service", "--data", "/a b"],
            "EnvironmentVariables": { "PATH": PATH },
            "RunAtLoad": true,
            "KeepAlive": { "SuccessfulExit": false },
            "ThrottleInterval": 5,
            "ExitTimeOut": 660,
            "AbandonProcessGroup": true,
        });
        assert_eq!(plist::read(&path), Some(expected));
    }
}
