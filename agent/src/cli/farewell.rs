//! What an agent does that was removed on the server.

use std::path::Path;
use std::time::Duration;

use super::unit::{UNIT_FILE, unit_text};
use crate::data_dir::DataDir;
use crate::run::run_tool;

/// systemd has taken over the work, or says that it does not.
const LIMIT: Duration = Duration::from_secs(30);

/// Has the agent uninstalled, if it is the service that runs here; one that
/// somebody started by hand is theirs, and only stops.
pub async fn leave(data: &DataDir) {
    let by_systemd = std::env::var_os("INVOCATION_ID").is_some();
    if !(by_systemd && is_the_service(data)) {
        tracing::warn!("the agent stops; to remove it from this computer: muster-agent uninstall");
        return;
    }
    if let Err(error) = uninstall(data).await {
        tracing::error!(error = format!("{error:#}"), "the agent cannot be uninstalled; it stops");
    }
}

/// Whether the installed unit starts this program with this data directory.
fn is_the_service(data: &DataDir) -> bool {
    let (Ok(program), Ok(folder)) = (std::env::current_exe(), std::path::absolute(data.root()))
    else {
        return false;
    };
    std::fs::read_to_string(UNIT_FILE).is_ok_and(|unit| starts(&unit, &program, &folder))
}

fn starts(unit: &str, program: &Path, data: &Path) -> bool {
    let start =
        |text: &str| text.lines().find(|line| line.starts_with("ExecStart=")).map(str::to_owned);
    start(unit) == start(&unit_text(program, data))
}

/// Leaves it to a unit of its own: a service that removes itself would be ended
/// by that in the middle of it.
async fn uninstall(data: &DataDir) -> anyhow::Result<()> {
    let (program, folder) = (std::env::current_exe()?, std::path::absolute(data.root())?);
    let (program, folder) = (program.to_string_lossy(), folder.to_string_lossy());
    let words =
        ["--collect", "--no-block", "--", &program, "uninstall", "--yes", "--data", &folder];
    let output = run_tool("systemd-run", &words, LIMIT).await?;
    anyhow::ensure!(output.success, "systemd-run failed: {}", output.stderr.trim());
    tracing::warn!("the agent is being uninstalled");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_unit_of_this_program_and_data_is_its_service() {
        let (program, data) = (Path::new("/usr/bin/muster-agent"), Path::new("/var/lib/agent"));
        let unit = unit_text(program, data);
        assert!(starts(&unit, program, data));
        assert!(!starts(&unit, Path::new("/tmp/muster-agent"), data));
        assert!(!starts(&unit, program, Path::new("/tmp/data")));
        assert!(!starts("[Service]\n", program, data));
    }
}
