//! Maintenance windows, through the API.

mod opening;
mod saving;
mod scope;
mod silence;

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::domain::maintenance_windows::instant;
use crate::testing::TestServer;
use crate::time::Timestamp;

const WINDOWS: &str = "/maintenance/windows/";

/// The wall-clock time in UTC, some minutes from now.
fn wall_time(minutes: i64) -> String {
    let time = instant(Timestamp::now()) + TimeDelta::minutes(minutes);
    time.format("%Y-%m-%dT%H:%M:%S").to_string()
}

/// A window of an hour that opens some minutes from now.
fn body(target_type: &str, target: &Value, minutes: i64) -> Value {
    json!({
        "name": "W", "start": wall_time(minutes), "minutes": 60, "target_type": target_type,
        "target": target,
    })
}

async fn add(server: &TestServer, body: Value) -> Value {
    server.admin.post(WINDOWS, body).await.ok()
}

fn path(window: &Value) -> String {
    format!("{WINDOWS}{}/", window["id"])
}
