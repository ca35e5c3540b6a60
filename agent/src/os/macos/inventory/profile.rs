//! The system's own report about the machine, which takes seconds and hardly ever changes.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::os::macos::ask::ask_and_wait;

/// The parts of the report that are read.
const ARGUMENTS: [&str; 9] = [
    "-json",
    "SPHardwareDataType",
    "SPMemoryDataType",
    "SPDisplaysDataType",
    "SPStorageDataType",
    "SPNVMeDataType",
    "SPSerialATADataType",
    "SPNetworkDataType",
    "SPPowerDataType",
];

const LIMIT: Duration = Duration::from_secs(60);

/// How long a report is good.
const MAX_AGE: Duration = Duration::from_secs(3600);

static LAST: Mutex<Option<(Instant, Value)>> = Mutex::new(None);

/// The report; null when there is none.
pub fn read() -> Value {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, report)) = last.as_ref().filter(|(at, _)| at.elapsed() < MAX_AGE) {
        return report.clone();
    }
    let report = ask_and_wait("system_profiler", &ARGUMENTS, LIMIT).and_then(|text| {
        let report: Value = serde_json::from_str(&text).map_err(anyhow::Error::from)?;
        Ok(report)
    });
    match report {
        Ok(report) => {
            *last = Some((Instant::now(), report.clone()));
            report
        }
        Err(problem) => {
            tracing::warn!(%problem, "what this machine is made of is not known");
            Value::Null
        }
    }
}
