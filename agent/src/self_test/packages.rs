//! Updates and packages: what is offered, by the lists that are there. Nothing is
//! refreshed, installed or removed.

use std::sync::Arc;

use muster_protocol::{End, ScanUpdates, Stream, UpdateScan};

use super::bench::{Bench, OUTPUT_BYTES, printed};
use super::snag::{Found, Snag};
use crate::os::readiness::why_no_scan;
use crate::packages::{Change, carry_out, is_busy};

/// How long the package manager may take.
const SECONDS: u32 = 25;

pub async fn scan(bench: Arc<Bench>) -> Found {
    if let Some(reason) = why_no_scan() {
        return Err(Snag::NotTried(reason));
    }
    if is_busy() {
        return Err(Snag::NotTried("packages are being changed right now".to_owned()));
    }
    let job = bench.job(SECONDS)?;
    let request = ScanUpdates {
        timeout_seconds: SECONDS,
        output_limit: OUTPUT_BYTES,
        ..ScanUpdates::default()
    };
    match carry_out(&job, Change::Scan(&request)).await.end {
        End::Exited { code: 0 } => {
            let text = printed(&job, Stream::Stdout);
            let scan: UpdateScan = serde_json::from_str(&text)
                .map_err(|error| Snag::Failed(format!("its result cannot be read: {error}")))?;
            Ok(format!("{} offers {} updates", scan.source, scan.updates.len()))
        }
        End::CouldNotStart { reason } => Err(Snag::NotThere(reason)),
        End::Interrupted => Err(Snag::NotTried("the agent is about to stop".to_owned())),
        other => {
            let complaints = printed(&job, Stream::Stderr);
            let last = complaints.lines().last().unwrap_or("it says nothing");
            Err(Snag::Failed(format!("it ended with {other:?}: {last}")))
        }
    }
}
