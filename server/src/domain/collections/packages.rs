//! What agents say of their package databases. The digest is kept in the row
//! that also says when the agent is asked next: an agent whose packages changed
//! is asked soon.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr};

use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// Software is not listed more often than this, whatever an agent says.
const SOFTWARE_PAUSE: Duration = Duration::from_secs(5 * 60);
/// The same for scans, which bother the servers that packages come from.
const SCAN_PAUSE: Duration = Duration::from_secs(60 * 60);
/// No digest of an honest agent is longer.
const LONGEST: usize = 128;

/// Whether a hello tells something of the package database that was not known.
/// An agent that cannot tell is noted once, so that it is asked at all.
pub fn is_news(known: Option<&str>, told: &str) -> bool {
    known.is_none_or(|known| !told.is_empty() && known != told)
}

/// Notes where an agent's package database stands. One that was never asked is
/// asked as soon as possible; otherwise the next time moves up, but for a pause
/// after the last.
pub async fn note(write: &impl ConnectionTrait, agent: AgentKey, told: &str) -> Result<(), DbErr> {
    let told: String = told.chars().filter(|c| *c != '\0').take(LONGEST).collect();
    let text = format!(
        "insert into collections (agent_id, packages, software_due, scan_due)
         values ($1, $2, 0, 0)
         on conflict (agent_id) do update set packages = excluded.packages,
            software_due = {}, scan_due = {}
          where collections.packages <> excluded.packages",
        sooner("software", SOFTWARE_PAUSE),
        sooner("scan", SCAN_PAUSE)
    );
    sql::execute(write, &text, [agent.into(), told.into(), Timestamp::now().into()]).await?;
    Ok(())
}

/// Now, or when the pause after the last time is over, unless it is due before
/// that anyway. `$3` is now.
fn sooner(what: &str, pause: Duration) -> String {
    let (due, asked) = (format!("collections.{what}_due"), format!("collections.{what}_asked"));
    let rested = format!("coalesce({asked} + {}, 0)", pause.as_micros());
    let soon = format!("case when {rested} > $3 then {rested} else $3 end");
    format!("case when {due} < {soon} then {due} else {soon} end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_contact_and_a_changed_digest_are_news() {
        assert!(is_news(None, ""));
        assert!(is_news(None, "p1"));
        assert!(is_news(Some(""), "p1"));
        assert!(is_news(Some("p1"), "p2"));
        assert!(!is_news(Some("p1"), "p1"));
        // An older program on the same machine cannot tell.
        assert!(!is_news(Some("p1"), ""));
    }
}
