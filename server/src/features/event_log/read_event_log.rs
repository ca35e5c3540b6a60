//! `GET /agents/<agent_id>/eventlog/<log>/<days>/`: the system log of an agent.

use std::time::Duration;

use axum::extract::{OriginalUri, State};
use muster_protocol::{LogEntry, ReadEventLog, question_name};
use utoipa::IntoParams;

use super::entry::EventLogEntry;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::find_target;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Fields, Parse, Path, Query};
use crate::listing::{ListQuery, ListResponse, Page};

const LIMIT: Duration = Duration::from_secs(60);
const TYPES: &[&str] = &["INFO", "WARNING", "ERROR", "AUDIT_SUCCESS", "AUDIT_FAILURE"];
/// Maximum entries of an answer that is not paged.
const MAX_ENTRIES: u64 = 5000;

#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EventLogQuery {
    /// `INFO`, `WARNING`, `ERROR`, `AUDIT_SUCCESS` or `AUDIT_FAILURE`.
    #[param(rename = "type")]
    event_type: Option<String>,
    /// Who wrote it.
    source: Option<String>,
    /// The event's id.
    event_id: Option<i64>,
    /// Part of the message, in any case.
    search: Option<String>,
    /// Page from 1; `count` is then what is known of so far.
    page: Option<i64>,
    /// Entries per page, 1 to 1000.
    page_size: Option<i64>,
}

impl Parse for EventLogQuery {
    fn parse(fields: &Fields<'_>) -> Self {
        let list = ListQuery::parse(fields);
        Self {
            event_type: fields.text("type").one_of(TYPES).optional(),
            source: fields.text("source").max(255).optional(),
            event_id: fields.whole("event_id").between(0..=i64::MAX).optional(),
            search: list.search,
            page: list.page,
            page_size: list.page_size,
        }
    }
}

/// Read the system log of an agent.
///
/// Asks the agent, which filters and pages; newest first. Without a page at
/// most 5000 entries. `log` is `Application`, `System`, `Security`, or a
/// channel of Windows.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/eventlog/{log}/{days}/",
    tag = "event log",
    params(
        ("agent_id" = String, Path),
        ("log" = String, Path),
        ("days" = u32, Path, description = "1 to 9999"),
        EventLogQuery,
    ),
    responses((status = 200, body = Vec<EventLogEntry>), (status = "default", body = ErrorBody)),
)]
pub async fn read_event_log(
    State(app): State<App>,
    caller: Caller<may::ViewEventlogs>,
    OriginalUri(address): OriginalUri,
    Path((agent_id, log, days)): Path<(AgentId, String, u32)>,
    Query(query): Query<EventLogQuery>,
) -> Result<ListResponse<EventLogEntry>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    if !(1..=9999).contains(&days) {
        return Err(ApiError::invalid("days", "must be 1 to 9999"));
    }
    let page = query.page();
    let question = query.question(log, days, page);
    let name = question_name::READ_EVENT_LOG;
    target.must_be_able_to(name)?;
    let reported: Vec<LogEntry> =
        app.agent_link.ask_agent(&target.agent_id, name, &question, LIMIT).await?;
    // The agent was asked for one more than a page has: it shows whether there is a next one.
    let total = question.offset + reported.len() as u64;
    let size = page.map_or(MAX_ENTRIES, |page| page.size.unsigned_abs());
    let entries =
        (question.offset..).zip(reported).take(usize::try_from(size).unwrap_or(usize::MAX));
    let entries: Vec<_> =
        entries.map(|(uid, reported)| EventLogEntry::new(uid, reported)).collect();
    let total = i64::try_from(total).unwrap_or(i64::MAX);
    Ok(ListResponse::of_page(entries, total, page)?.at(&address))
}

impl EventLogQuery {
    fn page(&self) -> Option<Page> {
        let list = ListQuery { page: self.page, page_size: self.page_size, ..Default::default() };
        list.page()
    }

    fn question(&self, log: String, days: u32, page: Option<Page>) -> ReadEventLog {
        let text = |field: &Option<String>| field.clone().unwrap_or_default();
        ReadEventLog {
            log,
            days,
            event_type: text(&self.event_type),
            source: text(&self.source),
            event_id: self.event_id.map(i64::unsigned_abs),
            search: text(&self.search),
            offset: page.map_or(0, |page| page.offset().unsigned_abs()),
            limit: page.map_or(MAX_ENTRIES, |page| page.size.unsigned_abs() + 1),
        }
    }
}
