//! What an agent does that was removed on the server.

use std::path::Path;

use crate::data_dir::DataDir;
use crate::os::service_manager;

/// Uninstalls the agent if this process is the installed service; one that was
/// started by hand only stops.
pub async fn leave(data: &DataDir) {
    let paths = (std::env::current_exe(), std::path::absolute(data.root()));
    let (Ok(program), Ok(folder)) = paths else { return advise() };
    if !service_manager::is_this_process(&program, &folder) {
        return advise();
    }
    match uninstall(&program, &folder).await {
        Ok(()) => tracing::warn!("the agent is being uninstalled"),
        Err(error) => {
            let error = format!("{error:#}");
            tracing::error!(error, "the agent cannot be uninstalled; it stops");
        }
    }
}

fn advise() {
    tracing::warn!("the agent stops; to remove it from this computer: muster-agent uninstall");
}

async fn uninstall(program: &Path, folder: &Path) -> anyhow::Result<()> {
    let folder = folder.to_string_lossy();
    let arguments = ["uninstall", "--yes", "--data", &folder];
    service_manager::run_detached(program, &arguments).await
}
