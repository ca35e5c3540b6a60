//! Clocks that a test stops and advances; those of the machine until it does.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use tokio::runtime::{Handle, Id};
use tokio::sync::watch;
use tokio::time::Instant;

use super::machine;

/// The clocks of each test, by its runtime. An id does not come twice in a
/// process: tokio counts its runtimes.
static CLOCKS: LazyLock<Mutex<HashMap<Id, watch::Sender<Clock>>>> = LazyLock::new(Mutex::default);

/// How the clocks of a test differ from the machine's.
#[derive(Clone, Copy, Default)]
struct Clock {
    ahead: Duration,
    /// What the machine's clocks showed when they were stopped.
    stopped: Option<(i64, Instant)>,
}

impl Clock {
    fn micros_since_1970(self) -> i64 {
        let micros = self.stopped.map_or_else(machine::micros_since_1970, |(micros, _)| micros);
        micros + i64::try_from(self.ahead.as_micros()).expect("a test moves by years at most")
    }

    fn steady(self) -> Instant {
        self.stopped.map_or_else(machine::steady, |(_, steady)| steady) + self.ahead
    }
}

/// The clocks of the running test. Without a runtime nobody could have moved them.
fn with_clock<T>(ask: impl FnOnce(&watch::Sender<Clock>) -> T) -> Option<T> {
    let id = Handle::try_current().ok()?.id();
    let mut clocks = CLOCKS.lock().expect("no holder of this lock panics");
    Some(ask(clocks.entry(id).or_default()))
}

fn read() -> Clock {
    with_clock(|clock| *clock.borrow()).unwrap_or_default()
}

/// Stops the clocks of this test: from here on only [`advance`] moves them.
pub fn stop() {
    let shown = (machine::micros_since_1970(), machine::steady());
    with_clock(|clock| {
        clock.send_modify(|clock| clock.stopped = clock.stopped.or(Some(shown)));
    })
    .expect("a test with a runtime");
}

/// Moves both clocks of this test forward. Tasks that sleep until then wake up.
pub fn advance(duration: Duration) {
    with_clock(|clock| clock.send_modify(|clock| clock.ahead += duration))
        .expect("a test with a runtime");
}

/// The time of day, as this test sees it.
pub fn micros_since_1970() -> i64 {
    read().micros_since_1970()
}

/// A time that only grows, as this test sees it.
pub fn steady() -> Instant {
    read().steady()
}

/// Waits until the steady time of this test is this.
pub async fn sleep_until(deadline: Instant) {
    let mut clock = with_clock(watch::Sender::subscribe).expect("a task of a runtime");
    loop {
        let read = *clock.borrow_and_update();
        let left = deadline.saturating_duration_since(read.steady());
        if left.is_zero() {
            return;
        }
        tokio::select! {
            () = machine::sleep_until(machine::steady() + left), if read.stopped.is_none() => {}
            _ = clock.changed() => {}
        }
    }
}
