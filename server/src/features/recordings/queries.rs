//! All SQL of showing recordings.

use sea_orm::{ConnectionTrait, DbErr};

use super::filters::{Condition, RecordingFilter};
use super::recording::{Recording, RecordingRow};
use crate::auth::Scope;
use crate::domain::recordings::STATE;
use crate::listing::Page;
use crate::storage::sql;

/// Every recording, with where its agent is. `$1` is the one of the state.
fn recordings() -> String {
    format!(
        "select r.id, r.session_uid as session, r.agent_id as agent_key, a.id as agent, r.agent_uid as agent_id,
                coalesce(a.hostname, r.hostname) as hostname, s.client_id as client,
                coalesce(c.name, '') as client_name, s.id as site,
                coalesce(s.name, '') as site_name, r.kind, r.username, r.reason,
                r.started as began, r.last_ms, r.bytes, r.parts, r.gaps, r.verified, r.problem,
                {STATE} as state
           from remote_recordings r
           left join remote_sessions q on q.uid = r.session_uid
           left join present_agents a on a.id = r.agent_id
           left join sites s on s.id = a.site_id
           left join clients c on c.id = s.client_id"
    )
}

/// One page of the matching recordings, and how many match on all pages. The field is one
/// of those that can be ordered by.
pub(super) async fn read_page(
    db: &impl ConnectionTrait,
    mut condition: Condition,
    (field, descending): (&str, bool),
    page: Page,
) -> Result<(Vec<Recording>, i64), DbErr> {
    let (all, passes) = (recordings(), condition.text());
    let count = format!("select count(*) from ({all}) l where {passes}");
    let total = sql::number(db, &count, condition.values.clone()).await?;
    let (limit, offset) = (condition.bind(page.size), condition.bind(page.offset()));
    let column = if field == "duration_seconds" { "last_ms" } else { field };
    let direction = if descending { "desc" } else { "asc" };
    let text = format!(
        "select l.* from ({all}) l where {passes}
          order by l.{column} {direction}, l.id {direction} limit {limit} offset {offset}"
    );
    let rows: Vec<RecordingRow> = sql::all(db, &text, condition.values).await?;
    Ok((rows.into_iter().map(Recording::from).collect(), total))
}

/// One recording in scope.
pub(super) async fn find_recording(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<Recording>, DbErr> {
    let mut condition = Condition::new(scope, RecordingFilter::default(), None);
    condition.only(id);
    let text = format!("select l.* from ({}) l where {}", recordings(), condition.text());
    let row: Option<RecordingRow> = sql::one(db, &text, condition.values).await?;
    Ok(row.map(Recording::from))
}
