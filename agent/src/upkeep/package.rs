//! A new program: fetched, checked, and ready to be tried.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use muster_protocol::UpdateAgent;

use super::package_key::check_signature;
use super::program_files::new_beside;
use super::publisher_key::check_publisher;
use crate::os::{ToolOutput, files, run_tool};
use crate::shared::Shared;
use crate::transport::download;

/// A program that takes longer to say its release does not work here.
const VERSION_LIMIT: Duration = Duration::from_secs(20);

/// How often a program is started that another process seems to write.
const BUSY_ATTEMPTS: u32 = 40;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(50);

/// Puts the program beside the one that runs. What it checks: who signed it,
/// that it is what was signed, that it runs here, that it is that release.
pub async fn fetch(shared: &Shared, program: &Path, request: &UpdateAgent) -> anyhow::Result<()> {
    check_signature(&shared.data, request)?;
    check_publisher(&shared.data, request)?;
    ensure!(request.path.starts_with('/'), "{} is not a path on the server", request.path);
    let new = new_beside(program);
    let mut file = File::create(&new).with_context(|| format!("cannot write {}", new.display()))?;
    let sha256 =
        download(&shared.identity.server, &shared.proxies, &request.path, &mut file).await?;
    if sha256 != request.sha256 {
        bail!("what the server sent is not the program it announced (its SHA-256 differs)");
    }
    make_executable(file).await.with_context(|| format!("cannot write {}", new.display()))?;
    check_release(&new, &request.version).await
}

async fn make_executable(file: File) -> anyhow::Result<()> {
    let work = tokio::task::spawn_blocking(move || {
        files::make_executable(&file)?;
        file.sync_all()
    });
    Ok(work.await??)
}

async fn check_release(new: &Path, version: &str) -> anyhow::Result<()> {
    let output = ask_release(new).await.context("the new program does not run here")?;
    let said = output.stdout.trim();
    ensure!(output.success, "the new program does not run here: {}", output.stderr.trim());
    ensure!(said == format!("muster-agent {version}"), "the new program says it is {said:?}");
    Ok(())
}

/// A run that starts just now holds the file open for a moment, and until then
/// it cannot be started.
async fn ask_release(new: &Path) -> anyhow::Result<ToolOutput> {
    let new = new.to_str().context("its path is not text")?;
    for _ in 0..BUSY_ATTEMPTS {
        match run_tool(new, &["--version"], VERSION_LIMIT).await {
            Err(error) if is_busy(&error) => tokio::time::sleep(BETWEEN_ATTEMPTS).await,
            other => return other,
        }
    }
    bail!("another process writes it")
}

fn is_busy(error: &anyhow::Error) -> bool {
    let cause = error.root_cause().downcast_ref::<std::io::Error>();
    cause.is_some_and(|cause| cause.kind() == ErrorKind::ExecutableFileBusy)
}
