//! Updates of single agents, as the API shows them.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde_json::value::RawValue;

use super::super::details::MoreDetails;
use super::super::install_report::{Progress, find_progress};
use super::super::update::WinUpdate;
use super::{ACTION, Selection};
use crate::ids::{AgentId, AgentKey, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// An update is being installed while its run is running, until it is known what
/// became of it.
const IS_INSTALLING: &str =
    "w.state not in ('installed', 'superseded') and coalesce(r.status = 'running', false)";

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    agent: AgentKey,
    agent_id: AgentId,
    hostname: String,
    client_name: String,
    site_name: String,
    guid: String,
    kb: String,
    title: String,
    description: String,
    severity: String,
    categories: String,
    source: String,
    more: String,
    is_hidden: bool,
    state: String,
    /// The run that installs it at this moment.
    running: Option<RunKey>,
    action: String,
    inherited: bool,
    result: String,
    error: Option<String>,
    attempts: i64,
    date_installed: Option<Timestamp>,
}

/// Updates of agents, by title.
pub async fn list_updates(
    db: &impl ConnectionTrait,
    selection: &Selection,
) -> Result<Vec<WinUpdate>, DbErr> {
    let text = format!(
        "select w.id, w.agent_id as agent, a.agent_id, a.hostname, c.name as client_name,
                s.name as site_name, w.guid, w.kb, w.title, w.description, w.severity,
                w.categories, w.source, w.more, w.is_hidden, w.state,
                case when {IS_INSTALLING} then r.id end as running, {ACTION} as action,
                w.own_action = 'inherit' as inherited, w.result, w.error, w.attempts,
                w.date_installed
           from winupdates w
           join present_agents a on a.id = w.agent_id
           join sites s on s.id = a.site_id
           join clients c on c.id = s.client_id
           left join runs r on r.run_id = w.install_run
          where {}
          order by lower(w.title), w.title, w.id",
        selection.condition
    );
    let rows: Vec<Row> = sql::all(db, &text, selection.values.clone()).await?;
    let mut running: Vec<RunKey> = rows.iter().filter_map(|row| row.running).collect();
    running.sort_unstable();
    running.dedup();
    let progress = find_progress_of(db, &running).await?;
    Ok(rows.into_iter().map(|row| row.shown(&progress)).collect())
}

#[derive(FromQueryResult)]
struct LastChunk {
    run_id: RunKey,
    data: Vec<u8>,
}

/// How far these runs are, where their output says so.
async fn find_progress_of(
    db: &impl ConnectionTrait,
    runs: &[RunKey],
) -> Result<HashMap<RunKey, Progress>, DbErr> {
    let mut found = HashMap::new();
    for chunk in runs.chunks(super::CHUNK) {
        let text = format!(
            "select o.run_id, o.data from run_output o
              where o.run_id in ({}) and o.stream = 'stdout'
                and o.start_offset = (select max(n.start_offset) from run_output n
                                       where n.run_id = o.run_id and n.stream = 'stdout')",
            sql::list(chunk)
        );
        for last in sql::all::<LastChunk>(db, &text, []).await? {
            let progress = find_progress(&String::from_utf8_lossy(&last.data));
            found.extend(progress.map(|progress| (last.run_id, progress)));
        }
    }
    Ok(found)
}

impl Row {
    fn shown(self, progress: &HashMap<RunKey, Progress>) -> WinUpdate {
        let categories = RawValue::from_string(self.categories);
        let more = MoreDetails::read(&self.more);
        let progress = self.running.as_ref().and_then(|run| progress.get(run));
        let state = match (self.running, progress) {
            (None, _) => self.state,
            (Some(_), None) => "installing".to_owned(),
            (Some(_), Some(progress)) => progress.state.to_owned(),
        };
        WinUpdate {
            id: self.id,
            agent: self.agent.into(),
            agent_id: self.agent_id.into(),
            hostname: self.hostname,
            client_name: self.client_name,
            site_name: self.site_name,
            guid: self.guid,
            kb: self.kb,
            title: self.title,
            description: self.description,
            severity: self.severity,
            categories: categories.unwrap_or_else(|_| RawValue::NULL.to_owned()),
            category_ids: more.category_ids,
            kb_article_ids: more.kb_article_ids,
            more_info_urls: more.more_info_urls,
            support_url: more.support_url,
            revision_number: more.revision_number,
            size_bytes: more.size_bytes,
            driver: more.is_driver,
            can_ask_for_input: more.can_ask_for_input,
            needs_reboot: more.needs_reboot,
            hidden: self.is_hidden,
            source: self.source,
            installed: state == "installed",
            downloaded: more.is_downloaded,
            progress: progress.map(|progress| progress.text.clone()).unwrap_or_default(),
            state,
            action: self.action,
            inherited: self.inherited,
            result: self.result,
            error: self.error,
            attempts: self.attempts,
            date_installed: self.date_installed,
        }
    }
}
