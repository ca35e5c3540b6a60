//! Who is told, when and how often: through HTTP, the link, a mail server and a push
//! service of the test's own.

mod agents;
mod runs;
mod sweeping;
mod telling;

use serde_json::{Value, json};

use crate::events::{Entity, Event};
use crate::storage::sql;
use crate::testing::{
    Client, Location, PushService, SmtpBehaviour, SmtpServer, TestServer, TestSocket, until_equal,
};

/// A server whose administrator has a mail address, a browser and an open page.
struct Stage {
    server: TestServer,
    smtp: SmtpServer,
    service: PushService,
    page: TestSocket,
    location: Location,
}

impl Stage {
    async fn open() -> Self {
        let (server, service) = (TestServer::start().await, PushService::start().await);
        let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
        server.admin.put("/core/settings/", smtp.settings()).await.ok();
        change(&server, "update users set email = 'admin@example.com'").await;
        let browser = service.browser("firefox").subscription();
        server.admin.post("/accounts/push/", browser).await.ok();
        let page = server.follow(&server.admin, &["watches", "config"]).await;
        let location = server.add_site("Acme", "Main").await;
        Self { server, smtp, service, page, location }
    }

    /// How often the administrator was told: by event, by mail, in the browser.
    async fn told(&mut self) -> [usize; 3] {
        until_told(&self.server).await;
        let events = fired(&self.server, &mut self.page).await.len();
        [events, self.smtp.delivered().len(), self.service.received().len()]
    }
}

async fn watch_agent(caller: &Client, agent: &str, event: &str) -> Value {
    caller.post("/accounts/watches/", json!({ "agent": agent, "event": event })).await.ok()
}

async fn watch_run(caller: &Client, run: i64) -> Value {
    caller.post("/accounts/watches/", json!({ "run": run, "event": "ended" })).await.ok()
}

/// Waits until nothing is left to be told.
async fn until_told(server: &TestServer) {
    let count = "select count(*) from jobs where kind in ('watch_fired', 'send_push')";
    until_equal(&0, async || sql::number(server.app.db.read(), count, []).await.unwrap()).await;
    assert!(server.app.jobs.dead().await.unwrap().is_empty());
}

/// The watches that a page was told about, since it was last asked.
async fn fired(server: &TestServer, page: &mut TestSocket) -> Vec<Value> {
    server.app.events.publish(&Event::saved(Entity::CoreSettings, 1)).await;
    let mut fired = Vec::new();
    loop {
        let frame = page.receive().await;
        if frame["data"] == json!({ "entity": "coresettings", "id": 1 }) {
            return fired;
        }
        if frame["type"] == "watch.fired" {
            fired.push(frame["data"].clone());
        }
    }
}

async fn count_watches(server: &TestServer) -> i64 {
    sql::number(server.app.db.read(), "select count(*) from watches", []).await.unwrap()
}

async fn change(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}
