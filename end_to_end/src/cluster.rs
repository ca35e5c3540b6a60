//! Two servers on one PostgreSQL and one NATS, all of a test's own, behind a
//! balancer.

use serde_json::Value;
use tempfile::TempDir;

use crate::agent::Agent;
use crate::engine::Engine;
use crate::proxy::Proxy;
use crate::server::Server;
use crate::waiting::until;

const MONITORING_TOKEN: &str = "a token that monitoring knows";

/// Two servers and what they stand on.
pub struct Cluster {
    /// Holds the administrator's key, as the second does.
    pub first: Server,
    /// The other one.
    pub second: Server,
    /// In front of both.
    pub proxy: Proxy,
    /// Their bus.
    pub nats: Engine,
    /// Their database.
    pub postgres: Engine,
    token: String,
    _key: TempDir,
}

impl Cluster {
    /// Starts everything; none when an engine's program is not known.
    pub async fn start() -> Option<Self> {
        let (postgres, nats) = (Engine::postgres().await?, Engine::nats().await?);
        let key = tempfile::tempdir().expect("a temporary folder");
        let key_file = key.path().join("secret.key").display().to_string();
        let settings = [
            ("MUSTER_DATABASE_URL", postgres.url.as_str()),
            ("MUSTER_BUS_URL", nats.url.as_str()),
            ("MUSTER_KEY_FILE", key_file.as_str()),
            ("MON_TOKEN", MONITORING_TOKEN),
        ];
        let first = Server::start_with(&settings).await;
        let mut second = Server::start_bare(&settings, None).await;
        second.api = first.api.at(&second.url);
        let proxy = Proxy::start(&[&first.url, &second.url]).await;
        let token = first.enrolment_token().await;
        Some(Self { first, second, proxy, nats, postgres, token, _key: key })
    }

    /// An agent that has its line at one of the servers, over the balancer.
    pub async fn join(&self, server: &Server, hostname: &str) -> Agent {
        self.proxy.lead_to(&[&server.url]);
        let agent = Agent::join_over(&self.proxy.url, &self.token, hostname).await;
        self.proxy.lead_to(&[&self.first.url, &self.second.url]);
        agent
    }

    /// Lets agents into the first site.
    pub fn token(&self) -> &str {
        &self.token
    }
}

/// The health report, once it says so: a part that takes longer than a second counts as
/// down in it, also on a machine that stood still meanwhile.
pub async fn health_once(server: &Server, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
    until(what, async || Some(health(server).await).filter(&is_so)).await
}

/// The health report of a server that has a monitoring token.
async fn health(server: &Server) -> Value {
    let reply = server.api.get_with("/core/v2/status/", "X-Mon-Token", MONITORING_TOKEN).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json
}
