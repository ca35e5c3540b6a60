//! `GET /remote/v1/recordings/`: recordings of remote sessions.

use axum::extract::{OriginalUri, State};

use super::filters::{Condition, ORDERINGS, RecordingFilter};
use super::queries;
use super::recording::Recording;
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Fields, Parse, Query};
use crate::listing::{ListQuery, ListResponse, Page};

/// What callers get who ask for no page.
const NEWEST: Page = Page { number: 1, size: 1000 };
const NEWEST_FIRST: (&str, bool) = ("began", true);

/// What the list accepts.
pub struct ListRecordings {
    list: ListQuery,
    filter: RecordingFilter,
}

impl Parse for ListRecordings {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { list: ListQuery::parse(fields), filter: RecordingFilter::parse(fields) }
    }
}

/// List recordings of remote sessions, newest first.
///
/// Without `page` the newest 1000; `X-Total-Count` says how many there are.
#[utoipa::path(
    get,
    path = "/remote/v1/recordings/",
    tag = "remote",
    params(ListQuery, RecordingFilter),
    responses((status = 200, body = Vec<Recording>), (status = "default", body = ErrorBody)),
)]
pub async fn list_recordings(
    State(app): State<App>,
    caller: Caller<may::ViewRecordings>,
    OriginalUri(address): OriginalUri,
    Query(query): Query<ListRecordings>,
) -> Result<ListResponse<Recording>, ApiError> {
    let ListRecordings { list, filter } = query;
    let condition = Condition::new(&caller.scope, filter, list.search.as_deref());
    let order = list.order(ORDERINGS)?;
    let order = order.as_ref().map_or(NEWEST_FIRST, |(field, down)| (field.as_str(), *down));
    let page = list.page();
    let shown = page.unwrap_or(NEWEST);
    let (rows, total) = queries::read_page(app.db.read(), condition, order, shown).await?;
    Ok(ListResponse::of_page(rows, total, page)?.at(&address))
}

/// A page of all recordings, oldest first, for the command line.
pub async fn list_every_recording(app: &App, number: i64) -> Result<Vec<Recording>, ApiError> {
    let page = Page { number, ..NEWEST };
    let (rows, _) =
        queries::read_page(app.db.read(), Condition::every(), ("id", false), page).await?;
    Ok(rows)
}
