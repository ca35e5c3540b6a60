//! Leaves out agents that cannot do what a bulk action asks for.

use muster_protocol::question_name;

use super::action::{Action, AgentOrder};
use crate::app::App;
use crate::domain::fleet::Target;
use crate::error::ApiError;

impl Action {
    /// The orders for these agents, in the same order.
    pub async fn orders(&self, app: &App, targets: &[Target]) -> Result<Vec<AgentOrder>, ApiError> {
        let orders = self.all_orders(app, targets).await?;
        let checked = targets.iter().zip(orders).map(|(target, order)| {
            let lack = self.needs(&order).and_then(|name| target.capabilities.lack(name));
            lack.map_or(order, AgentOrder::Refused)
        });
        Ok(checked.collect())
    }

    /// What an agent must be able to do for an order.
    fn needs<'a>(&'a self, order: &'a AgentOrder) -> Option<&'a str> {
        match (order, self) {
            (AgentOrder::Own(instruction), _) => Some(&instruction.order_name),
            (AgentOrder::Shared, Self::Checks) => Some(question_name::RUN_CHECKS),
            (AgentOrder::Shared, _) => self.shared().map(|order| order.order_name.as_str()),
            (AgentOrder::Refused(_), _) => None,
        }
    }
}
