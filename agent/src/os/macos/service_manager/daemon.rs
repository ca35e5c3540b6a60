//! The agent as a daemon: written down, loaded, and taken out again.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;

use super::definition::{self, LABEL};
use crate::os::ServiceDefinition;
use crate::os::macos::launchctl::Launchctl;
use crate::os::service_command::ServiceCommand;

/// How long the service may take to end when it is removed: it waits for a package manager.
const REMOVAL_STOP_LIMIT: Duration = Duration::from_secs(660);

/// The daemon, and who runs it.
#[derive(Debug)]
pub struct Daemon {
    launchctl: Launchctl,
    definition: PathBuf,
}

impl Default for Daemon {
    fn default() -> Self {
        let definition = Path::new("/Library/LaunchDaemons").join(LABEL).with_extension("plist");
        Self { launchctl: Launchctl::default(), definition }
    }
}

impl Daemon {
    /// Writes the definition and loads it; one that runs already may be an older program.
    pub async fn install(&self, service: ServiceDefinition<'_>) -> anyhow::Result<()> {
        if self.launchctl.list().await?.contains_key(LABEL) {
            self.launchctl.unload(LABEL, service.stop_limit).await?;
        }
        let name = self.definition.display();
        std::fs::write(&self.definition, definition::text(service))
            .with_context(|| format!("cannot write {name}"))?;
        // launchd does not take one that others could write.
        std::fs::set_permissions(&self.definition, Permissions::from_mode(0o644))?;
        if self.launchctl.overrides().await?.get(LABEL) == Some(&false) {
            self.launchctl.allow(LABEL, true).await?;
        }
        Ok(self.launchctl.load(&self.definition).await?)
    }

    /// Which program the daemon starts with this data directory; none without such a one.
    pub fn program(&self, data: &Path) -> Option<PathBuf> {
        let started = definition::read(&self.definition)?;
        let ServiceCommand { program, data: own } = started;
        (own == data).then_some(program)
    }

    /// Ends the daemon and removes its definition.
    pub async fn remove(&self) -> anyhow::Result<()> {
        if self.launchctl.list().await?.contains_key(LABEL) {
            self.launchctl.unload(LABEL, REMOVAL_STOP_LIMIT).await?;
        }
        let name = self.definition.display();
        std::fs::remove_file(&self.definition).with_context(|| format!("cannot remove {name}"))
    }
}

/// Whether this process is the daemon: launchd tells each one its name.
pub fn is_service() -> bool {
    std::env::var_os("XPC_SERVICE_NAME").is_some_and(|name| name == LABEL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::fake_program::write_program;

    const FAKE_LAUNCHCTL: &str = r#"#!/bin/sh
cd "${0%/*}"
case $1 in
list) cat job 2>/dev/null; exit 0 ;;
print-disabled) [ -e off ] && printf '"muster-agent" => disabled\n'; exit 0 ;;
esac
echo "$1" >> calls
case $1 in
bootstrap) [ -e "$3" ] && [ ! -e off ] && printf '7\t0\tmuster-agent\n' > job ;;
bootout) rm job ;;
enable) rm off ;;
esac
"#;

    #[tokio::test]
    async fn the_daemon_comes_and_goes_without_leaving_anything() {
        let folder = tempfile::tempdir().unwrap();
        let program = write_program(folder.path(), "launchctl", FAKE_LAUNCHCTL).await;
        let definition = folder.path().join("muster-agent.plist");
        let daemon = Daemon { launchctl: Launchctl { program }, definition: definition.clone() };
        let calls = || {
            let text = std::fs::read_to_string(folder.path().join("calls")).unwrap_or_default();
            let _ = std::fs::remove_file(folder.path().join("calls"));
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let (program, data) = (Path::new("/bin/muster-agent"), Path::new("/data"));
        let stop_limit = Duration::from_secs(5);
        let service = ServiceDefinition { program, data, stop_limit, final_exit_code: 3 };
        assert_eq!(daemon.program(data), None);

        // Somebody had switched it off.
        std::fs::write(folder.path().join("off"), "").unwrap();
        daemon.install(service).await.unwrap();
        assert_eq!(calls(), "enable bootstrap");
        assert_eq!(definition.metadata().unwrap().permissions().mode() & 0o777, 0o644);
        daemon.install(service).await.unwrap();
        assert_eq!(calls(), "bootout bootstrap");
        assert_eq!(daemon.program(data), Some(program.to_owned()));
        assert_eq!(daemon.program(Path::new("/other")), None);

        daemon.remove().await.unwrap();
        assert_eq!((calls().as_str(), definition.exists()), ("bootout", false));
        assert!(!folder.path().join("job").exists());
    }
}
