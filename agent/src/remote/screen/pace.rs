//! How fast a viewer gets frames: as fast as it acknowledges them.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::time::Instant;

/// Frames that a viewer has not acknowledged, at most.
const UNACKNOWLEDGED: usize = 2;
/// The time between two frames, at least.
const SHORTEST: Duration = Duration::from_millis(33);
/// The time between two frames that are spread over a slow way, at most.
const LONGEST: Duration = Duration::from_millis(500);

/// The time between two frames of a recording, at least: what happens in between is seen in
/// the next one.
const OF_RECORDING: Duration = Duration::from_millis(200);

/// The frames that are on their way to one viewer.
///
/// Frames are not queued: when it is time for one, the newest is sent.
#[derive(Debug)]
pub struct Pace {
    /// None where nothing is acknowledged.
    sent: Option<VecDeque<(u32, Instant)>>,
    /// How long an acknowledgement takes of late.
    answer: Duration,
    /// Not before then.
    next: Instant,
}

impl Pace {
    /// For a viewer that was sent nothing yet.
    pub fn new(now: Instant) -> Self {
        Self { sent: Some(VecDeque::new()), answer: SHORTEST, next: now }
    }

    /// For a recording, which takes everything at once, but less often.
    pub fn of_recording(now: Instant) -> Self {
        Self { sent: None, answer: OF_RECORDING, next: now }
    }

    /// When the next frame may be sent; none while too many are on their way.
    pub fn due(&self) -> Option<Instant> {
        let is_full = self.sent.as_ref().is_some_and(|sent| sent.len() >= UNACKNOWLEDGED);
        (!is_full).then_some(self.next)
    }

    /// A frame was sent.
    pub fn sent(&mut self, number: u32, now: Instant) {
        let Some(sent) = &mut self.sent else {
            self.next = now + OF_RECORDING;
            return;
        };
        sent.push_back((number, now));
        // Two frames are on their way at most: spread them over the time that one takes.
        self.next = now + (self.answer / 2).clamp(SHORTEST, LONGEST);
    }

    /// There is no later: the next frame need not wait for its turn.
    pub fn hurry(&mut self, now: Instant) {
        self.next = self.next.min(now);
    }

    /// The viewer has drawn this frame and all before it. One that is not on its way counts
    /// for nothing.
    pub fn acknowledged(&mut self, number: u32, now: Instant) {
        let Some(sent) = &mut self.sent else { return };
        if !sent.iter().any(|(known, _)| *known == number) {
            return;
        }
        while let Some((known, at)) = sent.pop_front() {
            if known == number {
                self.answer = (self.answer * 3 + now.saturating_duration_since(at)) / 4;
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    fn is_due(pace: &Pace) -> bool {
        pace.due().is_some_and(|due| due <= Instant::now())
    }

    #[tokio::test(start_paused = true)]
    async fn a_third_frame_waits_for_an_acknowledgement() {
        let mut pace = Pace::new(Instant::now());
        for number in [1, 2] {
            assert!(is_due(&pace));
            pace.sent(number, Instant::now());
            advance(LONGEST).await;
        }
        assert_eq!(pace.due(), None);
        pace.acknowledged(1, Instant::now());
        assert!(is_due(&pace));
    }

    #[tokio::test(start_paused = true)]
    async fn there_are_thirty_frames_a_second_at_most() {
        let mut pace = Pace::new(Instant::now());
        pace.sent(1, Instant::now());
        pace.acknowledged(1, Instant::now());
        assert!(!is_due(&pace));
        advance(SHORTEST).await;
        assert!(is_due(&pace));
    }

    #[tokio::test(start_paused = true)]
    async fn frames_are_spread_over_a_slow_way() {
        let mut pace = Pace::new(Instant::now());
        for number in 1..20 {
            pace.sent(number, Instant::now());
            advance(Duration::from_millis(400)).await;
            pace.acknowledged(number, Instant::now());
        }
        pace.sent(20, Instant::now());
        let wait = pace.due().unwrap() - Instant::now();
        assert!(
            (Duration::from_millis(180)..=Duration::from_millis(200)).contains(&wait),
            "{wait:?}"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn a_recording_gets_five_frames_a_second_and_acknowledges_none() {
        let mut pace = Pace::of_recording(Instant::now());
        for number in 1..10 {
            assert!(is_due(&pace), "{number}");
            pace.sent(number, Instant::now());
            assert!(!is_due(&pace), "{number}");
            advance(OF_RECORDING).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn numbers_that_are_not_on_their_way_count_for_nothing() {
        let mut pace = Pace::new(Instant::now());
        pace.sent(5, Instant::now());
        pace.sent(6, Instant::now());
        for number in [0, 4, 7, u32::MAX] {
            pace.acknowledged(number, Instant::now());
        }
        assert_eq!(pace.due(), None);
        pace.acknowledged(6, Instant::now());
        pace.acknowledged(5, Instant::now());
        assert!(pace.due().is_some());
    }
}
