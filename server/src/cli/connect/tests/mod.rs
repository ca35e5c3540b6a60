//! `muster connect` against a server, with an agent that speaks the pipe.

mod sessions;
mod terminals;
mod tunnels;

use std::path::PathBuf;

use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair};
use serde_json::{Value, json};

use super::agents::{self, Agent};
use super::api::Api;
use super::known_agents::KnownAgents;
use crate::auth::Secret;
use crate::storage::sql;
use crate::testing::{FakeAgent, Heard, Helper, TestServer, superuser_key};

/// A server with the agent `pc-1`, and a person with a key.
struct Stage {
    server: TestServer,
    api: Api,
    known: KnownAgents,
    agent: Agent,
    /// The key that the agent signs with.
    pair: Ed25519KeyPair,
}

impl Stage {
    async fn start() -> (Self, FakeAgent) {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let fake = server.add_agent(location, "pc-1").await;
        let api = api_of(&server).await;
        let agent = agents::find(&api, "PC-1").await.unwrap();
        let known = KnownAgents::at(known_file(&server), false);
        let mut stage = Self { server, api, known, agent, pair: new_pair() };
        stage.change_key().await;
        (stage, fake)
    }

    /// The agent has another key from now on.
    async fn change_key(&mut self) {
        self.pair = new_pair();
        let public = self.pair.public_key().as_ref().to_vec();
        let text = "update agents set public_key = $1 where agent_id = $2";
        let values = [public.into(), self.agent.agent_id.clone().into()];
        let write = self.server.app.db.begin().await.unwrap();
        sql::execute(&write, text, values).await.unwrap();
        write.commit().await.unwrap();
    }

    /// The agent agrees to the next connection, and its helper comes.
    async fn come(&self, fake: &mut FakeAgent) -> Helper {
        self.come_with(fake, &self.pair).await
    }

    /// The same, with another key for its signature.
    async fn come_with(&self, fake: &mut FakeAgent, pair: &Ed25519KeyPair) -> Helper {
        Helper::come(&self.server, fake, |text| pair.sign(text).as_ref().to_vec()).await
    }

    /// The helper comes, and begins.
    async fn begin(&self, fake: &mut FakeAgent) -> Helper {
        let mut helper = self.come(fake).await;
        helper.begin(false).await;
        helper
    }

    /// The newest session, as the API shows it.
    async fn session(&self) -> Value {
        self.server.admin.get("/remote/v1/sessions/").await.ok()[0].clone()
    }
}

async fn api_of(server: &TestServer) -> Api {
    let key = superuser_key(&server.app).await;
    Api::new(&server.url, Secret::new(key), false).unwrap()
}

fn known_file(server: &TestServer) -> PathBuf {
    server.folder.path().join("state/muster/known_agents")
}

fn new_pair() -> Ed25519KeyPair {
    let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap()
}

fn tunnel() -> Value {
    json!({ "kind": "tunnel", "host": "127.0.0.1", "port": 22 })
}
