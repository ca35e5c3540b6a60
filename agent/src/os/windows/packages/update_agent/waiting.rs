//! Waiting for a job of Windows Update, or for another one to end.

use std::time::{Duration, Instant};

use windows::core::Result;

use super::worker::{Failure, Link};

use crate::os::windows::pause::pause;

/// How often a job is looked at.
const INTERVAL: Duration = Duration::from_millis(500);

/// How long another installation is waited for, and how often it is looked at.
const BUSY_LIMIT: Duration = Duration::from_secs(1800);
const BUSY_INTERVAL: Duration = Duration::from_secs(2);

/// Waits until a job is completed; cancels it once the run has ended.
///
/// `look` is called again and again, with the time since the beginning.
pub fn wait_for_job(
    link: &Link,
    is_completed: impl Fn() -> Result<bool>,
    abort: impl Fn() -> Result<()>,
    look: impl FnMut(Duration),
) -> Result<()> {
    wait(link, INTERVAL, is_completed, abort, look)
}

fn wait(
    link: &Link,
    interval: Duration,
    is_completed: impl Fn() -> Result<bool>,
    abort: impl Fn() -> Result<()>,
    mut look: impl FnMut(Duration),
) -> Result<()> {
    let begun = Instant::now();
    let mut is_aborted = false;
    while !is_completed()? {
        if link.is_stopped() && !is_aborted {
            // What cannot be cancelled now is waited for all the same.
            let _ = abort();
            is_aborted = true;
        }
        look(begun.elapsed());
        pause(interval);
    }
    Ok(())
}

/// Waits until Windows has ended other installations, and says so.
pub fn wait_until_free(
    link: &Link,
    is_busy: impl Fn() -> bool,
) -> std::result::Result<(), Failure> {
    let begun = Instant::now();
    let mut is_said = false;
    while is_busy() {
        if link.is_stopped() {
            return Err(Failure::Stopped);
        }
        if begun.elapsed() >= BUSY_LIMIT {
            let sentence = "Windows is still installing other updates";
            return Err(Failure::CouldNotStart(sentence.to_owned()));
        }
        if !is_said {
            link.say("waiting: Windows is installing other updates");
            is_said = true;
        }
        pause(BUSY_INTERVAL);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_job_is_cancelled_once_when_the_run_has_ended() {
        let (left, aborted, looked) = (Cell::new(3), Cell::new(0), Cell::new(0));
        let is_completed = || {
            left.set(left.get() - 1);
            Ok(left.get() == 0)
        };
        let abort = || {
            aborted.set(aborted.get() + 1);
            Ok(())
        };
        let look = |_| looked.set(looked.get() + 1);
        wait(&Link::stopped(), Duration::ZERO, is_completed, abort, look).unwrap();
        assert_eq!((left.get(), aborted.get(), looked.get()), (0, 1, 2));
    }

    #[test]
    fn another_installation_is_not_waited_for_once_the_run_has_ended() {
        assert_eq!(wait_until_free(&Link::stopped(), || true), Err(Failure::Stopped));
        assert_eq!(wait_until_free(&Link::stopped(), || false), Ok(()));
    }
}
