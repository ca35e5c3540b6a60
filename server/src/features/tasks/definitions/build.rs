//! Making the documents of many agents: a fixed number of queries.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use muster_protocol::{
    CheckDefinition, MAX_DEFINITIONS_BYTES, Probe, ScriptAction, TaskAction, TaskDefinition,
};
use sea_orm::{ConnectionTrait, DbErr};

use super::super::queries;
use super::super::task::StoredTask;
use super::check::check_definition;
use super::document::{Scripts, UnusableTask, definition, document};
use crate::app::App;
use crate::domain::checks::{CheckState, EffectiveCheck, StoredCheck, effective_checks};
use crate::domain::definitions::{BuiltDefinitions, BuiltTask, DueAgent};
use crate::domain::fleet::Target;
use crate::domain::placeholders::{PlaceholderValues, placeholder_values};
use crate::domain::policies::{Reaches, policies_of};
use crate::error::ApiError;
use crate::features::{scripts, winupdate};
use crate::ids::AgentKey;

/// Half a document's limit: the rest is for everything but the texts.
const MOST_BYTES: usize = MAX_DEFINITIONS_BYTES / 2;

/// Makes the documents of these agents.
pub async fn build(
    app: &App,
    agents: &[DueAgent],
) -> Result<HashMap<AgentKey, BuiltDefinitions>, ApiError> {
    let db = app.db.read();
    let targets: Vec<Target> = agents.iter().map(|agent| agent.target.clone()).collect();
    let ids: Vec<AgentKey> = agents.iter().map(|agent| agent.target.id).collect();
    let reaches = policies_of(db, &ids).await?;
    let tasks = queries::list_owned(db, &ids, &applied(&reaches, &ids)).await?;
    let checks = list_active(db, &targets, &reaches).await?;
    let scripts = scripts::list_runnable(db, &needed_scripts(&tasks, &checks)).await?;
    let has_placeholders = tasks.iter().any(|task| task.settings.has_placeholders())
        || checks.values().flatten().any(|check| check.settings.has_placeholders());
    let values = match has_placeholders {
        true => placeholder_values(app, &targets).await?,
        false => HashMap::new(),
    };
    let mut windows = winupdate::windows_of(app, &ids).await?;
    let builder =
        DocumentBuilder { tasks: &tasks, scripts, output_limit: app.settings.output_limit };
    let mut one = |agent: &DueAgent| {
        let id = agent.target.id;
        let policies: Vec<i64> = reaches.applied(id).map(|reach| reach.policy).collect();
        let values = values.get(&id);
        let windows = windows.remove(&id).unwrap_or_default();
        let mut texts = TextLimit::default();
        let (tasks, held) = builder.make_tasks(agent, &policies, values, &mut texts);
        let active = checks.get(&id).map(Vec::as_slice).unwrap_or_default();
        let (checks, held_checks) = builder.make_checks(agent, active, values, &mut texts);
        let document = document(tasks, windows, checks);
        (id, BuiltDefinitions { document, tasks: held, checks: held_checks })
    };
    Ok(agents.iter().map(&mut one).collect())
}

type ActiveChecks = HashMap<AgentKey, Vec<Arc<StoredCheck>>>;

/// The scripts that tasks and checks run, each once.
fn needed_scripts(tasks: &[StoredTask], checks: &ActiveChecks) -> Vec<i64> {
    let of_checks = checks.values().flatten().filter_map(|check| check.settings.script());
    let mut needed: Vec<i64> = tasks.iter().flat_map(|task| task.settings.scripts()).collect();
    needed.extend(of_checks.map(|script| script.script));
    needed.sort_unstable();
    needed.dedup();
    needed
}

/// The checks that each agent should run.
async fn list_active(
    db: &impl ConnectionTrait,
    targets: &[Target],
    reaches: &Reaches,
) -> Result<ActiveChecks, DbErr> {
    let agents: Vec<(AgentKey, &str)> =
        targets.iter().map(|target| (target.id, target.plat.as_str())).collect();
    let active = |checks: Vec<EffectiveCheck>| -> Vec<Arc<StoredCheck>> {
        let active = checks.into_iter().filter(|one| one.state == CheckState::Active);
        active.map(|one| one.check).collect()
    };
    let effective = effective_checks(db, &agents, reaches).await?;
    Ok(effective.into_iter().map(|(agent, checks)| (agent, active(checks))).collect())
}

/// One task for one agent, for a manual run.
pub async fn definition_for(
    app: &App,
    task: &StoredTask,
    target: &Target,
) -> Result<Result<TaskDefinition, UnusableTask>, ApiError> {
    let scripts = scripts::list_runnable(app.db.read(), &task.settings.scripts()).await?;
    let values = match task.settings.has_placeholders() {
        true => placeholder_values(app, std::slice::from_ref(target)).await?.remove(&target.id),
        false => None,
    };
    Ok(definition(task, &scripts, &target.plat, values.as_ref(), app.settings.output_limit))
}

fn applied(reaches: &Reaches, agents: &[AgentKey]) -> Vec<i64> {
    let each = agents.iter().flat_map(|agent| reaches.applied(*agent));
    let mut policies: Vec<i64> = each.map(|reach| reach.policy).collect();
    policies.sort_unstable();
    policies.dedup();
    policies
}

struct DocumentBuilder<'a> {
    tasks: &'a [StoredTask],
    scripts: Scripts,
    output_limit: u64,
}

/// Whether an agent is given something, by key.
type Held = BTreeMap<i64, BuiltTask>;

impl DocumentBuilder<'_> {
    fn make_tasks(
        &self,
        agent: &DueAgent,
        policies: &[i64],
        values: Option<&PlaceholderValues>,
        texts: &mut TextLimit,
    ) -> (Vec<TaskDefinition>, Held) {
        let has = |task: &&StoredTask| {
            let is_its = task.owner.agent == Some(agent.target.id.0)
                || task.owner.policy.is_some_and(|policy| policies.contains(&policy));
            is_its && task.settings.runs_on(&agent.target.plat)
        };
        let (mut included, mut held) = (Vec::new(), Held::new());
        for task in self.tasks.iter().filter(has) {
            if !task.settings.enabled {
                held.insert(task.id, BuiltTask::default());
                continue;
            }
            let made =
                definition(task, &self.scripts, &agent.target.plat, values, self.output_limit);
            let made = made.and_then(|made| texts.add(task_size(&made)).map(|()| made));
            held.insert(task.id, built(made.as_ref().map(|made| &made.version)));
            included.extend(made);
        }
        (included, held)
    }

    fn make_checks(
        &self,
        agent: &DueAgent,
        active: &[Arc<StoredCheck>],
        values: Option<&PlaceholderValues>,
        texts: &mut TextLimit,
    ) -> (Vec<CheckDefinition>, Held) {
        let (mut included, mut held) = (Vec::new(), Held::new());
        for check in active {
            let made = match agent.takes_checks {
                Some(true) => check_definition(check, agent, &self.scripts, values)
                    .and_then(|made| texts.add(check_size(&made)).map(|()| made)),
                Some(false) => Err(UnusableTask(TOO_OLD.to_owned())),
                // It connects first.
                None => Err(UnusableTask(String::new())),
            };
            held.insert(check.id, built(made.as_ref().map(|made| &made.version)));
            included.extend(made);
        }
        (included, held)
    }
}

const TOO_OLD: &str = "the agent is too old to run checks: update it";

fn built(made: Result<&String, &UnusableTask>) -> BuiltTask {
    match made {
        Ok(version) => BuiltTask { version: version.clone(), problem: String::new() },
        Err(UnusableTask(problem)) => {
            BuiltTask { version: String::new(), problem: problem.clone() }
        }
    }
}

/// Bytes of the texts in one document.
#[derive(Default)]
struct TextLimit {
    bytes: usize,
}

impl TextLimit {
    fn add(&mut self, size: usize) -> Result<(), UnusableTask> {
        if self.bytes + size > MOST_BYTES {
            let problem =
                "the scripts of all tasks and checks together are too large for one agent";
            return Err(UnusableTask(problem.to_owned()));
        }
        self.bytes += size;
        Ok(())
    }
}

fn task_size(made: &TaskDefinition) -> usize {
    let size = |action: &TaskAction| match action {
        TaskAction::Script(script) => script_size(script),
        TaskAction::Cmd(command) => command.command.len(),
        TaskAction::Unknown => 0,
    };
    made.actions.iter().map(size).sum()
}

fn check_size(made: &CheckDefinition) -> usize {
    match &made.probe {
        Probe::Script(script) => script_size(script),
        _ => 0,
    }
}

fn script_size(script: &ScriptAction) -> usize {
    let texts = |list: &[String]| list.iter().map(String::len).sum::<usize>();
    script.code.len() + texts(&script.args) + texts(&script.env_vars)
}
