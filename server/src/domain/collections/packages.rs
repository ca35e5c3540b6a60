//! The digests of agents' package databases. A digest is stored in the row that
//! also says when the agent is asked next: an agent whose packages changed is
//! asked soon.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr};

use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// Software is not listed more often than this, whatever an agent reports.
const SOFTWARE_PAUSE: Duration = Duration::from_secs(5 * 60);
/// Nor are scans run more often than this, as they burden the package servers.
const SCAN_PAUSE: Duration = Duration::from_secs(60 * 60);
/// Longer than any digest of ours.
const LONGEST: usize = 128;

/// Whether a hello contains a new digest of the package database. An agent that
/// cannot report one is recorded once, so that it is asked at all.
pub fn is_new(known: Option<&str>, digest: &str) -> bool {
    known.is_none_or(|known| !digest.is_empty() && known != digest)
}

/// Stores the digest of an agent's package database. An agent that was never
/// asked is asked as soon as possible; otherwise it is asked earlier, but not
/// before the pause after the last time has passed.
pub async fn record(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    digest: &str,
) -> Result<(), DbErr> {
    let digest: String = digest.chars().filter(|c| *c != '\0').take(LONGEST).collect();
    let text = format!(
        "insert into collections (agent_id, packages, software_due, scan_due)
         values ($1, $2, 0, 0)
         on conflict (agent_id) do update set packages = excluded.packages,
            software_due = {}, scan_due = {}
          where collections.packages <> excluded.packages",
        sooner("software", SOFTWARE_PAUSE),
        sooner("scan", SCAN_PAUSE)
    );
    sql::execute(write, &text, [agent.into(), digest.into(), Timestamp::now().into()]).await?;
    Ok(())
}

/// Now, or when the pause after the last time has passed, unless it is due
/// before that anyway. `$3` is now.
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
    fn a_first_contact_and_a_changed_digest_are_new() {
        assert!(is_new(None, ""));
        assert!(is_new(None, "p1"));
        assert!(is_new(Some(""), "p1"));
        assert!(is_new(Some("p1"), "p2"));
        assert!(!is_new(Some("p1"), "p1"));
        // An older program on the same machine cannot report a digest.
        assert!(!is_new(Some("p1"), ""));
    }
}
