//! Stores which definitions agents should have, and the resulting state of
//! their tasks.

use std::collections::{BTreeMap, HashMap};

use sea_orm::{ConnectionTrait, DbErr};

use super::built::BuiltDefinitions;
use super::queries::DueAgent;
use super::queries::{self, TaskRow, WantedTask};
use super::sync_state::{SyncedTask, mark_synced};
use crate::ids::AgentKey;

/// Stores the documents' digests and the tasks' states, with a fixed number of
/// statements. Returns the tasks that are in sync now.
///
/// An agent that was marked again meanwhile is removed from `built`: its
/// document may be outdated, and it will be built again.
pub async fn store(
    write: &impl ConnectionTrait,
    agents: &mut Vec<DueAgent>,
    built: &mut HashMap<AgentKey, BuiltDefinitions>,
) -> Result<Vec<SyncedTask>, DbErr> {
    let ids: Vec<AgentKey> = agents.iter().map(|agent| agent.target.id).collect();
    let mut now = queries::lock_wanted(write, &ids).await?;
    agents.retain_mut(|agent| {
        let Some((wanted, kept)) = now.remove(&agent.target.id) else { return false };
        // It may have reported another document since.
        agent.kept = kept;
        wanted == agent.wanted
    });
    let ids: Vec<AgentKey> = agents.iter().map(|agent| agent.target.id).collect();
    built.retain(|agent, _| ids.contains(agent));
    let stored = queries::list_task_rows(write, &ids).await?;
    let Difference { new, changed, gone } = compare(stored, built);
    queries::insert_wanted(write, &new).await?;
    queries::update_wanted(write, &changed).await?;
    queries::mark_leaving(write, &gone).await?;
    let digest = |agent: &DueAgent| {
        let digest = built.get(&agent.target.id).map(|built| built.document.digest.clone());
        (agent.target.id, agent.wanted, digest.unwrap_or_default())
    };
    let digests: Vec<_> = agents.iter().map(digest).collect();
    queries::store_built(write, &digests).await?;
    mark_synced(write, &ids).await
}

/// What must be written.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Tasks that agents did not have.
    pub new: Vec<WantedTask>,
    /// Tasks that agents should have another version of.
    pub changed: Vec<WantedTask>,
    /// Agents and tasks that they should not have any more.
    pub gone: Vec<(AgentKey, i64)>,
}

/// Compares the tasks agents have with those they should have.
pub fn compare(stored: Vec<TaskRow>, built: &HashMap<AgentKey, BuiltDefinitions>) -> Difference {
    let mut difference = Difference::default();
    let mut known: BTreeMap<(AgentKey, i64), TaskRow> =
        stored.into_iter().map(|row| ((row.agent, row.task), row)).collect();
    for (agent, built) in built {
        for (task, state) in &built.tasks {
            let wanted = WantedTask {
                agent: *agent,
                task: *task,
                version: state.version.clone(),
                problem: state.problem.clone(),
            };
            match known.remove(&(*agent, *task)) {
                None => difference.new.push(wanted),
                Some(row) if row.matches(&wanted) => {}
                Some(_) => difference.changed.push(wanted),
            }
        }
    }
    // Two transactions that insert the same rows in different orders wait for each other.
    for tasks in [&mut difference.new, &mut difference.changed] {
        tasks.sort_unstable_by_key(|wanted| (wanted.agent, wanted.task));
    }
    let leaving = known.into_values().filter(|row| row.sync_status != "pendingdeletion");
    difference.gone = leaving.map(|row| (row.agent, row.task)).collect();
    difference
}

#[cfg(test)]
mod tests {
    use super::super::built::BuiltTask;
    use super::*;

    fn row(task: i64, sync_status: &str, version: &str) -> TaskRow {
        let (sync_status, version) = (sync_status.to_owned(), version.to_owned());
        TaskRow { agent: AgentKey(1), task, sync_status, version, problem: String::new() }
    }

    fn built(tasks: &[(i64, &str)]) -> HashMap<AgentKey, BuiltDefinitions> {
        let state =
            |version: &str| BuiltTask { version: version.to_owned(), problem: String::new() };
        let tasks = tasks.iter().map(|(task, version)| (*task, state(version))).collect();
        HashMap::from([(AgentKey(1), BuiltDefinitions { tasks, ..BuiltDefinitions::default() })])
    }

    fn keys(state: &[WantedTask]) -> Vec<i64> {
        state.iter().map(|state| state.task).collect()
    }

    #[test]
    fn tasks_that_an_agent_has_already_are_not_written_again() {
        let stored = vec![row(1, "synced", "a"), row(2, "initial", "b"), row(3, "notsynced", "c")];
        let same = compare(stored, &built(&[(1, "a"), (2, "b"), (3, "c")]));
        assert_eq!(same, Difference::default());
    }

    #[test]
    fn new_changed_and_former_tasks_are_told_apart() {
        let stored = vec![
            row(1, "synced", "old"),
            row(2, "pendingdeletion", "b"),
            row(3, "synced", "c"),
            row(4, "pendingdeletion", "d"),
        ];
        let difference = compare(stored, &built(&[(1, "new"), (2, "b"), (5, "e")]));
        assert_eq!(keys(&difference.changed), [1, 2], "one that is leaving may come back");
        assert_eq!(keys(&difference.new), [5]);
        assert_eq!(
            difference.gone,
            [(AgentKey(1), 3)],
            "one that is leaving already is left alone"
        );
    }

    #[test]
    fn rows_are_written_in_the_order_of_their_keys() {
        let many: HashMap<AgentKey, BuiltDefinitions> = (1..=40)
            .flat_map(|agent| built(&[(1, "a"), (2, "b")]).into_values().map(move |b| (agent, b)))
            .map(|(agent, built)| (AgentKey(agent), built))
            .collect();
        let new = compare(Vec::new(), &many).new;
        let found: Vec<_> = new.iter().map(|wanted| (wanted.agent, wanted.task)).collect();
        let expected: Vec<_> =
            (1..=40).flat_map(|agent| [1, 2].map(|task| (AgentKey(agent), task))).collect();
        assert_eq!(found, expected);
    }
}
