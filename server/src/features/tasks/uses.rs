//! What tasks refer to, for the features that own those objects.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};

use super::action::Action;
use super::queries::{self, ReferringTask};
use crate::domain::definitions;
use crate::domain::references::{Referrer, Use, UseKind};

/// What tasks refer to.
pub const REFERRER: Referrer = Referrer {
    script_uses: |db, script| Box::pin(list_script_uses(db, script)),
    field_uses: |db, field| Box::pin(list_collectors(db, field)),
    release_script: |write, script| Box::pin(release_script(write, script)),
};

/// The tasks that run a script, by name.
async fn list_script_uses(db: &impl ConnectionTrait, script: i64) -> Result<Vec<Use>, DbErr> {
    let tasks = queries::list_script_users(db, script).await?;
    with_sites(db, tasks).await
}

/// The tasks whose output fills a custom field, by name.
async fn list_collectors(db: &impl ConnectionTrait, field: i64) -> Result<Vec<Use>, DbErr> {
    let tasks = queries::list_collectors(db, field).await?;
    with_sites(db, tasks).await
}

async fn with_sites(
    db: &impl ConnectionTrait,
    tasks: Vec<ReferringTask>,
) -> Result<Vec<Use>, DbErr> {
    if tasks.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<i64> = tasks.iter().map(|task| task.id).collect();
    let mut sites: HashMap<i64, Vec<(i64, i64)>> = HashMap::new();
    for site in queries::list_task_sites(db, &ids).await? {
        sites.entry(site.task).or_default().push((site.client_id, site.site_id));
    }
    let usage = |task: ReferringTask| Use {
        kind: UseKind::Task,
        id: task.id,
        sites: sites.remove(&task.id).unwrap_or_default(),
        name: task.name,
    };
    Ok(tasks.into_iter().map(usage).collect())
}

/// Removes a script from all tasks, also from those of agents that can be
/// restored. A task without actions is deleted.
async fn release_script(write: &impl ConnectionTrait, script: i64) -> Result<(), DbErr> {
    let tasks = queries::list_running_script(write, script).await?;
    let ids: Vec<i64> = tasks.iter().map(|task| task.id).collect();
    let mut idle = Vec::new();
    for mut task in queries::list_by_key(write, &ids).await? {
        let is_other = |action: &Action| action.script().is_none_or(|own| own.script != script);
        task.settings.actions.retain(is_other);
        match task.settings.actions.is_empty() {
            true => idle.push(task.id),
            false => queries::update_actions(write, task.id, &task.settings).await?,
        }
        definitions::mark_unsynced(write, task.id).await?;
    }
    if idle.is_empty() { Ok(()) } else { queries::delete_tasks(write, &idle).await }
}
