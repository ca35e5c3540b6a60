//! A task for many agents at once, for bulk actions.

use std::collections::HashMap;

use muster_protocol::TaskDefinition;
use sea_orm::{ConnectionTrait, DbErr};

use super::action::Action;
use super::definitions::{Scripts, UnusableTask, definition};
use super::queries;
use super::run_task::run_instruction;
use super::task::StoredTask;
use crate::app::App;
use crate::auth::Scope;
use crate::domain::definitions;
use crate::domain::fleet::{PLATFORMS, Target};
use crate::domain::placeholders::{PlaceholderValues, placeholder_values};
use crate::domain::policies::{agents_of, policies_of};
use crate::domain::runs::Instruction;
use crate::error::ApiError;
use crate::features::scripts;
use crate::ids::AgentKey;

/// A task that runs on many agents.
#[derive(Debug)]
pub struct TaskForMany {
    pub name: String,
    /// The instruction for all agents, where it is the same for all.
    pub shared: Option<Instruction>,
    /// How much is stored for each agent where it differs.
    pub bytes: usize,
}

/// A task in scope; none if there is no such task.
pub async fn find_for_many(
    app: &App,
    scope: &Scope,
    id: i64,
) -> Result<Option<TaskForMany>, ApiError> {
    let found = queries::find_task(app.db.read(), scope, id).await?;
    let Some(task) = found else { return Ok(None) };
    let name = task.settings.name.clone();
    let builder = DefinitionBuilder::load(app, &task).await?;
    if task.settings.has_placeholders() {
        let code = |script: &i64| match builder.scripts.get(script) {
            Some(Ok(found)) => found.code.len(),
            _ => 0,
        };
        let commands = task.settings.actions.iter().filter_map(|action| match action {
            Action::Cmd(command) => Some(command.command.len()),
            Action::Script(_) => None,
        });
        let bytes = task.settings.scripts().iter().map(code).chain(commands).sum();
        return Ok(Some(TaskForMany { name, shared: None, bytes }));
    }
    // Where it runs it is the same everywhere.
    let anywhere = PLATFORMS.iter().find_map(|plat| builder.definition(plat, None).ok());
    let shared = anywhere.map(|definition| run_instruction(&task, definition));
    if let Some(instruction) = &shared {
        instruction.check_size("task")?;
    }
    Ok(Some(TaskForMany { name, shared, bytes: 0 }))
}

/// The instruction for each of these agents, in their order, or why there is
/// none. As many queries as for one.
pub async fn instructions_for_many(
    app: &App,
    id: i64,
    targets: &[Target],
) -> Result<Vec<Result<Instruction, String>>, ApiError> {
    // The caller who started it could see it; later batches need no check.
    let found = queries::find_task(app.db.read(), &Scope::everything(), id).await?;
    let Some(task) = found else {
        return Ok(targets.iter().map(|_| Err("the task is gone".to_owned())).collect());
    };
    let ids: Vec<AgentKey> = targets.iter().map(|target| target.id).collect();
    let reaches = policies_of(app.db.read(), &ids).await?;
    let builder = DefinitionBuilder::load(app, &task).await?;
    let values = match task.settings.has_placeholders() {
        true => placeholder_values(app, targets).await?,
        false => HashMap::new(),
    };
    let one = |target: &Target| {
        let is_reached = match task.owner.policy {
            Some(policy) => reaches.applied(target.id).any(|reach| reach.policy == policy),
            None => task.owner.agent == Some(target.id.0),
        };
        if !is_reached {
            return Err("the task is not one of its tasks".to_owned());
        }
        let name = &task.settings.name;
        if !task.settings.runs_on(&target.plat) {
            return Err(format!(
                "the task {name} is not for {}",
                crate::wording::platform(&target.plat)
            ));
        }
        let made = builder.definition(&target.plat, values.get(&target.id));
        let instruction = run_instruction(&task, made.map_err(|unusable| unusable.to_string())?);
        match instruction.check_size("task") {
            Ok(()) => Ok(instruction),
            Err(_) => Err("its arguments are too long once filled in".to_owned()),
        }
    };
    Ok(targets.iter().map(one).collect())
}

/// The agents in scope that a task in scope is for, by key, and its name.
pub async fn list_affected(
    app: &App,
    scope: &Scope,
    id: i64,
) -> Result<(String, Vec<AgentKey>), ApiError> {
    let db = app.db.read();
    let task = queries::find_task(db, scope, id).await?.ok_or(ApiError::NotFound("task"))?;
    let agents = match (task.owner.policy, task.owner.agent) {
        (Some(policy), _) => agents_of(db, scope, policy).await?,
        (None, own) => own.into_iter().map(AgentKey).collect(),
    };
    Ok((task.settings.name, agents))
}

/// Inserts the rows for the results of runs that begin.
pub async fn insert_task_results(
    write: &impl ConnectionTrait,
    task: i64,
    agents: &[AgentKey],
) -> Result<(), DbErr> {
    definitions::insert_results(write, agents, task).await
}

struct DefinitionBuilder<'a> {
    task: &'a StoredTask,
    scripts: Scripts,
    output_limit: u64,
}

impl<'a> DefinitionBuilder<'a> {
    async fn load(app: &App, task: &'a StoredTask) -> Result<Self, ApiError> {
        let scripts = scripts::list_runnable(app.db.read(), &task.settings.scripts()).await?;
        Ok(Self { task, scripts, output_limit: app.settings.output_limit })
    }

    fn definition(
        &self,
        plat: &str,
        values: Option<&PlaceholderValues>,
    ) -> Result<TaskDefinition, UnusableTask> {
        definition(self.task, &self.scripts, plat, values, self.output_limit)
    }
}
