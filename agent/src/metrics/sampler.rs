//! The one task that measures this machine each minute.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use muster_metrics::Minute;

use super::pace::INTERVAL_MINUTES;
use super::packing::blocks_of;
use super::sample::Sample;
use crate::clock::Reading;
use crate::os::{self, RawSample};
use crate::shared::Shared;

/// Two samples are this far apart at least. A clock that is set back by a moment
/// comes to the same minute again.
const SHORTEST: Duration = Duration::from_secs(30);

/// How many samples stay in memory while the ledger cannot be written.
const MAX_UNSAVED: usize = 60;

/// Measures on each full minute until the agent stops.
pub async fn run_for_ever(shared: Arc<Shared>) {
    let mut sampler = Sampler::begin(Arc::clone(&shared)).await;
    loop {
        let reading = shared.clock.read();
        if let Some(minute) = sampler.due(&reading) {
            tokio::select! {
                measured = measure() => sampler.take(minute, &reading, measured).await,
                () = shared.stopping.cancelled() => break,
            }
        }
        tokio::select! {
            () = shared.clock.sleep(reading, until_next_minute(reading.now)) => {}
            () = shared.stopping.cancelled() => break,
        }
    }
    sampler.store().await;
}

/// On a thread where it may wait for a disk.
async fn measure() -> Option<RawSample> {
    let measured = tokio::task::spawn_blocking(os::metrics::sample).await;
    measured.inspect_err(|error| tracing::error!(%error, "this machine cannot be measured")).ok()
}

fn until_next_minute(now: DateTime<Utc>) -> Duration {
    const MINUTE_MICROS: i64 = 60_000_000;
    let left = MINUTE_MICROS - now.timestamp_micros().rem_euclid(MINUTE_MICROS);
    Duration::from_micros(left.unsigned_abs())
}

struct Sampler {
    shared: Arc<Shared>,
    /// The minute of the last sample, or that in which the agent started.
    last: Option<Minute>,
    /// What the machine showed then, and the steady time at that moment.
    before: Option<(RawSample, Duration)>,
    /// Whether there was a sample since the agent started.
    has_sampled: bool,
    /// Samples that are not in the ledger.
    unsaved: Vec<Arc<Sample>>,
}

impl Sampler {
    /// Reads the machine once, so that the first sample has rates already.
    async fn begin(shared: Arc<Shared>) -> Self {
        let reading = shared.clock.read();
        let before = measure().await.map(|raw| (raw, reading.steady));
        let last = minute_of(&reading);
        Self { shared, last, before, has_sampled: false, unsaved: Vec::new() }
    }

    /// The minute to take a sample of, if it is time for one.
    fn due(&self, reading: &Reading) -> Option<Minute> {
        let minute = minute_of(reading)?;
        let since = |steady: &Duration| reading.steady.saturating_sub(*steady);
        let is_soon = self.has_sampled
            && self.before.as_ref().is_some_and(|(_, steady)| since(steady) < SHORTEST);
        (Some(minute) != self.last && !is_soon).then_some(minute)
    }

    async fn take(&mut self, minute: Minute, reading: &Reading, measured: Option<RawSample>) {
        let Some(raw) = measured else { return };
        let before = self.before.as_ref();
        let before = before.map(|(raw, steady)| (raw, reading.steady.saturating_sub(*steady)));
        let sample = Arc::new(Sample::new(minute, raw.clone(), before));
        self.last = Some(minute);
        self.before = Some((raw, reading.steady));
        self.shared.metrics.add(Arc::clone(&sample));
        self.unsaved.push(sample);
        // Somebody who has just installed the agent wants to see that it works.
        let is_first = !std::mem::replace(&mut self.has_sampled, true);
        let is_turn = is_first || self.shared.metrics.pace.stores_after(minute);
        if is_turn || self.unsaved.len().is_multiple_of(INTERVAL_MINUTES as usize) {
            self.store().await;
        }
    }

    /// Moves the samples to the ledger; those that cannot be written are kept for
    /// the next time.
    async fn store(&mut self) {
        if self.unsaved.is_empty() {
            return;
        }
        match self.shared.ledger.keep_samples(blocks_of(&self.unsaved)).await {
            Ok(()) => {
                self.unsaved.clear();
                self.shared.metrics.stored.notify_one();
            }
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "samples cannot be stored yet");
                let surplus = self.unsaved.len().saturating_sub(MAX_UNSAVED);
                self.unsaved.drain(..surplus);
            }
        }
    }
}

fn minute_of(reading: &Reading) -> Option<Minute> {
    Minute::from_unix_seconds(reading.now.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_minute_is_up_to_60_seconds_away() {
        let until = |time: &str| until_next_minute(time.parse().unwrap());
        assert_eq!(until("2027-03-01T08:00:00Z"), Duration::from_secs(60));
        assert_eq!(until("2027-03-01T08:00:59.999999Z"), Duration::from_micros(1));
        assert_eq!(until("1969-12-31T23:59:30Z"), Duration::from_secs(30));
    }
}
