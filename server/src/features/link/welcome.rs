//! Welcoming an agent: both sides compare what they know of its runs.

use muster_protocol::{Hello, PROTOCOL, ToAgent, Welcome};

use super::handshake::send;
use super::hello_bounds;
use super::own_runs;
use super::queries::ConnectedAgent;
use super::reports;
use super::socket::Socket;
use crate::agent_link::Requests;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::auth::Scope;
use crate::debug_log::{DebugEntry, LogType};
use crate::domain::collections::packages;
use crate::domain::fleet::store::AgentFacts;
use crate::domain::runs::store;
use crate::domain::{alert_events, definitions, fleet, freeze};
use crate::events::Event;
use crate::events::catalogue::ChangedKeys;
use crate::ids::RunId;
use crate::time::Timestamp;
use crate::wording::count;

/// An agent as it was stored when it connected.
#[derive(Clone, Copy)]
pub struct StoredAgent<'a> {
    pub agent: &'a ConnectedAgent,
    pub facts: &'a AgentFacts,
    pub line: &'a str,
    pub packages: Option<&'a str>,
    pub capabilities: Option<&'a str>,
}

/// Welcomes an agent and returns the requests to its connection; none if it has
/// another connection or another key by now.
pub async fn welcome(
    app: &App,
    address: &str,
    socket: &mut Socket,
    known: StoredAgent<'_>,
    hello: &Hello,
    new_name: &str,
) -> anyhow::Result<Option<Requests>> {
    let StoredAgent { agent, facts: before, line, packages: stored_digest, capabilities } = known;
    let (now, facts) = (Timestamp::now(), AgentFacts::from_hello(hello, address));
    let (runs, surplus) = hello_bounds::split_runs(hello);
    if !surplus.is_empty() {
        let runs = count(surplus.len(), "run");
        let message = format!("the agent reported {runs} too many at once");
        let entry = DebugEntry::warning(LogType::AgentIssues, message);
        app.debug_log.record(entry.about(agent.id));
    }
    // Before the runs are compared: the server cannot know these yet.
    let own = own_runs::store(app, agent.id, runs, now).await?;
    if facts.hostname() != before.hostname() {
        rename(app, address, agent, before, &facts).await?;
    }
    let write = app.db.begin().await?;
    definitions::lock_documents(&write, &[agent.id]).await?;
    // Its key may have been replaced or forgotten since the proof: then nobody
    // found this connection to close it.
    let (key, lines) = (agent.public_key.as_deref(), (line, new_name));
    let is_back = fleet::record_return(app, &write, agent.id).await?;
    let recorded = fleet::record_connection(&write, agent.id, key, lines, now).await?;
    let Some(location) = recorded else { return Ok(None) };
    // Before anybody can read the connection's name: no request may be lost.
    let requests = app.agent_link.take_requests(&agent.agent_id);
    if facts != *before {
        fleet::store::store_facts(&write, agent.id, &facts).await?;
    }
    let names = fleet::names_to_store(&hello.capabilities);
    fleet::record_capabilities(&write, agent.id, capabilities, &names).await?;
    if facts.has_other_plat(before) {
        // Some tasks and checks are for one operating system.
        definitions::mark_agents(&write, &[agent.id]).await?;
    }
    if packages::is_new(stored_digest, &hello.packages_digest) {
        packages::record(&write, agent.id, &hello.packages_digest).await?;
    }
    let known: Vec<RunId> = runs.iter().map(|run| run.run_id.as_str().into()).collect();
    // Alone on the bus, no order from before our start is still on its way.
    let orphaned_before = (!app.bus.is_shared()).then_some(app.started);
    let orphans =
        store::OrphanedOrders { orphaned_before, lost: app.runs.lost_orders.take(agent.id) };
    let forgotten =
        store::resolve_forgotten(&write, &app.vault, agent.id, &known, &orphans, now).await?;
    let mut resumed = store::resume(&write, agent.id, &known, &own, now).await?;
    resumed.runs.extend(surplus);
    let (synced, has_job) = definitions::record_hello(app, &write, agent.id, hello).await?;
    alert_events::record(app, &write, &forgotten.failed_tasks).await?;
    let has_job = has_job || is_back || !forgotten.failed_tasks.is_empty();
    write.commit().await?;
    for finished_run in &forgotten.ended {
        reports::publish_run_ended(app, agent, location, finished_run).await;
    }
    reports::publish_started(app, agent, &resumed.started).await;

    let welcome = Welcome {
        runs: resumed.runs,
        send_inventory: hello.inventory_digest != agent.inventory_digest,
        freeze: freeze::sign_flag(
            &app.vault,
            &agent.agent_id,
            agent.freeze_serial,
            agent.is_frozen,
        ),
        ..plain_welcome(app, address)
    };
    send(socket, &ToAgent::Welcome(welcome)).await?;
    for run_id in resumed.unwanted {
        send(socket, &ToAgent::Cancel { run_id: run_id.into() }).await?;
    }
    for order in forgotten.orphaned {
        if !agent.is_frozen && hello.capabilities.contains(&order.name) {
            send(socket, &ToAgent::Order(order)).await?;
        }
    }
    if has_job {
        app.jobs.wake().await;
    }
    reports::publish_synced(app, agent, location, &synced).await;
    let event = Event::agent_connected(&agent.agent_id);
    app.events.publish(&location.locate(event)).await;
    reports::publish_updated(app, agent, location, ChangedKeys::between(before, &facts)).await;
    Ok(Some(requests))
}

/// Stores what an agent reports about itself now that it has another name, and
/// says so in the audit log: people know machines by their names.
async fn rename(
    app: &App,
    address: &str,
    agent: &ConnectedAgent,
    before: &AgentFacts,
    facts: &AgentFacts,
) -> anyhow::Result<()> {
    let change = Change::begin_as(app, "agent", address).await?;
    fleet::store::store_facts(&*change, agent.id, facts).await?;
    let message = format!("{} is called {} now", before.hostname(), facts.hostname());
    let target = fleet::find_in_scope(&*change, &Scope::everything(), &agent.agent_id).await?;
    // Removed at this moment: the handshake will find out.
    let Some(target) = target else { return Ok(()) };
    let entry = target.entry(Action::Modify, ObjectType::Agent, message);
    let entry = entry.before(before).after(facts);
    change.commit(entry).await?;
    Ok(())
}

/// The welcome without anything but what every agent gets.
pub fn plain_welcome(app: &App, address: &str) -> Welcome {
    Welcome {
        protocol: PROTOCOL,
        version: crate::VERSION.to_owned(),
        public_ip: address.to_owned(),
        runs: Vec::new(),
        send_inventory: false,
        package_key: app.vault.package_key(),
        freeze: None,
        time: Timestamp::now().micros(),
    }
}
