//! Installs and removes packages with the manager that is asked for.

use muster_protocol::{ChangeSoftware, End, Stream};

use super::manager::Manager;
use super::package::Package;
use super::{choco, winget};
use crate::run::Stage;

/// Installs a package, or upgrades it when it is installed already.
pub async fn install(stage: &mut Stage<'_>, request: &ChangeSoftware) -> Result<End, End> {
    let (manager, program) = Manager::find(&request.manager)?;
    let package = Package::new(manager, &request.name, &request.version)?;
    match manager {
        Manager::Winget => winget::install(stage, &program, &package).await,
        Manager::Choco => run_choco(stage, &choco::install_command(&program, &package)).await,
    }
}

/// Removes an installed package.
pub async fn remove(stage: &mut Stage<'_>, request: &ChangeSoftware) -> Result<End, End> {
    let (manager, program) = Manager::find(&request.manager)?;
    let package = Package::new(manager, &request.name, "")?;
    match manager {
        Manager::Winget => winget::remove(stage, &program, &package).await,
        Manager::Choco => run_choco(stage, &choco::remove_command(&program, &package)).await,
    }
}

async fn run_choco(stage: &mut Stage<'_>, words: &[String]) -> Result<End, End> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let code = match stage.run_program(&words).await {
        End::Exited { code } => code,
        end => return Err(end),
    };
    let meaning = choco::meaning(code);
    meaning.report(stage, Stream::Stderr);
    Ok(End::Exited { code: meaning.code })
}
