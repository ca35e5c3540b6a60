//! Checks of agents of tests, and what these report.

use muster_protocol::{CheckReport, FromAgent, Reading, ToAgent};
use serde_json::{Value, json};

use super::{FakeAgent, TestServer, until_equal};
use crate::storage::sql;
use crate::time::Timestamp;

/// The definition that agents of tests follow.
pub const VERSION: &str = "v1";

/// The settings of a check of a disk: a warning below 25 % and an error below 15 %.
pub fn disk_check() -> Value {
    json!({
        "name": "root", "email_alert": false, "text_alert": false, "dashboard_alert": false,
        "fails_b4_alert": 1, "run_interval": 0, "supported_platforms": ["linux"],
        "check_type": "diskspace", "disk": "/", "warning_threshold": 25, "error_threshold": 15,
        "warning_free_gb": null, "error_free_gb": null, "full_within_days": null,
        "recovery_threshold": null, "for_minutes": 0,
    })
}

/// So much free space of a disk of 100 GB.
pub fn free(percent: f64) -> Reading {
    let total_bytes = 100_000_000_000;
    Reading::Disk { free_percent: percent, free_bytes: (percent * 1e9) as u64, total_bytes }
}

/// A report, made at a time.
pub fn report(number: u64, check: i64, time: Timestamp, reading: Reading) -> CheckReport {
    let version = VERSION.to_owned();
    CheckReport { number, check, version, time: time.micros(), took_ms: 3, reading, forced: false }
}

impl TestServer {
    /// Adds a check to an agent, which it runs already. Returns its key.
    pub async fn add_check(&self, agent_id: &str, settings: &Value) -> i64 {
        // A document that is made later would name another definition.
        self.until_definitions_are_built().await;
        let write = self.app.db.begin().await.expect("the database takes writes");
        let text = "insert into checks (agent_id, check_type, check_key, name, email_alert,
                           text_alert, dashboard_alert, settings, has_placeholders, created_time,
                           modified_time)
                    select id, $2, $3, $4, false, false, false, $5, false, 0, 0
                      from agents where agent_id = $1 returning id";
        let part = |key: &str| settings[key].as_str().unwrap_or_default().to_owned();
        let values = [
            agent_id.into(),
            part("check_type").into(),
            settings.to_string().into(),
            part("name").into(),
            settings.to_string().into(),
        ];
        let check = sql::number(&write, text, values).await.expect("the check is new");
        let text = "insert into check_results (agent_id, check_id, version)
                    select agent_id, id, $2 from checks where id = $1";
        let values = [check.into(), VERSION.into()];
        sql::execute(&write, text, values).await.expect("the result is new");
        write.commit().await.expect("it commits");
        check
    }

    /// Lets reports of tests count again after the definitions were built.
    pub async fn expect_test_version(&self, check: i64) {
        self.until_definitions_are_built().await;
        let write = self.app.db.begin().await.expect("the database takes writes");
        let text = "update check_results set version = $2 where check_id = $1";
        let values = [check.into(), VERSION.into()];
        sql::execute(&write, text, values).await.expect("there is a result");
        write.commit().await.expect("it commits");
    }

    async fn until_definitions_are_built(&self) {
        let due = "select count(*) from agent_definitions where wanted > built";
        until_equal(&0, async || {
            sql::number(self.app.db.read(), due, []).await.expect("it is read")
        })
        .await;
    }

    /// The key of the result of a check that one agent has.
    pub async fn result_of(&self, check: i64) -> i64 {
        let text = "select id from check_results where check_id = $1";
        sql::number(self.app.db.read(), text, [check.into()]).await.expect("it has a result")
    }
}

impl FakeAgent {
    /// Sends what checks found, and does not wait.
    pub async fn send_reports(&mut self, reports: Vec<CheckReport>) {
        self.send(FromAgent::CheckResults { reports }).await;
    }

    /// Sends what checks found, and waits until it is stored. Returns the number of
    /// the last report that it need not send again.
    pub async fn report_checks(&mut self, reports: Vec<CheckReport>) -> u64 {
        self.send_reports(reports).await;
        self.checks_stored().await
    }

    /// Waits until the reports it has sent are stored.
    pub async fn checks_stored(&mut self) -> u64 {
        loop {
            let message = self.receive().await.expect("the connection stays open");
            if let ToAgent::ChecksStored { through } = message {
                return through;
            }
        }
    }
}
