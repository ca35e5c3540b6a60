//! SQL that reads the audit log.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::entry::{AuditEntry, AuditSite};
use super::extent::Extent;
use super::filters::{Condition, Order};
use crate::ids::AgentId;
use crate::listing::Page;
use crate::storage::sql;
use crate::time::Timestamp;

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    entry_time: Timestamp,
    username: String,
    agent: String,
    agent_id: AgentId,
    site: String,
    site_id: Option<i64>,
    client_id: Option<i64>,
    site_now: Option<String>,
    client_name: Option<String>,
    action: String,
    object_type: String,
    object_id: String,
    message: String,
    before_value: Option<String>,
    after_value: Option<String>,
    ip_address: String,
    debug_info: String,
    user_id: Option<i64>,
    code_sha256: Option<String>,
}

/// The columns of [`Row`].
///
/// A row has the name of its site at that time; if it only has the key, and for
/// the client, today's name is used.
const COLUMNS: &str = "l.id, l.entry_time, l.username, l.agent, l.agent_id, l.site, l.site_id,
       coalesce(l.client_id, (select s.client_id from sites s where s.id = l.site_id)) as client_id,
       (select s.name from sites s where s.id = l.site_id) as site_now,
       (select c.name from clients c where c.id = coalesce(l.client_id,
           (select s.client_id from sites s where s.id = l.site_id))) as client_name,
       l.action, l.object_type, l.object_id, l.message, l.before_value, l.after_value,
       l.ip_address, l.debug_info, l.user_id, l.code_sha256";

/// One page of the matching rows, and how many match on all pages.
pub async fn read_page(
    db: &impl ConnectionTrait,
    condition: Condition,
    order: &Order,
    page: Page,
) -> Result<(Vec<AuditEntry>, i64), DbErr> {
    if !condition.is_everything() {
        let total = count(db, &condition).await?;
        return Ok((find_page(db, condition, order, page).await?, total));
    }
    let extent = Extent::read(db).await?;
    let entries = match extent.follows(order) {
        true => page_of_ids(db, extent.ids_of(page, order.descending), order.descending).await?,
        false => find_page(db, condition, order, page).await?,
    };
    Ok((entries, extent.count()))
}

/// The page is found in an index, without reading the rows before it: their
/// values can be large.
async fn find_page(
    db: &impl ConnectionTrait,
    mut condition: Condition,
    order: &Order,
    page: Page,
) -> Result<Vec<AuditEntry>, DbErr> {
    let (limit, offset) = (condition.bind(page.size), condition.bind(page.offset()));
    let (passes, column) = (condition.text(), &order.column);
    let direction = direction(order.descending);
    let text = format!(
        "select {COLUMNS}
           from (select id from audit_log
                  where {passes}
                  order by {column} {direction}, id {direction}
                  limit {limit} offset {offset}) page
           join audit_log l on l.id = page.id
          order by l.{column} {direction}, l.id {direction}"
    );
    entries(db, &text, condition.values).await
}

/// The pages before it are not read, however many there are.
async fn page_of_ids(
    db: &impl ConnectionTrait,
    (first, last): (i64, i64),
    descending: bool,
) -> Result<Vec<AuditEntry>, DbErr> {
    let direction = direction(descending);
    let text = format!(
        "select {COLUMNS} from audit_log l where l.id between $1 and $2 order by l.id {direction}"
    );
    entries(db, &text, vec![first.into(), last.into()]).await
}

/// The next rows in the order of time, after the one with this time and id.
pub async fn list_after(
    db: &impl ConnectionTrait,
    mut condition: Condition,
    descending: bool,
    after: Option<(Timestamp, i64)>,
    limit: i64,
) -> Result<Vec<AuditEntry>, DbErr> {
    let passes = condition.text();
    let (direction, beyond) = (direction(descending), if descending { "<" } else { ">" });
    let start = match after {
        None => "1 = 1".to_owned(),
        Some((time, id)) => {
            let (time, id) = (condition.bind(time), condition.bind(id));
            format!("(l.entry_time, l.id) {beyond} ({time}, {id})")
        }
    };
    let limit = condition.bind(limit);
    let text = format!(
        "select {COLUMNS} from audit_log l
          where ({passes}) and {start}
          order by l.entry_time {direction}, l.id {direction} limit {limit}"
    );
    entries(db, &text, condition.values).await
}

async fn entries(
    db: &impl ConnectionTrait,
    text: &str,
    values: Vec<Value>,
) -> Result<Vec<AuditEntry>, DbErr> {
    let rows: Vec<Row> = sql::all(db, text, values).await?;
    Ok(rows.into_iter().map(AuditEntry::from).collect())
}

fn direction(descending: bool) -> &'static str {
    if descending { "desc" } else { "asc" }
}

/// Which code a row names, and what it was about.
#[derive(FromQueryResult)]
pub struct CodeRow {
    pub username: String,
    pub user_id: Option<i64>,
    pub client_id: Option<i64>,
    pub site_id: Option<i64>,
    pub site: String,
    pub code_sha256: Option<String>,
}

/// One row, if it matches.
pub async fn find_code_row(
    db: &impl ConnectionTrait,
    mut condition: Condition,
    id: i64,
) -> Result<Option<CodeRow>, DbErr> {
    let id = condition.bind(id);
    let text = format!(
        "select username, user_id, client_id, site_id, site, code_sha256
           from audit_log where {} and id = {id}",
        condition.text()
    );
    sql::one(db, &text, condition.values).await
}

pub async fn count(db: &impl ConnectionTrait, condition: &Condition) -> Result<i64, DbErr> {
    if condition.is_everything() {
        return Ok(Extent::read(db).await?.count());
    }
    let text = format!("select count(*) from audit_log where {}", condition.text());
    sql::number(db, &text, condition.values.clone()).await
}

impl From<Row> for AuditEntry {
    fn from(row: Row) -> Self {
        let site = row.site_id.map(|id| AuditSite {
            id,
            name: AuditEntry::name(row.site).or(row.site_now).unwrap_or_default(),
            client: row.client_id,
            client_name: row.client_name.unwrap_or_default(),
        });
        Self {
            site,
            id: row.id,
            entry_time: row.entry_time,
            username: row.username,
            agent: AuditEntry::name(row.agent),
            agent_id: AuditEntry::name(row.agent_id.into()),
            action: row.action,
            object_type: row.object_type,
            object_id: AuditEntry::name(row.object_id),
            message: row.message,
            before_value: row.before_value.as_deref().and_then(AuditEntry::json),
            after_value: row.after_value.as_deref().and_then(AuditEntry::json),
            ip_address: row.ip_address,
            api_key: AuditEntry::key_name(&row.debug_info),
            user_id: row.user_id,
            code_sha256: row.code_sha256,
            debug_info: AuditEntry::json(&row.debug_info),
        }
    }
}
