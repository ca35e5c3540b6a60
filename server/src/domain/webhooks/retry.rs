//! When a webhook is tried again (decision 68).

use std::time::Duration;

use super::call::ShownAnswer;
use super::send::SendError;
use crate::time::Timestamp;

/// The pause after each try but the last.
const PAUSES: [Duration; 2] = [Duration::from_secs(10), Duration::from_secs(60)];

/// Whether the same request may work later: the other side could not be
/// reached, or failed by itself. What it refused it would refuse again.
pub fn may_work_later(result: &Result<ShownAnswer, SendError>) -> bool {
    match result {
        Ok(answer) => (500..600).contains(&answer.status),
        Err(error) => error.is_temporary(),
    }
}

/// When to try again after this many tries; none after the last. Webhooks that
/// failed together are spread out.
pub fn next_try(tries: i64, now: Timestamp) -> Option<Timestamp> {
    let index = usize::try_from(tries - 1).ok()?;
    let pause = PAUSES.get(index)?;
    Some(now.plus(pause.mul_f64(rand::random_range(1.0..1.5))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_not_refused_is_tried_again() {
        let answered =
            |status: u16| may_work_later(&Ok(ShownAnswer { status, text: String::new() }));
        assert!([500, 503, 599].into_iter().all(answered));
        assert!(![200, 204, 301, 400, 404, 429, 499].into_iter().any(answered));
        let failed = |error: SendError| may_work_later(&Err(error));
        assert!(failed(SendError::Silent) && failed(SendError::Unreachable(String::new())));
        assert!(!failed(SendError::NotAllowed(String::new())));
        assert!(!failed(SendError::Redirected(String::new())));
    }

    #[test]
    fn pauses_grow_and_end_after_the_third_try() {
        let now = Timestamp::from_micros(0);
        for (tries, shortest) in [(1, 10), (2, 60)] {
            let pause = next_try(tries, now).unwrap().since(now);
            let shortest = Duration::from_secs(shortest);
            assert!(pause >= shortest && pause <= shortest.mul_f64(1.5), "{tries}: {pause:?}");
        }
        assert_eq!([0, 3, 4].map(|tries| next_try(tries, now)), [None; 3]);
    }
}
