//! How many agents there are, and how many of them are offline.

use std::time::Duration;

use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::auth::Scope;
use crate::domain::fleet::Status;
use crate::storage::sql;
use crate::time::Timestamp;

/// Many people look at the same numbers. Shorter than the delay after a change,
/// so that nobody gets numbers from before it.
const CACHE_TTL: Duration = Duration::from_millis(800);

/// The number of agents in a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromQueryResult, Serialize, Deserialize)]
pub struct AgentCounts {
    pub servers: i64,
    /// Servers that are not online.
    pub servers_away: i64,
    pub workstations: i64,
    /// Workstations that are not online.
    pub workstations_away: i64,
}

/// Counts the agents in a scope.
pub async fn count(app: &App, scope: &Scope) -> Result<AgentCounts, DbErr> {
    let condition = scope.site_condition("s.client_id", "s.id");
    let key = format!("dashinfo.{}", blake3::hash(condition.as_bytes()).to_hex());
    let cached = app.cache.get(&key).await;
    if let Some(counts) = cached.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
        return Ok(counts);
    }
    let count_of = |kind: &str, away: &str| {
        format!(
            "cast(coalesce(sum(case when a.monitoring_type = '{kind}'{away} then 1 else 0 end), 0)
                  as bigint)"
        )
    };
    let away = format!(" and not {}", Status::condition("online"));
    let text = format!(
        "select {} as servers, {} as servers_away, {} as workstations, {} as workstations_away
           from present_agents a join sites s on s.id = a.site_id where {condition}",
        count_of("server", ""),
        count_of("server", &away),
        count_of("workstation", ""),
        count_of("workstation", &away),
    );
    let counts: Option<AgentCounts> =
        sql::one(app.db.read(), &text, [Timestamp::now().into()]).await?;
    let counts = counts.ok_or_else(|| DbErr::RecordNotFound("the counts".to_owned()))?;
    let bytes = serde_json::to_vec(&counts).expect("numbers are plain JSON");
    app.cache.put(&key, bytes, CACHE_TTL).await;
    Ok(counts)
}
