//! The scripts that checks run, for the feature that owns these.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};

use super::queries;
use crate::domain::checks;
use crate::domain::definitions::release_checks;
use crate::domain::references::{Referrer, Use, UseKind};

/// What checks refer to.
pub const REFERRER: Referrer = Referrer {
    script_uses: |db, script| Box::pin(list_script_uses(db, script)),
    // No check fills a custom field.
    field_uses: |_, _| Box::pin(std::future::ready(Ok(Vec::new()))),
    release_script: |write, script| Box::pin(release_script(write, script)),
};

/// The checks that run a script, by name.
async fn list_script_uses(db: &impl ConnectionTrait, script: i64) -> Result<Vec<Use>, DbErr> {
    let ids = queries::list_running_script(db, script, false).await?;
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut sites: HashMap<i64, Vec<(i64, i64)>> = HashMap::new();
    for site in queries::list_check_sites(db, &ids).await? {
        sites.entry(site.check_id).or_default().push((site.client_id, site.site_id));
    }
    let stored = checks::list_checks(db, &ids).await?;
    let usage = |check: checks::StoredCheck| Use {
        kind: UseKind::Check,
        id: check.id,
        name: check.settings.display_name(),
        sites: sites.remove(&check.id).unwrap_or_default(),
    };
    let mut uses: Vec<Use> = stored.into_iter().map(usage).collect();
    uses.sort_by_key(|usage| usage.name.to_lowercase());
    Ok(uses)
}

/// Deletes the checks that run a script, also those of agents that can be restored: a
/// check without its script makes no sense.
async fn release_script(write: &impl ConnectionTrait, script: i64) -> Result<(), DbErr> {
    let ids = queries::list_running_script(write, script, true).await?;
    if ids.is_empty() {
        return Ok(());
    }
    release_checks(write, &ids).await?;
    checks::delete_checks(write, &ids).await
}
