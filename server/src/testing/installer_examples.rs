//! Valid requests for the routes about installers and enrolment.

use serde_json::{Value, json};

use super::endpoints::Endpoint;
use super::examples::World;
use super::{Location, TestServer};
use crate::storage::sql;

impl TestServer {
    /// Puts an agent program for Linux on amd64 into the data folder, and
    /// returns its SHA-256.
    pub fn add_program(&self) -> &'static str {
        let folder = self.folder.path().join("agents/linux-amd64");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("muster-agent"), "an agent\n").expect("a file");
        "6caf93e06f751299be8b7bdda31381b796cf2680d08c843b89f4d16f036e9149"
    }
}

impl TestServer {
    /// Puts a program of this release where the server serves programs from.
    pub fn add_release(&self, release: &str) {
        self.add_release_of("linux-amd64", release);
    }

    /// The same for the build with this folder.
    pub fn add_release_of(&self, build: &str, release: &str) {
        let folder = self.folder.path().join("agents").join(build);
        std::fs::create_dir_all(&folder).expect("a folder");
        let content = format!("muster-agent release {release};\n");
        std::fs::write(folder.join("muster-agent"), content).expect("a file");
    }
}

/// Whether the example of this route is made here.
pub fn knows(endpoint: &Endpoint) -> bool {
    let path = endpoint.path;
    let is_deployment = path.starts_with("/clients/deployments/") || path.ends_with("/deploy/");
    let is_link = path == "/link/leave/" || path.starts_with("/link/agent/");
    (is_deployment && endpoint.call() != "GET /clients/deployments/")
        || is_link
        || path == "/agents/installer/"
        || path.starts_with("/agents/pending/")
}

/// A request that works: path and body.
pub async fn example(
    world: &World,
    server: &TestServer,
    endpoint: &Endpoint,
    name: &str,
) -> (String, Value) {
    server.add_program();
    let path = endpoint.path.to_owned();
    let link = json!({ "site": world.location.site, "agenttype": "server", "plat": "linux" });
    let made = async || server.admin.post("/clients/deployments/", link.clone()).await.ok();
    match endpoint.call().as_str() {
        "POST /clients/deployments/" => (path, link),
        "DELETE /clients/deployments/{id}/" => {
            (path.replace("{id}", &made().await["id"].to_string()), Value::Null)
        }
        "GET /clients/{uid}/deploy/" => {
            let uid = made().await["uid"].as_str().unwrap_or_default().to_owned();
            (path.replace("{uid}", &uid), Value::Null)
        }
        "POST /agents/installer/" => {
            let mut body = link;
            body["installMethod"] = json!("manual");
            (path, body)
        }
        "POST /link/leave/" => (path, server.enrol(world.location, name).await.farewell()),
        _ if path.starts_with("/agents/pending/") => {
            let id = add_pending(world, server, name).await;
            (path.replace("{id}", &id.to_string()), Value::Null)
        }
        _ => (path.replace("{plat}", "linux").replace("{arch}", "amd64"), Value::Null),
    }
}

/// A computer that waits for approval, at a site of the tenant's client that asks
/// for it.
async fn add_pending(world: &World, server: &TestServer, name: &str) -> i64 {
    let site =
        json!({ "client": world.location.client, "name": name, "enrolment_approval": "new" });
    let site = server.admin.post("/clients/sites/", site).await.ok();
    let location = Location { site: site["id"].as_i64().unwrap(), ..world.location };
    let agent_id = server.enrol(location, name).await.agent_id;
    let text = "select id from pending_enrolments where agent_id = $1";
    sql::number(server.app.db.read(), text, [agent_id.into()]).await.unwrap()
}
