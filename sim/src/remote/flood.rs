//! A program that prints without end, in front of somebody who does not read.

use std::time::Duration;

use serde::Serialize;
use tokio::time::{Instant, sleep};

use super::measure::{echoes, open_with_echo, open_with_prompt};
use super::session::Caller;
use crate::histogram::{Histogram, Summary};
use crate::process;

/// Buffers are full by then.
const FILLING: Duration = Duration::from_secs(2);

/// What it did to others.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Flood {
    /// How long it lasted after the buffers were full.
    pub seconds: f64,
    /// Memory of the relay's process then, in KiB, and the most after that.
    pub relay_kib: Option<(u64, u64)>,
    /// The same of the agent's helper for the session.
    pub helper_kib: Option<(u64, u64)>,
    /// Milliseconds to an echo in another terminal of the same agent meanwhile.
    pub echo: Summary,
}

/// Lets `yes` run for so long, with a viewer who takes nothing from the relay.
pub async fn measure_flood(
    caller: Caller<'_>,
    agent_id: &str,
    relay: Option<u32>,
    lasting: Duration,
) -> anyhow::Result<Flood> {
    let mut still = open_with_prompt(caller, agent_id).await?;
    let mut other = open_with_echo(caller, agent_id).await?;
    let helper = process::with_argument(&format!("remote-helper\0{}\0", still.session));
    let memory = |pid: Option<u32>| Some(process::usage(pid?)?.rss_kib);
    still.type_bytes(b"yes\n").await?;
    // From here on nobody reads what comes on this one.
    sleep(FILLING).await;
    let full = (memory(relay), memory(helper));
    let (began, mut most) = (Instant::now(), full);
    let echo = Histogram::default();
    while began.elapsed() < lasting {
        echoes(&mut other, 10, &echo).await?;
        most = (most.0.max(memory(relay)), most.1.max(memory(helper)));
    }
    let seconds = began.elapsed().as_secs_f64();
    for session in [&still.session, &other.session] {
        caller.end(session).await?;
    }
    Ok(Flood {
        seconds,
        relay_kib: full.0.zip(most.0),
        helper_kib: full.1.zip(most.1),
        echo: echo.summary(),
    })
}
