//! Restarting a machine and switching it off.

use std::time::Duration;

use muster_protocol::{Power, question_name};

use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::Identity;
use crate::domain::fleet::{Target, find_target};
use crate::error::ApiError;
use crate::ids::AgentId;

/// The agent answers before it restarts or shuts down.
const LIMIT: Duration = Duration::from_secs(15);

/// Records a power action, and sends it to the agent.
pub async fn change_power(
    app: &App,
    caller: &Identity,
    agent_id: &AgentId,
    power: Power,
) -> Result<Target, ApiError> {
    let target = find_target(app, caller, agent_id).await?;
    target.must_be_thawed()?;
    target.must_be_able_to(question_name::POWER)?;
    let verb = if power.action == "reboot" { "rebooted" } else { "shut down" };
    let message = format!("{} {verb} {}", caller.username, target.hostname);
    let entry = target
        .entry(Action::Modify, ObjectType::Agent, message)
        .after(&serde_json::json!({ "power": power.action, "delay": power.delay_seconds }));
    Change::begin(app, caller).await?.commit(entry).await?;
    let name = question_name::POWER;
    app.agent_link.ask_agent::<_, ()>(&target.agent_id, name, &power, LIMIT).await?;
    Ok(target)
}
