//! The uses of a script, and what they forbid.

use sea_orm::{DatabaseExecutor, DatabaseTransaction, DbErr};
use serde::Serialize;
use utoipa::ToSchema;

use crate::auth::Scope;
use crate::domain::references::{Use, UseKind};
use crate::error::ApiError;
use crate::features::REFERRERS;

/// How many uses a refusal names.
const NAMED: usize = 10;

/// What refers to a script, as far as the caller's scope goes.
#[derive(Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct ScriptUsage {
    /// Tasks that run it.
    pub tasks: Vec<UsedBy>,
    /// Checks that run it.
    pub checks: Vec<UsedBy>,
    /// Alert templates that run it.
    pub alert_templates: Vec<UsedBy>,
}

/// One place.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UsedBy {
    /// Key of it.
    pub id: i64,
    /// What people call it.
    pub name: String,
}

/// Everything that refers to a script, in scope or not, by kind and name.
pub async fn list_uses<'a>(
    db: impl Into<DatabaseExecutor<'a>>,
    script: i64,
) -> Result<Vec<Use>, DbErr> {
    let db = db.into();
    let mut uses = Vec::new();
    for referrer in REFERRERS {
        uses.extend((referrer.script_uses)(&db, script).await?);
    }
    Ok(uses)
}

/// Removes a script from everything that refers to it.
pub async fn clear_uses(write: &DatabaseTransaction, script: i64) -> Result<(), DbErr> {
    for referrer in REFERRERS {
        (referrer.release_script)(write, script).await?;
    }
    Ok(())
}

/// The uses in scope, by kind.
pub fn visible(uses: Vec<Use>, scope: &Scope) -> ScriptUsage {
    let mut usage = ScriptUsage::default();
    for reference in uses {
        let is_visible =
            reference.sites.is_empty() || reference.sites.iter().any(|site| has(scope, *site));
        if !is_visible {
            continue;
        }
        let list = match reference.kind {
            UseKind::Task => &mut usage.tasks,
            UseKind::Check => &mut usage.checks,
            UseKind::AlertTemplate => &mut usage.alert_templates,
        };
        list.push(UsedBy { id: reference.id, name: reference.name });
    }
    usage
}

/// Refuses to change a script that is used outside the caller's scope.
pub fn must_stay_in_scope(uses: &[Use], scope: &Scope) -> Result<(), ApiError> {
    let mut sites = uses.iter().flat_map(|reference| &reference.sites);
    if sites.all(|site| has(scope, *site)) {
        return Ok(());
    }
    Err(ApiError::Forbidden("it is in use outside your role's scope".to_owned()))
}

/// Refuses to delete a script that is used, naming its first uses.
pub fn must_be_unused(uses: &[Use]) -> Result<(), ApiError> {
    if uses.is_empty() {
        return Ok(());
    }
    let name = |reference: &Use| match reference.kind {
        UseKind::Task => format!("task {}", reference.name),
        UseKind::Check => format!("check {}", reference.name),
        UseKind::AlertTemplate => format!("alert template {}", reference.name),
    };
    Err(in_use(uses.iter().map(name)))
}

/// The refusal for something these refer to.
pub fn in_use(names: impl Iterator<Item = String>) -> ApiError {
    let mut names: Vec<String> = names.collect();
    let more = names.len().saturating_sub(NAMED);
    names.truncate(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    ApiError::InUse(format!("it is in use by {}{more}", names.join(", ")))
}

fn has(scope: &Scope, (client, site): (i64, i64)) -> bool {
    scope.has_site(client, site)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn uses() -> Vec<Use> {
        let reference = |kind, id, name: &str, sites: &[(i64, i64)]| Use {
            kind,
            id,
            name: name.to_owned(),
            sites: sites.to_vec(),
        };
        vec![
            reference(UseKind::Task, 1, "Clean", &[(1, 10)]),
            reference(UseKind::Check, 2, "Disk", &[(1, 10), (2, 20)]),
            reference(UseKind::Task, 3, "Other", &[(2, 20)]),
            reference(UseKind::AlertTemplate, 4, "Idle", &[]),
        ]
    }

    #[test]
    fn only_uses_in_scope_are_shown() {
        let one = Scope::everything().narrowed(vec![1], vec![]);
        assert_eq!(
            json!(visible(uses(), &one)),
            json!({
                "tasks": [{ "id": 1, "name": "Clean" }], "checks": [{ "id": 2, "name": "Disk" }],
                "alert_templates": [{ "id": 4, "name": "Idle" }],
            })
        );
        assert_eq!(visible(uses(), &Scope::everything()).tasks.len(), 2);
    }

    #[test]
    fn a_script_used_outside_the_scope_may_not_be_changed() {
        let both = Scope::everything().narrowed(vec![1], vec![20]);
        assert!(must_stay_in_scope(&uses(), &both).is_ok());
        assert!(must_stay_in_scope(&uses(), &Scope::everything()).is_ok());
        let one = Scope::everything().narrowed(vec![1], vec![]);
        let refusal = must_stay_in_scope(&uses(), &one).unwrap_err();
        assert_eq!(refusal.to_string(), "it is in use outside your role's scope");
        assert!(must_stay_in_scope(&uses()[..1], &one).is_ok());
    }

    #[test]
    fn a_refusal_names_the_first_ten_places() {
        assert!(must_be_unused(&[]).is_ok());
        let refusal = must_be_unused(&uses()).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "it is in use by task Clean, check Disk, task Other, alert template Idle"
        );
        let refusal = in_use((1..=12).map(|n| n.to_string()));
        assert_eq!(refusal.to_string(), "it is in use by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more");
    }
}
