//! Services of Windows, listed and controlled over the API.

use serde_json::{Value, json};

use crate::server::Server;
use crate::turn;
use crate::waiting::until_true;
use crate::windows::{WindowsAgent, build_probe, read_keys};

const PROGRAM: &str = r"C:\probe.exe serve";

/// An agent beside a service that does nothing.
struct Scene {
    server: Server,
    agent: WindowsAgent,
}

impl Scene {
    async fn start() -> Self {
        let server = Server::start().await;
        let agent = WindowsAgent::join(&server).await;
        build_probe(&agent.wine.path("probe.exe")).await;
        let create = ["sc", "create", "probe", "binPath=", PROGRAM, "DisplayName=", "A probe"];
        agent.wine.output_of(&[&create[..], &["start=", "demand"]].concat()).await;
        Self { server, agent }
    }

    fn path(&self, name: &str) -> String {
        format!("/services/{}/{name}/", self.agent.id)
    }

    async fn read(&self) -> Value {
        let reply = self.server.api.get(&self.path("probe")).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json
    }

    async fn act(&self, action: &str) -> Value {
        let body = json!({ "sv_action": action });
        let reply = self.server.api.post(&self.path("probe"), body).await;
        assert_eq!(reply.status, 200, "{action}: {}", reply.text);
        reply.json
    }

    /// Whether Windows itself says so.
    async fn is_known_as(&self, state: &str) -> bool {
        self.agent.wine.output_of(&["sc", "query", "probe"]).await.contains(state)
    }

    fn processes(&self) -> Vec<u32> {
        self.agent.wine.processes("probe.exe serve")
    }
}

#[tokio::test]
async fn a_service_is_listed_started_restarted_and_stopped() {
    let _turn = turn::shared().await;
    let scene = Scene::start().await;
    let hostname = scene.server.api.get("/agents/").await.json[0]["hostname"].clone();
    let hostname = hostname.as_str().expect("a text");

    let listed = scene.server.api.get(&format!("/services/{}/", scene.agent.id)).await.json;
    let services = listed.as_array().expect("a list");
    let is_own = |service: &&Value| service["name"] == "muster-agent";
    let own = services.iter().find(is_own).expect("the agent itself is a service");
    assert_eq!((&own["status"], &own["username"]), (&json!("running"), &json!("LocalSystem")));
    let probe = services.iter().find(|service| service["name"] == "probe").expect("it is listed");
    let expected = json!({
        "name": "probe", "display_name": "A probe", "status": "stopped", "start_type": "manual",
        "autodelay": false, "pid": 0, "username": "LocalSystem", "binpath": PROGRAM,
        "description": "",
    });
    assert_eq!(probe, &expected);
    assert_eq!(scene.read().await, expected);

    assert_eq!(scene.act("start").await, format!("Service probe on {hostname} was started."));
    assert!(scene.is_known_as("RUNNING").await);
    let [first] = scene.processes()[..] else { panic!("{:?}", scene.processes()) };
    let number = scene.read().await["pid"].clone();
    assert_ne!(number, 0);

    scene.act("restart").await;
    until_true("another process took its place", || match scene.processes()[..] {
        [second] => second != first,
        _ => false,
    })
    .await;
    assert_eq!(scene.read().await["status"], "running");

    assert_eq!(scene.act("stop").await, format!("Service probe on {hostname} was stopped."));
    assert!(scene.is_known_as("STOPPED").await);
    until_true("its process is gone", || scene.processes().is_empty()).await;
    assert_eq!(scene.read().await, expected);
}

#[tokio::test]
async fn what_cannot_be_done_to_a_service_is_refused_with_the_reason() {
    let _turn = turn::shared().await;
    let scene = Scene::start().await;
    let api = &scene.server.api;

    let disable = json!({ "startType": "disabled" });
    assert_eq!(api.put(&scene.path("probe"), disable).await.status, 200);
    assert_eq!(scene.read().await["start_type"], "disabled");
    // Wine's `sc` cannot say it.
    let keys = read_keys(&scene.agent.wine, r"HKLM\SYSTEM\CurrentControlSet\Services").await;
    let probe = keys.iter().find(|key| key.name == "probe").expect("Windows has it");
    assert_eq!(probe.value("Start"), "0x4");

    let start = json!({ "sv_action": "start" });
    let refused = api.post(&scene.path("probe"), start.clone()).await;
    assert_eq!((refused.status, refused.code()), (400, "agent_error"), "{}", refused.text);
    assert!(refused.detail().contains("disabled"), "{}", refused.detail());
    assert!(scene.processes().is_empty());

    let missing = api.post(&scene.path("no-such-service"), start).await;
    let found = (missing.status, missing.detail());
    assert_eq!(found, (400, "there is no service no-such-service"), "{}", missing.text);
    let own = api.post(&scene.path("muster-agent"), json!({ "sv_action": "stop" })).await;
    let reason = "the agent does not stop its own service muster-agent";
    assert_eq!((own.status, own.detail()), (400, reason), "{}", own.text);
    assert!(scene.agent.find_pid().is_some());
}
