//! Somebody who opens sessions through the API, and the connections that follow.

use muster_protocol::hex;
use muster_remote::ViewerKey;
use serde_json::{Value, json};

use crate::api::{Api, Reply};
use crate::remote_viewer::{Closing, RemoteViewer};
use crate::server::Server;
use crate::waiting::until;

const SESSIONS: &str = "/remote/v1/sessions/";
const PASSWORD: &str = "Correct-horse-9-battery";
/// The agent is away, and will be back.
const NOT_NOW: [&str; 3] = ["agent_offline", "agent_timeout", "unavailable"];

/// A caller with a key, and the address over which their viewers connect.
pub struct Technician {
    /// As who they call.
    pub api: Api,
    pub(super) relay: String,
}

impl Technician {
    /// One whose viewers connect over this address.
    pub fn new(api: &Api, relay: &str) -> Self {
        Self { api: api.clone(), relay: relay.to_owned() }
    }

    /// Another user, who may open terminals and do nothing else; with their number.
    pub async fn hire(server: &Server, name: &str) -> (Self, i64) {
        let made = async |path: &str, body: Value| {
            let reply = server.api.post(path, body).await;
            assert_eq!(reply.status, 200, "{path}: {}", reply.text);
            reply.json
        };
        let role = json!({ "name": format!("role of {name}"), "can_use_terminal": true });
        let role = made("/accounts/roles/", role).await;
        let user = json!({ "username": name, "password": PASSWORD, "role": role["id"] });
        let user = made("/accounts/users/", user).await;
        let key = json!({ "name": format!("key of {name}"), "user": user["id"] });
        let key = made("/accounts/apikeys/", key).await;
        let api = server.api.with_key(key["key"].as_str().expect("it is shown once"));
        (Self::new(&api, &server.url), user["id"].as_i64().expect("a number"))
    }

    /// Asks for a terminal with the simplest of shells.
    pub async fn ask(&self, agent_id: &str) -> (ViewerKey, Reply) {
        self.ask_for("terminal", agent_id).await
    }

    /// Asks for a session of a kind.
    pub async fn ask_for(&self, kind: &str, agent_id: &str) -> (ViewerKey, Reply) {
        let key = ViewerKey::generate().expect("there is randomness");
        let public_key = hex::encode(key.public());
        let body = json!({
            "agent_id": agent_id, "kind": kind, "shell": "sh", "public_key": public_key,
        });
        (key, self.api.post(SESSIONS, body).await)
    }

    /// Opens a terminal, up to the handshake.
    pub async fn try_open(&self, agent_id: &str) -> Result<RemoteViewer, Closing> {
        let (key, reply) = self.ask(agent_id).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        RemoteViewer::connect(&self.relay, key, &reply.json).await
    }

    /// Opens a terminal.
    pub async fn open(&self, agent_id: &str) -> RemoteViewer {
        let mut viewer = self.try_open(agent_id).await.expect("the agent lets it in");
        viewer.begin().await;
        viewer
    }

    /// Asks to take part in a session.
    pub async fn ask_to_join(&self, session: &str) -> (ViewerKey, Reply) {
        let key = ViewerKey::generate().expect("there is randomness");
        let body = json!({ "public_key": hex::encode(key.public()) });
        (key, self.api.post(&format!("{SESSIONS}{session}/viewers/"), body).await)
    }

    /// Takes part in a session, and sees what is on its screen.
    pub async fn join(&self, session: &str) -> RemoteViewer {
        let (key, reply) = self.ask_to_join(session).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        let joined = RemoteViewer::connect(&self.relay, key, &reply.json).await;
        let mut viewer = joined.expect("the agent lets it in");
        viewer.begin().await;
        viewer
    }

    /// Connects again as this viewer, as soon as the agent can be reached.
    pub async fn come_back(&self, broken: RemoteViewer) -> RemoteViewer {
        let place = broken.hang_up();
        let connected = until("a viewer is connected again", async || {
            let (key, reply) = let_in_now(self.ask_to_join(&place.session).await)?;
            RemoteViewer::connect(&self.relay, key, &reply).await.ok()
        });
        let mut viewer = connected.await;
        viewer.resume(place).await;
        viewer
    }

    /// Ends a session for everybody.
    pub async fn end(&self, session: &str) {
        let reply = self.api.post(&format!("{SESSIONS}{session}/end/"), json!({})).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
    }

    /// A session as the API shows it.
    pub async fn read(&self, session: &str) -> Value {
        let reply = self.api.get(&format!("{SESSIONS}{session}/")).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json
    }

    /// All sessions.
    pub async fn list(&self) -> Value {
        let reply = self.api.get(SESSIONS).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json
    }

    /// Waits until the server knows that a session has ended, for this reason.
    pub async fn knows_the_end(&self, session: &str, code: &str) {
        until(&format!("the session ends with {code}"), async || {
            let shown = self.read(session).await;
            (shown["status"] == "ended" && shown["end_code"] == code).then_some(())
        })
        .await;
    }
}

/// A key with what the server let it in with; none while the agent is away.
pub(super) fn let_in_now((key, reply): (ViewerKey, Reply)) -> Option<(ViewerKey, Value)> {
    if NOT_NOW.contains(&reply.code()) {
        return None;
    }
    assert_eq!(reply.status, 200, "{}", reply.text);
    Some((key, reply.json))
}
