//! Where the script of an alert can run.

use sea_orm::{ConnectionTrait, DbErr};

use crate::domain::alerts::ActionAlert;
use crate::domain::fleet::{Target, target_columns};
use crate::storage::sql;
use crate::time::Timestamp;

/// Neighbours that are considered.
const MOST: i64 = 50;

/// How long an agent is considered as connected after it was last recorded, in
/// microseconds: twice the time between two records, and a little.
const SEEN_LATELY: i64 = 90_000_000;

/// Agents that could run the script of an alert, the best first: its own agent, others
/// of its site, others of its client. A script that runs on the server is run for the
/// agent itself, whether it is connected or not.
pub async fn list_candidates(
    db: &impl ConnectionTrait,
    alert: &ActionAlert,
    for_server: bool,
) -> Result<Vec<Target>, DbErr> {
    let Some(agent) = alert.agent else { return Ok(Vec::new()) };
    let reachable = match for_server {
        true => "a.id = $1",
        false => {
            "s.client_id = os.client_id and a.last_seen > $2
             and not exists (select 1 from agents_away w where w.agent_id = a.id)"
        }
    };
    let text = format!(
        "select {} from present_agents own
           join sites os on os.id = own.site_id
           cross join present_agents a
           join sites s on s.id = a.site_id
          where own.id = $1 and $2 > 0 and {reachable}
          order by case when a.id = $1 then 0 when a.site_id = own.site_id then 1 else 2 end, a.id
          limit {MOST}",
        target_columns()
    );
    let since = Timestamp::now().micros() - SEEN_LATELY;
    sql::all(db, &text, [agent.into(), since.into()]).await
}
