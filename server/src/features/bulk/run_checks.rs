//! Running the checks of many agents: each is asked, and those that are online begin.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use futures_util::future::join_all;
use muster_protocol::{RunChecks, question_name};

use super::queries::{self, WaitingMember};
use crate::agent_link::Unanswered;
use crate::app::App;
use crate::domain::fleet::{Target, list_targets};
use crate::ids::AgentKey;

const LIMIT: Duration = Duration::from_secs(15);

/// Asks these agents, all at the same time, and stores the outcome for each.
pub async fn run_checks(app: &App, waiting: &[WaitingMember]) -> anyhow::Result<()> {
    let agents: Vec<AgentKey> = waiting.iter().map(|member| member.agent).collect();
    let targets = list_targets(app.db.read(), &agents).await?;
    let asked = targets.iter().map(|target| async { (target.id, ask(app, target).await) });
    let mut answers: HashMap<AgentKey, (&str, String)> =
        join_all(asked).await.into_iter().collect();
    let mut outcomes: BTreeMap<(&str, String), Vec<i64>> = BTreeMap::new();
    for member in waiting {
        let answer = answers.remove(&member.agent);
        let answer = answer.unwrap_or_else(|| ("skip", "it was removed".to_owned()));
        outcomes.entry(answer).or_default().push(member.id);
    }
    let write = app.db.begin().await?;
    for ((outcome, reason), members) in outcomes {
        queries::resolve_members(&write, &members, outcome, &reason).await?;
    }
    write.commit().await?;
    Ok(())
}

async fn ask(app: &App, target: &Target) -> (&'static str, String) {
    if target.is_frozen {
        return ("skip", "it is frozen".to_owned());
    }
    let (name, request) = (question_name::RUN_CHECKS, RunChecks::default());
    if let Some(reason) = target.capabilities.lack(name) {
        return ("skip", reason);
    }
    let begun: Result<Option<u32>, Unanswered> =
        app.agent_link.ask_agent(&target.agent_id, name, &request, LIMIT).await;
    match begun {
        Ok(Some(_)) => ("done", String::new()),
        Ok(None) => ("fail", "its checks are being run by hand already".to_owned()),
        Err(Unanswered::Offline) => ("skip", "it is offline".to_owned()),
        Err(reason) => ("fail", reason.to_string()),
    }
}
