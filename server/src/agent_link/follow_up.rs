//! What follows when a run of a certain order has ended: a job, stored with
//! the end itself. Who does it, the list of all jobs says.

use muster_protocol::order_name;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde_json::json;

use crate::app::App;
use crate::jobs::NewJob;
use crate::storage::sql;

/// Kind of the job after a run of `scan_updates`. Payload: `run`, its key.
pub const SCANNED_KIND: &str = "updates_scanned";
/// Kind of the job after a run of `install_updates`. Payload: `run`, its key.
pub const UPDATED_KIND: &str = "updates_installed";

/// Stores the job that follows a run, in the transaction that ends it. Tells
/// whether there is one.
pub async fn enqueue(app: &App, write: &impl ConnectionTrait, run_id: &str) -> Result<bool, DbErr> {
    let ended: Option<Ended> =
        sql::one(write, "select id, order_name from runs where run_id = $1", [run_id.into()])
            .await?;
    let Some(Ended { id, order_name }) = ended else { return Ok(false) };
    let kind = match order_name.as_str() {
        order_name::SCAN_UPDATES => SCANNED_KIND,
        order_name::INSTALL_UPDATES => UPDATED_KIND,
        _ => return Ok(false),
    };
    let job = NewJob::now(kind, json!({ "run": id })).keyed(id.to_string());
    app.jobs.enqueue(write, job).await?;
    Ok(true)
}

#[derive(FromQueryResult)]
struct Ended {
    id: i64,
    order_name: String,
}
