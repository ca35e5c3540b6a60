//! The checks of an agent in a few numbers, which are stored in its row.

use std::collections::HashMap;
use std::sync::LazyLock;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde_json::json;

use crate::events::catalogue::{CheckCounts, FailingCounts};
use crate::storage::sql;

static NO_CHECKS: LazyLock<String> = LazyLock::new(|| json!(CheckCounts::default()).to_string());

/// The text of an agent's row as it is shown.
pub fn shown_checks(stored: &str) -> &str {
    if stored.is_empty() { &NO_CHECKS } else { stored }
}

/// Failing checks of sites and of clients, by key.
#[derive(Default)]
pub struct FailingChecks {
    pub sites: HashMap<i64, FailingCounts>,
    pub clients: HashMap<i64, FailingCounts>,
}

#[derive(FromQueryResult)]
struct FailingRow {
    site_id: i64,
    client_id: i64,
    error: i64,
    warning: i64,
}

/// Counts the failing checks of clients and all their sites.
pub async fn count_failing_checks(
    db: &impl ConnectionTrait,
    clients: &[i64],
) -> Result<FailingChecks, DbErr> {
    let (among, clients) = sql::among(db, "s.client_id", 1, clients);
    let text = format!(
        "select a.site_id, s.client_id, cast(sum(a.checks_error) as bigint) as error,
                cast(sum(a.checks_warning) as bigint) as warning
           from present_agents a join sites s on s.id = a.site_id
          where a.checks_error + a.checks_warning > 0 and {among}
          group by a.site_id, s.client_id"
    );
    let rows: Vec<FailingRow> = sql::all(db, &text, [clients]).await?;
    let mut found = FailingChecks::default();
    for FailingRow { site_id, client_id, error, warning } in rows {
        found.sites.insert(site_id, FailingCounts { error, warning });
        let client = found.clients.entry(client_id).or_default();
        client.error += error;
        client.warning += warning;
    }
    Ok(found)
}
