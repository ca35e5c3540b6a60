//! Agents that depend on each other.

use std::time::Duration;

use muster_alerting::Severity;
use serde_json::{Value, json};

use super::{Scene, happens, key_of, settled};
use crate::clock;
use crate::domain::alert_events::{self, AlertEvent, Happening, Source};
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::testing::{Identity, TestServer};
use crate::time::Timestamp;

pub const MINUTE: Duration = Duration::from_secs(60);

/// The scene with more agents: pc-1 is behind the switch, and that behind the router.
pub struct Network {
    pub scene: Scene,
    pub router: (Identity, AgentKey),
    pub switch: (Identity, AgentKey),
}

impl Network {
    pub async fn new() -> Self {
        let scene = Scene::new().await;
        let server = &scene.server;
        let mut more = Vec::new();
        for name in ["router", "switch"] {
            let agent = server.enrol(scene.location, name).await;
            let key = key_of(server, &agent.agent_id).await;
            more.push((agent, key));
        }
        let text = "overdue_email_alert = true, overdue_dashboard_alert = true";
        change_agents(server, text, &[]).await;
        let (switch, router) = (more.pop().unwrap(), more.pop().unwrap());
        let network = Self { scene, router, switch };
        network.depends(&network.scene.agent, &network.switch.0).await;
        network.depends(&network.switch.0, &network.router.0).await;
        network
    }

    pub async fn depends(&self, child: &Identity, parent: &Identity) {
        let path = format!("/agents/{}/depends-on/", child.agent_id);
        self.scene.server.admin.put(&path, json!({ "agent": parent.agent_id })).await.ok();
    }

    pub async fn check_depends(&self, check: i64, body: Value) {
        let path = format!("/checks/{check}/depends-on/");
        self.scene.server.admin.put(&path, body).await.ok();
    }

    pub fn pc(&self) -> AgentKey {
        self.scene.key
    }

    /// Agents are overdue, noticed in this order.
    pub async fn leave(&self, agents: &[AgentKey]) {
        let server = &self.scene.server;
        change_agents(server, "presence = 'overdue'", agents).await;
        let write = server.app.db.begin().await.unwrap();
        let event = |agent: &AgentKey| AlertEvent {
            agent: *agent,
            source: Source::Availability,
            time: Timestamp::now().micros(),
            what: Happening::failed(Severity::Error, "was not seen"),
        };
        let events: Vec<AlertEvent> = agents.iter().map(event).collect();
        alert_events::record(&server.app, &write, &events).await.unwrap();
        write.commit().await.unwrap();
        server.app.jobs.wake().await;
        settled(server).await;
    }

    /// An agent that was overdue connects.
    pub async fn returns(&self, agent: AgentKey) {
        let server = &self.scene.server;
        change_agents(server, "presence = 'online', last_seen = 9000000000000000", &[agent]).await;
        happens(server, agent, Source::Availability, Happening::recovered("is back")).await;
    }

    pub async fn pass(&self, minutes: u32) {
        clock::advance(MINUTE * minutes);
        settled(&self.scene.server).await;
    }

    /// What alerts say that are open, the oldest first.
    pub async fn open(&self) -> Vec<String> {
        let alerts = self.scene.alerts().await;
        let open = alerts.iter().filter(|alert| alert["resolved"] == false);
        open.map(|alert| alert["message"].as_str().unwrap().to_owned()).collect()
    }

    pub async fn is_unreachable(&self, agent: &Identity) -> Value {
        let path = format!("/agents/{}/depends-on/", agent.agent_id);
        self.scene.server.admin.get(&path).await.ok()["unreachable"].clone()
    }
}

/// Changes columns of agents; of all of them if none is named.
pub async fn change_agents(server: &TestServer, columns: &str, agents: &[AgentKey]) {
    let condition = match agents.is_empty() {
        true => "1 = 1".to_owned(),
        false => format!("id in ({})", sql::list(agents)),
    };
    let write = server.app.db.begin().await.unwrap();
    let text = format!("update agents set {columns} where {condition}");
    sql::execute(&write, &text, []).await.unwrap();
    write.commit().await.unwrap();
}
