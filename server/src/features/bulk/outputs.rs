//! The output of the agents of a bulk action: searched, and compared.
//!
//! Output is bytes that need not be text, and the two databases search those
//! differently or not at all. So it is read here, some runs at a time.

use super::queries::{self, ResultRow};
use crate::app::App;
use crate::auth::Scope;
use crate::domain::runs::{self, StoredOutput};
use crate::error::ApiError;
use crate::ids::RunKey;
use crate::listing::Search;

/// Bytes of each stream that are searched.
const SEARCHED_BYTES: usize = 16 * 1024;
/// Runs whose output is in memory at a time.
const CHUNK: usize = 200;

/// The results that a search finds, by host name.
pub async fn search(
    app: &App,
    scope: &Scope,
    bulk: i64,
    status: Option<&str>,
    search: &Search,
) -> Result<Vec<ResultRow>, ApiError> {
    let rows = queries::list_all_results(app.db.read(), scope, bulk, status).await?;
    let mut found = Vec::new();
    for_each_output(app, rows, |row, output| {
        if matches(search, &row, output) {
            found.push(row);
        }
    })
    .await?;
    Ok(found)
}

fn matches(search: &Search, row: &ResultRow, output: &StoredOutput) -> bool {
    let lower = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_lowercase();
    let texts = [
        ("hostname", row.hostname.to_lowercase()),
        ("client", row.client.to_lowercase()),
        ("site", row.site.to_lowercase()),
        ("status", row.status.to_lowercase()),
        ("reason", row.reason.to_lowercase()),
        ("stdout", lower(&output.stdout)),
        ("stderr", lower(&output.stderr)),
    ];
    search.holds(|field, wanted| {
        let is_meant = |name: &str| field.is_none_or(|field| field == name);
        texts.iter().any(|(name, text)| is_meant(name) && text.contains(wanted))
    })
}

/// Calls `visit` for each result with the beginning of its run's output.
pub async fn for_each_output(
    app: &App,
    rows: Vec<ResultRow>,
    mut visit: impl FnMut(ResultRow, &StoredOutput),
) -> Result<(), ApiError> {
    let mut rows = rows.into_iter();
    let nothing = StoredOutput::default();
    loop {
        let chunk: Vec<ResultRow> = rows.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            return Ok(());
        }
        let runs = chunk.iter().filter(|row| row.is_run).map(|row| RunKey(row.id));
        let runs: Vec<RunKey> = runs.collect();
        let outputs = runs::list_beginnings(app.db.read(), &runs, SEARCHED_BYTES).await?;
        for row in chunk {
            let output = if row.is_run { outputs.get(&RunKey(row.id)) } else { None };
            visit(row, output.unwrap_or(&nothing));
        }
    }
}

/// One page of what was found, and the total.
pub fn part(found: Vec<ResultRow>, part: (i64, i64)) -> (Vec<ResultRow>, i64) {
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    (slice(&found, part), total)
}

/// One page of what was found.
pub fn slice(found: &[ResultRow], (limit, offset): (i64, i64)) -> Vec<ResultRow> {
    let number = |number: i64| usize::try_from(number).unwrap_or(0);
    found.iter().skip(number(offset)).take(number(limit)).cloned().collect()
}
