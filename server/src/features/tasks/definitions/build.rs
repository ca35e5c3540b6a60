//! Making the documents of many agents: a fixed number of queries.

use std::collections::{BTreeMap, HashMap};

use muster_protocol::{MAX_DEFINITIONS_BYTES, TaskAction, TaskDefinition};

use super::super::queries;
use super::super::task::StoredTask;
use super::document::{Scripts, UnusableTask, definition, document};
use crate::app::App;
use crate::domain::definitions::{BuiltDefinitions, BuiltTask, DueAgent};
use crate::domain::fleet::Target;
use crate::domain::placeholders::{PlaceholderValues, placeholder_values};
use crate::error::ApiError;
use crate::features::policies::{self, Reaches};
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
    let reaches = policies::policies_of(db, &ids).await?;
    let tasks = queries::list_owned(db, &ids, &applied(&reaches, &ids)).await?;
    let mut needed: Vec<i64> = tasks.iter().flat_map(|task| task.settings.scripts()).collect();
    needed.sort_unstable();
    needed.dedup();
    let scripts = scripts::list_runnable(db, &needed).await?;
    let values = match tasks.iter().any(|task| task.settings.has_placeholders()) {
        true => placeholder_values(app, &targets).await?,
        false => HashMap::new(),
    };
    let mut windows = winupdate::windows_of(app, &ids).await?;
    let builder =
        DocumentBuilder { tasks: &tasks, scripts, output_limit: app.settings.output_limit };
    let mut one = |agent: &DueAgent| {
        let policies: Vec<i64> =
            reaches.applied(agent.target.id).map(|reach| reach.policy).collect();
        let windows = windows.remove(&agent.target.id).unwrap_or_default();
        let made = builder.make(agent, &policies, values.get(&agent.target.id), windows);
        (agent.target.id, made)
    };
    Ok(agents.iter().map(&mut one).collect())
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

impl DocumentBuilder<'_> {
    fn make(
        &self,
        agent: &DueAgent,
        policies: &[i64],
        values: Option<&PlaceholderValues>,
        windows: Vec<TaskDefinition>,
    ) -> BuiltDefinitions {
        let has = |task: &&StoredTask| {
            let is_its = task.owner.agent == Some(agent.target.id.0)
                || task.owner.policy.is_some_and(|policy| policies.contains(&policy));
            is_its && task.settings.runs_on(&agent.target.plat)
        };
        let (mut included, mut held, mut bytes) = (Vec::new(), BTreeMap::new(), 0);
        for task in self.tasks.iter().filter(has) {
            if !task.settings.enabled {
                held.insert(task.id, BuiltTask::default());
                continue;
            }
            let made =
                definition(task, &self.scripts, &agent.target.plat, values, self.output_limit)
                    .and_then(|made| within_limit(made, &mut bytes));
            match made {
                Ok(made) => {
                    let version = made.version.clone();
                    held.insert(task.id, BuiltTask { version, problem: String::new() });
                    included.push(made);
                }
                Err(UnusableTask(problem)) => {
                    held.insert(task.id, BuiltTask { version: String::new(), problem });
                }
            }
        }
        BuiltDefinitions { document: document(included, windows), tasks: held }
    }
}

fn within_limit(made: TaskDefinition, bytes: &mut usize) -> Result<TaskDefinition, UnusableTask> {
    let texts = |list: &[String]| list.iter().map(String::len).sum::<usize>();
    let size: usize = made
        .actions
        .iter()
        .map(|action| match action {
            TaskAction::Script(script) => {
                script.code.len() + texts(&script.args) + texts(&script.env_vars)
            }
            TaskAction::Cmd(command) => command.command.len(),
            TaskAction::Unknown => 0,
        })
        .sum();
    if *bytes + size > MOST_BYTES {
        let problem = "the scripts of all tasks together are too large for one agent";
        return Err(UnusableTask(problem.to_owned()));
    }
    *bytes += size;
    Ok(made)
}
