//! Stores the runs of agents whose turn it is: many in a few statements.

use sea_orm::ConnectionTrait;

use super::action::{Action, AgentOrder};
use super::plan::CHUNK;
use crate::app::App;
use crate::domain::fleet::Target;
use crate::domain::runs::store::{NewMember, NewRun, OwnOrder, insert_many};
use crate::domain::runs::{Instruction, new_run_id};
use crate::error::ApiError;
use crate::features::{tasks, winupdate};
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// Runs of one bulk action that start together.
pub struct Wave<'a> {
    pub bulk: i64,
    /// The orders to the agents.
    pub action: &'a Action,
    /// Who requested it.
    pub username: &'a str,
    /// Who requested it, by key.
    pub user_id: i64,
    /// The API key it was requested with, if it was one.
    pub api_key: Option<i64>,
    /// Until when the orders wait for agents that are offline.
    pub expires: Timestamp,
}

/// An agent that cannot get an order after all, and why.
pub type RefusedTarget = (Target, String);

impl Wave<'_> {
    /// Stores a run for each of these agents; `slot` says whether each occupies
    /// a slot.
    pub async fn insert(
        &self,
        app: &App,
        write: &impl ConnectionTrait,
        targets: &[Target],
        slot: bool,
    ) -> Result<Vec<RefusedTarget>, ApiError> {
        let mut refused = Vec::new();
        for chunk in targets.chunks(CHUNK) {
            let orders = self.action.orders(app, chunk).await?;
            let (mut members, mut first) = (Vec::with_capacity(chunk.len()), None);
            for (target, order) in chunk.iter().zip(orders) {
                let own = match order {
                    AgentOrder::Shared => None,
                    AgentOrder::Own(instruction) => {
                        let own = own(&instruction);
                        first.get_or_insert(instruction);
                        Some(own)
                    }
                    AgentOrder::Refused(reason) => {
                        refused.push((target.clone(), reason));
                        continue;
                    }
                };
                members.push(NewMember { run_id: new_run_id(), agent: target.id, slot, own });
            }
            let like = self.action.shared().or(first.as_deref());
            self.store(app, write, like, &members).await?;
        }
        Ok(refused)
    }

    async fn store(
        &self,
        app: &App,
        write: &impl ConnectionTrait,
        like: Option<&Instruction>,
        members: &[NewMember],
    ) -> Result<(), ApiError> {
        let Some(like) = like else { return Ok(()) };
        let run = NewRun {
            username: self.username,
            user_id: self.user_id,
            api_key: self.api_key,
            expires: Some(self.expires),
            ..like.new_run()
        };
        insert_many(write, &app.vault, Some(self.bulk), &run, members).await?;
        if matches!(self.action, Action::InstallUpdates) {
            let agents: Vec<AgentKey> = members.iter().map(|member| member.agent).collect();
            winupdate::begin_installs(write, self.bulk, &agents).await?;
            // The lists show it at once; watchers are notified when the runs
            // end.
            winupdate::recount(write, &agents).await?;
        }
        if let Action::Task(task) = self.action {
            let agents: Vec<AgentKey> = members.iter().map(|member| member.agent).collect();
            tasks::insert_task_results(write, task.task, &agents).await?;
        }
        Ok(())
    }
}

fn own(instruction: &Instruction) -> OwnOrder {
    OwnOrder {
        command: instruction.command.clone(),
        shell: instruction.shell.clone(),
        order_body: instruction.order_body.clone(),
    }
}
