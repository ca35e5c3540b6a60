//! Notices a part of the agent that hangs, and restarts the agent.
//!
//! Each part says for how long it may stay silent. A thread of its own checks
//! this, and works when the part, or everything else in the program, does not.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use crate::os::own_program::prepare_restart;
use crate::os::service_log;

/// How often the parts are checked.
const INTERVAL: Duration = Duration::from_secs(10);

/// A part that is silent at so many checks in a row hangs. One is not enough: a
/// process that was stopped and continues is silent at the first.
const MISSES: u32 = 2;

/// What runs at all shows it this often, and may be this late.
const BEAT: Duration = Duration::from_secs(5);
const BEAT_LIMIT: Duration = Duration::from_secs(120);

/// The parts that show they are alive.
#[derive(Debug)]
pub struct Pulses {
    /// The connection to the server.
    pub link: Pulse,
    /// The runtime as a whole.
    pub work: Pulse,
}

/// How long a part may stay silent.
#[derive(Debug)]
pub struct Pulse {
    origin: Instant,
    /// Milliseconds since the origin. This clock stops while the machine
    /// sleeps.
    silent_until: AtomicU64,
}

impl Pulses {
    /// Of parts that have not begun: they may take their time.
    pub fn new() -> Self {
        Self { link: Pulse::new(), work: Pulse::new() }
    }

    /// Shows that the runtime works, for ever.
    pub async fn beat(self: Arc<Self>) {
        loop {
            self.work.alive_for(BEAT_LIMIT);
            tokio::time::sleep(BEAT).await;
        }
    }

    fn hanging(&self) -> Option<&'static str> {
        let parts = [("the connection to the server", &self.link), ("everything", &self.work)];
        parts.into_iter().find(|(_, pulse)| pulse.is_overdue()).map(|(name, _)| name)
    }
}

impl Pulse {
    fn new() -> Self {
        Self { origin: Instant::now(), silent_until: AtomicU64::new(u64::MAX) }
    }

    /// The part is alive, and says so again before this time is over.
    pub fn alive_for(&self, time: Duration) {
        let until = self.origin.elapsed().saturating_add(time).as_millis();
        let until = u64::try_from(until).unwrap_or(u64::MAX);
        self.silent_until.store(until, Ordering::Relaxed);
    }

    fn is_overdue(&self) -> bool {
        self.origin.elapsed().as_millis() > u128::from(self.silent_until.load(Ordering::Relaxed))
    }
}

/// Watches until it is dropped.
#[derive(Debug)]
pub struct Watchdog {
    _end: mpsc::Sender<()>,
}

impl Watchdog {
    /// Restarts this program when one of its parts hangs.
    pub fn start(pulses: Arc<Pulses>, program: Option<PathBuf>) -> Self {
        Self::watch(pulses, INTERVAL, move |part| {
            tracing::error!(part, "a part of the agent hangs: the agent restarts");
            // Where no process becomes another one, the next one waits for the end of this.
            if let Err(error) = restart(program.as_deref()) {
                tracing::error!(%error, "the service manager has to start it");
            }
            service_log::flush();
            std::process::exit(1);
        })
    }

    fn watch(
        pulses: Arc<Pulses>,
        interval: Duration,
        act: impl Fn(&'static str) + Send + 'static,
    ) -> Self {
        let (end, ended) = mpsc::channel();
        let work = move || {
            let mut silent = 0;
            while ended.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                let Some(part) = pulses.hanging() else {
                    silent = 0;
                    continue;
                };
                silent += 1;
                if silent == MISSES {
                    act(part);
                }
            }
        };
        if let Err(error) = std::thread::Builder::new().name("watchdog".to_owned()).spawn(work) {
            tracing::error!(%error, "the watchdog cannot be started");
        }
        Self { _end: end }
    }
}

fn restart(program: Option<&Path>) -> io::Result<ExitCode> {
    let program = program.ok_or(io::ErrorKind::NotFound)?;
    prepare_restart(program, None)?.take_over()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_falls_silent_is_noticed_once_and_one_that_has_not_begun_is_left_alone() {
        let pulses = Arc::new(Pulses::new());
        let (noticed, notices) = mpsc::channel();
        let look = Duration::from_millis(1);
        let watchdog =
            Watchdog::watch(Arc::clone(&pulses), look, move |part| noticed.send(part).unwrap());
        pulses.work.alive_for(Duration::from_secs(3600));
        let patience = Duration::from_millis(50);
        assert_eq!(notices.recv_timeout(patience), Err(RecvTimeoutError::Timeout));

        pulses.link.alive_for(Duration::ZERO);
        assert_eq!(notices.recv(), Ok("the connection to the server"));
        assert_eq!(notices.recv_timeout(patience), Err(RecvTimeoutError::Timeout));

        // It comes back, and falls silent again.
        pulses.link.alive_for(Duration::from_secs(3600));
        assert_eq!(notices.recv_timeout(patience), Err(RecvTimeoutError::Timeout));
        assert_eq!(fall_silent(&pulses.work, &notices), "everything");

        drop(watchdog);
        assert_eq!(notices.recv(), Err(mpsc::RecvError));
    }

    /// Lets a part fall silent until it is noticed. A watchdog that stood still while all
    /// were alive has seen one long silence, of which it has spoken already.
    fn fall_silent(pulse: &Pulse, notices: &mpsc::Receiver<&'static str>) -> &'static str {
        loop {
            pulse.alive_for(Duration::ZERO);
            if let Ok(part) = notices.recv_timeout(Duration::from_secs(1)) {
                return part;
            }
            pulse.alive_for(Duration::from_secs(3600));
            if let Ok(part) = notices.recv_timeout(Duration::from_millis(50)) {
                return part;
            }
        }
    }
}
