//! Where a template is set, who may therefore change it, and what templates refer
//! to.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};

use crate::audit::Change;
use crate::auth::Scope;
use crate::domain::alert_templates::{
    StoredTemplate, TemplateRules, TemplateUse, list_positions_in, list_templates, list_uses,
    lock_template, phrase_of, release_script, release_url_action,
};
use crate::domain::ownership::must_be_owned;
use crate::domain::references::{Referrer, UrlActionReferrer, Use, UseKind};
use crate::error::ApiError;

/// What templates refer to, among scripts and custom fields.
pub const REFERRER: Referrer = Referrer {
    script_uses: |db, script| Box::pin(list_script_uses(db, script)),
    field_uses: |_, _| Box::pin(async { Ok(Vec::new()) }),
    release_script: |write, script| Box::pin(release_script(write, script)),
};

/// What templates refer to, among URL actions.
pub const URL_ACTION_REFERRER: UrlActionReferrer = UrlActionReferrer {
    uses: |write, action| Box::pin(list_url_action_uses(write, action)),
    release: |write, action| Box::pin(release_url_action(write, action)),
};

/// A template that the caller may change, and where it is set: it belongs to clients
/// of the scope, and is set nowhere else, where it would affect others.
///
/// Nobody else assigns or changes it until the transaction ends.
pub async fn find_changeable(
    change: &Change,
    scope: &Scope,
    id: i64,
) -> Result<(StoredTemplate, Vec<TemplateUse>), ApiError> {
    lock_template(&**change, id).await?;
    let stored = list_templates(&**change, Some(id)).await?.pop();
    let stored = stored.filter(|one| one.id == id).ok_or(ApiError::NotFound("alert template"))?;
    must_be_owned(scope, &stored.owner_clients)?;
    let uses = list_uses(&**change, Some(id)).await?;
    if !uses.iter().all(|one| one.is_within(scope)) {
        let sentence = "the alert template is in use outside your role's scope";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    }
    Ok((stored, uses))
}

/// Refuses to delete a template that is set somewhere.
pub fn must_be_unused(uses: &[TemplateUse]) -> Result<(), ApiError> {
    match phrase_of(uses) {
        None => Ok(()),
        Some(phrase) => Err(ApiError::InUse(format!("it is in use by {phrase}"))),
    }
}

/// The templates that run a script, by name, with the sites they act on.
async fn list_script_uses(db: &impl ConnectionTrait, script: i64) -> Result<Vec<Use>, DbErr> {
    let mut templates = list_templates(db, None).await?;
    templates.retain(|one| {
        one.action.script == Some(script) || one.resolved_action.script == Some(script)
    });
    if templates.is_empty() {
        return Ok(Vec::new());
    }
    let mut sites = sites_of_templates(db).await?;
    let usage = |template: StoredTemplate| Use {
        kind: UseKind::AlertTemplate,
        id: template.id,
        sites: sites.remove(&template.id).unwrap_or_default(),
        name: template.name,
    };
    Ok(templates.into_iter().map(usage).collect())
}

/// Client and site of all agents that each template applies to.
async fn sites_of_templates(
    db: &impl ConnectionTrait,
) -> Result<HashMap<i64, Vec<(i64, i64)>>, DbErr> {
    let mut found: HashMap<i64, Vec<(i64, i64)>> = HashMap::new();
    let Some(mut rules) = TemplateRules::load(db, None).await? else { return Ok(found) };
    for position in list_positions_in(db, &Scope::everything()).await? {
        let Some(template) = rules.template_of(&position) else { continue };
        let Some(client) = rules.site(position.site).map(|site| site.client) else { continue };
        let sites = found.entry(template).or_default();
        if !sites.contains(&(client, position.site)) {
            sites.push((client, position.site));
        }
    }
    Ok(found)
}

async fn list_url_action_uses(
    db: &impl ConnectionTrait,
    action: i64,
) -> Result<Vec<String>, DbErr> {
    let mut templates = list_templates(db, None).await?;
    templates
        .retain(|one| one.action.rest == Some(action) || one.resolved_action.rest == Some(action));
    Ok(templates.into_iter().map(|one| format!("alert template {}", one.name)).collect())
}
