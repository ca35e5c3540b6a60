//! Waking machines: an online agent of each site sends the packets for all
//! machines of the site at once.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use muster_protocol::{WakeOnLan, question_name};

use super::queries::{self, Neighbour, WaitingMember};
use crate::agent_link::Unanswered;
use crate::app::App;
use crate::domain::fleet::{Target, list_targets};
use crate::error::ApiError;
use crate::features::agents::hardware_addresses;
use crate::ids::AgentKey;
use crate::time::Timestamp;

const LIMIT: Duration = Duration::from_secs(10);
/// Agents that are asked one after the other.
const MAX_ASKED: usize = 5;
const UNKNOWN: &str = "no hardware address of it is known";

/// Those of these agents that cannot be woken, and why.
pub async fn list_unknown(
    app: &App,
    targets: &[Target],
) -> Result<Vec<(AgentKey, String)>, ApiError> {
    let known = addresses(app, targets).await?;
    let unknown = targets.iter().filter(|target| !known.contains_key(&target.id));
    Ok(unknown.map(|target| (target.id, UNKNOWN.to_owned())).collect())
}

/// The hardware addresses of each agent, where some are known.
async fn addresses(
    app: &App,
    targets: &[Target],
) -> Result<HashMap<AgentKey, Vec<String>>, ApiError> {
    let agents: Vec<AgentKey> = targets.iter().map(|target| target.id).collect();
    let details = queries::list_hardware(app.db.read(), &agents).await?;
    let known = details.into_iter().map(|row| (row.id, hardware_addresses(&row.detail)));
    Ok(known.filter(|(_, addresses)| !addresses.is_empty()).collect())
}

/// Machines to wake in one site.
#[derive(Default)]
struct SleepingSite {
    client: i64,
    members: Vec<i64>,
    agents: Vec<AgentKey>,
    addresses: Vec<String>,
}

/// Has these machines woken, and stores the outcome for each.
pub async fn wake(app: &App, waiting: &[WaitingMember]) -> anyhow::Result<()> {
    let agents: Vec<AgentKey> = waiting.iter().map(|member| member.agent).collect();
    let targets = list_targets(app.db.read(), &agents).await?;
    let mut known = addresses(app, &targets).await?;
    let (mut sites, mut unknown) = (BTreeMap::<i64, SleepingSite>::new(), Vec::new());
    for member in waiting {
        let target = targets.iter().find(|target| target.id == member.agent);
        let (Some(target), Some(addresses)) = (target, known.remove(&member.agent)) else {
            unknown.push(member.id);
            continue;
        };
        let site = sites.entry(target.site_id).or_default();
        site.client = target.client_id;
        site.members.push(member.id);
        site.agents.push(member.agent);
        site.addresses.extend(addresses);
    }
    let mut clients: Vec<i64> = sites.values().map(|site| site.client).collect();
    clients.sort_unstable();
    clients.dedup();
    let neighbours = queries::list_neighbours(app.db.read(), &clients, Timestamp::now()).await?;

    let mut outcomes = vec![(unknown, "skip", UNKNOWN.to_owned())];
    for (site, sleeping) in sites {
        let (outcome, reason) = match ask(app, site, &sleeping, &neighbours).await {
            Ok(()) => ("done", String::new()),
            Err(reason) => ("fail", reason),
        };
        outcomes.push((sleeping.members, outcome, reason));
    }
    let write = app.db.begin().await?;
    for (members, outcome, reason) in outcomes {
        queries::resolve_members(&write, &members, outcome, &reason).await?;
    }
    write.commit().await?;
    Ok(())
}

/// Asks other agents, first those of the site, until one succeeds.
async fn ask(
    app: &App,
    site: i64,
    sleeping: &SleepingSite,
    neighbours: &[Neighbour],
) -> Result<(), String> {
    let body = WakeOnLan { addresses: sleeping.addresses.clone() };
    let is_near = |one: &&Neighbour| one.site_id == site;
    let near = neighbours.iter().filter(is_near);
    let far = neighbours.iter().filter(|one| !is_near(one) && one.client_id == sleeping.client);
    // A machine that should be woken but is awake can wake the others.
    let others = near.chain(far).filter(|one| sleeping.agents != [one.id]);
    let mut refusal = "no other agent of its site or client is online and can wake it".to_owned();
    for neighbour in others.take(MAX_ASKED) {
        let name = question_name::WAKE_ON_LAN;
        let done: Result<(), _> =
            app.agent_link.ask_agent(&neighbour.agent_id, name, &body, LIMIT).await;
        match done {
            Ok(()) => return Ok(()),
            Err(Unanswered::Failed(text)) => refusal = text,
            Err(_) => {}
        }
    }
    Err(refusal)
}
