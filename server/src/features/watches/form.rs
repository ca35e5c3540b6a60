//! What a caller sends to watch something.

use utoipa::ToSchema;

use crate::domain::watches::WatchEvent;
use crate::ids::{AgentId, RunKey};
use crate::input::{Fields, Parse};
use crate::storage::TextEnum;

const LONGEST_ID: usize = 255;

/// An agent or a run to watch, and what for.
#[derive(ToSchema)]
pub struct CreateWatch {
    /// Identifier of the agent; left out to watch a run.
    #[schema(required = false)]
    agent: Option<String>,
    /// Key of the run; left out to watch an agent.
    #[schema(required = false)]
    run: Option<i64>,
    /// `online` or `offline` for an agent, `ended` for a run.
    event: String,
}

/// What to watch, not looked up yet.
pub enum Watched {
    Agent(AgentId, WatchEvent),
    Run(RunKey),
}

impl Parse for CreateWatch {
    fn parse(fields: &Fields<'_>) -> Self {
        let agent = fields.text("agent").not_blank().max(LONGEST_ID).nullable().flatten();
        let run = fields.whole("run").nullable().flatten();
        let event = fields.text("event").one_of(WatchEvent::NAMES).required();
        // One that was sent and is wrong has a problem already.
        let (has_agent, has_run) = (fields.has("agent"), fields.has("run"));
        match (&agent, run) {
            (Some(_), Some(_)) => fields.problem("run", "name an agent or a run, not both"),
            (None, None) if !has_agent && !has_run => {
                fields.problem("agent", "name an agent or a run");
            }
            (Some(_), None) if event == "ended" => {
                fields.problem("event", "must be online or offline for an agent");
            }
            (None, Some(_)) if event == "online" || event == "offline" => {
                fields.problem("event", "must be ended for a run");
            }
            _ => {}
        }
        Self { agent, run, event }
    }
}

impl CreateWatch {
    /// What to watch; none if something is missing, such as an agent that is null.
    pub fn into_watched(self) -> Option<Watched> {
        let event = WatchEvent::from_name(&self.event)?;
        match self.agent {
            Some(agent) => Some(Watched::Agent(agent.into(), event)),
            None => self.run.map(RunKey).map(Watched::Run),
        }
    }
}
