//! `GET /software/summary/`: which programs the fleet has, in which versions.

use axum::extract::{OriginalUri, State};

use super::filter::SoftwareFilter;
use super::inventory::{SoftwareSummary, VersionCount};
use super::queries::{self, Installations, Selection};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::error::{ApiError, ErrorBody};
use crate::input::Query;
use crate::listing::{ListQuery, ListResponse, LocationAliases};

/// List programs with their versions.
///
/// By name; every program counts as often as it is installed.
#[utoipa::path(
    get,
    path = "/software/summary/",
    tag = "software",
    params(SoftwareFilter, ListQuery, LocationAliases),
    responses((status = 200, body = Vec<SoftwareSummary>), (status = "default", body = ErrorBody)),
)]
pub async fn summarise_software(
    State(app): State<App>,
    caller: Caller<may::ListSoftware>,
    OriginalUri(address): OriginalUri,
    Query(filter): Query<SoftwareFilter>,
) -> Result<ListResponse<SoftwareSummary>, ApiError> {
    let order = filter.list.order(&["name", "count"])?;
    let (items, values) = filter.items();
    let selection = Selection { items, values, sites: filter.sites(&caller.scope) };
    let rows = queries::list_installations(app.db.read(), &selection).await?;
    let mut programs = merged(rows);
    if let Some((field, descending)) = order {
        if field == "count" {
            programs.sort_by_key(|program| program.count);
        }
        if descending {
            programs.reverse();
        }
    }
    Ok(ListResponse::new(programs, filter.list.page())?.at(&address))
}

/// The versions of one program are adjacent.
fn merged(rows: Vec<Installations>) -> Vec<SoftwareSummary> {
    let mut programs: Vec<SoftwareSummary> = Vec::new();
    for Installations { name, publisher, version, count } in rows {
        let entry = VersionCount { version, count };
        match programs.last_mut() {
            Some(last) if last.name == name && last.publisher == publisher => {
                last.count += count;
                last.versions.push(entry);
            }
            _ => programs.push(SoftwareSummary { name, publisher, versions: vec![entry], count }),
        }
    }
    programs
}
