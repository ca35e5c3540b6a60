//! Writing the library into the database when a server starts.

use anyhow::Context;
use sea_orm::{ConnectionTrait, DbErr};

use super::manifest::{LibraryScript, library};
use crate::app::App;
use crate::domain::definitions::{self, Changed, push_job};
use crate::features::scripts::queries::{self, InstalledScript};
use crate::storage::Database;

/// Author of scripts that the program writes.
const AUTHOR: &str = "muster";

/// Updates the built-in scripts to those of this program.
///
/// Writes nothing when nothing changed. With several replicas one writes and
/// the others find it done; if their releases differ, the last to start wins.
/// Leaves no audit row: no person did it.
pub async fn install_library(app: &App) -> anyhow::Result<()> {
    let scripts = library()?;
    if write(&app.db, scripts).await.context("while writing the script library")? {
        let write = app.db.begin().await?;
        app.jobs.enqueue(&write, push_job()).await?;
        write.commit().await?;
    }
    Ok(())
}

/// Installs into a database that no server is running on yet.
#[cfg(test)]
pub async fn install(db: &Database) -> anyhow::Result<()> {
    write(db, library()?).await.context("while writing the script library").map(|_| ())
}

/// Updates the built-in scripts to these. Returns whether agents have tasks
/// that run one which changed.
pub(super) async fn write(db: &Database, scripts: &[LibraryScript]) -> Result<bool, DbErr> {
    let installed = queries::list_installed(db.read()).await?;
    if LibraryChanges::between(&installed, scripts).is_empty() {
        return Ok(false);
    }
    let write = db.begin().await?;
    queries::lock_library(&write).await?;
    // Read again, as another replica may have been faster.
    let installed = queries::list_installed(&write).await?;
    let work = LibraryChanges::between(&installed, scripts);
    for (script, row) in &work.store {
        store(&write, script, *row).await?;
    }
    for id in &work.retire {
        queries::retire(&write, *id).await?;
    }
    let changed: Vec<i64> = work.store.iter().filter_map(|(_, row)| Some((*row)?.id)).collect();
    let has_marked = definitions::mark(&write, Changed::Scripts(&changed)).await?;
    write.commit().await?;
    let (stored, retired) = (work.store.len(), work.retire.len());
    tracing::info!(stored, retired, "updated the script library");
    Ok(has_marked)
}

/// The differences between database and program.
#[derive(Default)]
struct LibraryChanges<'a> {
    /// Each with its row, if it has one.
    store: Vec<(&'a LibraryScript, Option<&'a InstalledScript>)>,
    /// Rows of scripts that the program no longer has.
    retire: Vec<i64>,
}

impl<'a> LibraryChanges<'a> {
    fn between(installed: &'a [InstalledScript], scripts: &'a [LibraryScript]) -> Self {
        let mut work = Self::default();
        for script in scripts {
            let row = installed.iter().find(|row| row.guid == script.script.item.guid);
            let is_same =
                row.is_some_and(|row| !row.retired && row.library_digest == script.digest);
            if !is_same {
                work.store.push((script, row));
            }
        }
        let is_gone = |row: &&InstalledScript| {
            !row.retired && scripts.iter().all(|script| script.script.item.guid != row.guid)
        };
        work.retire = installed.iter().filter(is_gone).map(|row| row.id).collect();
        work
    }

    fn is_empty(&self) -> bool {
        self.store.is_empty() && self.retire.is_empty()
    }
}

/// Writes one script, over its row if it has one. Favourite and hidden stay as
/// people set them, but one that was retired is shown again.
async fn store(
    write: &impl ConnectionTrait,
    library: &LibraryScript,
    row: Option<&InstalledScript>,
) -> Result<(), DbErr> {
    let mut script = library.script.clone();
    let id = match row {
        None => queries::insert_script(write, &script, AUTHOR).await?,
        Some(InstalledScript { id, retired, .. }) => {
            queries::lock_script(write, *id).await?;
            let Some(old) = queries::find_script(write, *id).await? else { return Ok(()) };
            let is_new_body = old.item.script_hash != script.item.script_hash;
            script.item.id = *id;
            script.item.favorite = old.item.favorite;
            script.item.hidden = old.item.hidden && !retired;
            queries::update_script(write, &script, is_new_body, AUTHOR).await?;
            *id
        }
    };
    queries::mark_builtin(write, id, &script.item.guid, &library.digest).await
}
