//! The SQL of what is known about causes.

use std::collections::HashMap;

use muster_alerting::channels::Globals;
use sea_orm::{ConnectionTrait, DbErr};

use super::facts::{AgentFacts, ObjectFacts, SiteFacts};
use crate::domain::settings;
use crate::error::ApiError;
use crate::ids::AgentKey;
use crate::storage::sql;

/// Agents by key.
pub async fn list_agents(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<HashMap<AgentKey, AgentFacts>, DbErr> {
    let (among, agents) = sql::among(db, "a.id", 1, agents);
    let text = format!(
        "select a.id, a.agent_id, a.hostname, a.site_id, a.overdue_time,
                a.overdue_email_alert as email, a.overdue_text_alert as text,
                a.overdue_dashboard_alert as dashboard
           from present_agents a where {among}"
    );
    let found: Vec<AgentFacts> = sql::all(db, &text, [agents]).await?;
    Ok(found.into_iter().map(|agent| (agent.id, agent)).collect())
}

/// Sites by key, with their clients.
pub async fn list_sites(
    db: &impl ConnectionTrait,
    sites: &[i64],
) -> Result<HashMap<i64, SiteFacts>, DbErr> {
    let (among, sites) = sql::among(db, "s.id", 1, sites);
    let text = format!(
        "select s.id, s.name, s.client_id, c.name as client_name,
                (select count(*) from present_agents a where a.site_id = s.id) as agents
           from sites s join clients c on c.id = s.client_id where {among}"
    );
    let found: Vec<SiteFacts> = sql::all(db, &text, [sites]).await?;
    Ok(found.into_iter().map(|site| (site.id, site)).collect())
}

/// Checks and tasks have the same columns for their flags.
pub async fn list_objects(
    db: &impl ConnectionTrait,
    table: &str,
    ids: &[i64],
) -> Result<HashMap<i64, ObjectFacts>, DbErr> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let (among, ids) = sql::among(db, "id", 1, ids);
    let text = format!(
        "select id, name, email_alert as email, text_alert as text,
                dashboard_alert as dashboard
           from {table} where {among}"
    );
    let found: Vec<ObjectFacts> = sql::all(db, &text, [ids]).await?;
    Ok(found.into_iter().map(|object| (object.id, object)).collect())
}

/// The settings of the installation about messages.
pub async fn read_globals(db: &impl ConnectionTrait) -> Result<Globals, ApiError> {
    let settings = settings::read_plain(db).await?;
    Ok(Globals {
        notify_on_info: settings.notify_on_info_alerts,
        notify_on_warning: settings.notify_on_warning_alerts,
        email_recipients: settings.email_alert_recipients,
        text_recipients: settings.sms_alert_recipients,
        email_from: None,
    })
}
