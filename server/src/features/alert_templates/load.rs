//! Templates together with what belongs to them.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};

use super::alert_template::{AlertTemplate, shown_type};
use super::queries;
use crate::auth::{Identity, Right, Scope};
use crate::domain::alert_templates::{
    ActionType, StoredAction, StoredTemplate, TemplateRules, TemplateSettings, TemplateUse,
    TemplateUseKind, list_positions_in, list_readable_clients, list_templates as list_stored,
    list_uses,
};
use crate::domain::exclusions::{Excluding, ExclusionKind, list_excluded};

/// All templates, by name. As many queries for many as for one.
pub async fn list_templates(
    db: &impl ConnectionTrait,
    caller: &Identity,
) -> Result<Vec<AlertTemplate>, DbErr> {
    let templates = load(db, &caller.scope, None).await?;
    Ok(templates.into_iter().map(|template| shown_to(caller, template)).collect())
}

/// One template, as a caller sees it.
pub async fn find_template(
    db: &impl ConnectionTrait,
    caller: &Identity,
    id: i64,
) -> Result<Option<AlertTemplate>, DbErr> {
    Ok(find_whole(db, &caller.scope, id).await?.map(|template| shown_to(caller, template)))
}

/// One template with the values of its environment, for those who may change it.
pub async fn find_whole(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<AlertTemplate>, DbErr> {
    // Nothing has the key 0, which means all in the queries.
    Ok(load(db, scope, Some(id)).await?.pop().filter(|template| template.id == id))
}

/// Values of the environment are where people put passwords.
fn shown_to(caller: &Identity, template: AlertTemplate) -> AlertTemplate {
    let may_change = caller.rights.has(Right::ManageAlerttemplates)
        && caller.scope.may_change(&template.owner_clients);
    if may_change { template } else { template.masked() }
}

async fn load(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: Option<i64>,
) -> Result<Vec<AlertTemplate>, DbErr> {
    let stored = list_stored(db, id).await?;
    if stored.is_empty() {
        return Ok(Vec::new());
    }
    let owner = (Excluding::AlertTemplate, id);
    let mut agents = list_excluded(db, scope, ExclusionKind::Agents, owner).await?;
    let mut sites = list_excluded(db, scope, ExclusionKind::Sites, owner).await?;
    let mut clients = list_excluded(db, scope, ExclusionKind::Clients, owner).await?;
    let uses = list_uses(db, id).await?;
    let readable = list_readable_clients(db, scope).await?;
    let names = Names::load(db, &stored).await?;
    let counts = count_agents(db, scope).await?;
    let template = |stored: StoredTemplate| {
        let id = stored.id;
        let mut template = shown(stored, &names);
        template.excluded_agents = agents.remove(&id).unwrap_or_default();
        template.excluded_sites = sites.remove(&id).unwrap_or_default();
        template.excluded_clients = clients.remove(&id).unwrap_or_default();
        template.agents_count = counts.get(&id).copied().unwrap_or(0);
        let own = uses.iter().filter(|one| one.template == id);
        let (global, own): (Vec<&TemplateUse>, Vec<&TemplateUse>) =
            own.partition(|one| one.kind == TemplateUseKind::Global);
        template.default_template = !global.is_empty();
        let visible = own.iter().filter(|one| one.is_visible(scope, &readable)).count();
        template.applied_count = i64::try_from(visible).unwrap_or(i64::MAX);
        template
    };
    Ok(stored.into_iter().map(template).collect())
}

/// How many agents in scope each template applies to.
async fn count_agents(
    db: &impl ConnectionTrait,
    scope: &Scope,
) -> Result<HashMap<i64, i64>, DbErr> {
    let mut counts = HashMap::new();
    let Some(mut rules) = TemplateRules::load(db, None).await? else { return Ok(counts) };
    for position in list_positions_in(db, scope).await? {
        if let Some(template) = rules.template_of(&position) {
            *counts.entry(template).or_insert(0) += 1;
        }
    }
    Ok(counts)
}

/// A stored template without what is counted.
fn shown(stored: StoredTemplate, names: &Names) -> AlertTemplate {
    let settings = stored.settings;
    let plain = TemplateSettings::default();
    AlertTemplate {
        id: stored.id,
        name: stored.name,
        is_active: stored.is_active,
        action_type: shown_type(stored.action.action_type),
        action: stored.action.script,
        action_rest: stored.action.rest,
        resolved_action_type: shown_type(stored.resolved_action.action_type),
        resolved_action: stored.resolved_action.script,
        resolved_action_rest: stored.resolved_action.rest,
        exclude_workstations: stored.exclude_workstations,
        exclude_servers: stored.exclude_servers,
        excluded_agents: Vec::new(),
        excluded_sites: Vec::new(),
        excluded_clients: Vec::new(),
        owner_clients: stored.owner_clients,
        agent_settings: settings.agent() != plain.agent(),
        check_settings: settings.check() != plain.check(),
        task_settings: settings.task() != plain.task(),
        core_settings: settings.email_from.is_some()
            || !settings.email_recipients.is_empty()
            || !settings.text_recipients.is_empty(),
        default_template: false,
        action_name: names.of(stored.action),
        resolved_action_name: names.of(stored.resolved_action),
        applied_count: 0,
        agents_count: 0,
        settings,
        stamps: stored.stamps,
    }
}

/// The names of what runs.
pub struct Names {
    scripts: HashMap<i64, String>,
    url_actions: HashMap<i64, String>,
}

impl Names {
    pub async fn load(
        db: &impl ConnectionTrait,
        templates: &[StoredTemplate],
    ) -> Result<Self, DbErr> {
        let actions = templates.iter().flat_map(|one| [one.action, one.resolved_action]);
        let actions: Vec<StoredAction> = actions.collect();
        let scripts: Vec<i64> = actions.iter().filter_map(|action| action.script).collect();
        let rests: Vec<i64> = actions.iter().filter_map(|action| action.rest).collect();
        Ok(Self {
            scripts: queries::list_script_names(db, &scripts).await?,
            url_actions: queries::list_url_action_names(db, &rests).await?,
        })
    }

    pub fn of(&self, action: StoredAction) -> Option<String> {
        match action.action_type {
            ActionType::Rest => self.url_actions.get(&action.rest?).cloned(),
            ActionType::Script | ActionType::Server => self.scripts.get(&action.script?).cloned(),
        }
    }
}
