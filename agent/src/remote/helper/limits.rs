//! How long a session lasts.

use std::time::Duration;

use muster_remote::Limits;
use tokio::time::Instant;

use super::end::End;

/// How long a session waits for viewers.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the first one to begin.
    pub first: Duration,
    /// For somebody to come back.
    pub empty: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { first: Duration::from_secs(120), empty: Duration::from_secs(600) }
    }
}

/// The limits of a session, and how far it is.
#[derive(Debug)]
pub struct SessionLimits {
    rules: Limits,
    patience: Patience,
    began: Instant,
    /// When a viewer did something last.
    active: Instant,
    /// Since when nobody is there; none while somebody is.
    empty_since: Option<Instant>,
    was_visited: bool,
}

impl SessionLimits {
    /// Of a session that begins now.
    pub fn new(patience: Patience) -> Self {
        let now = Instant::now();
        Self {
            rules: Limits { idle_seconds: 0, longest_seconds: 0 },
            patience,
            began: now,
            active: now,
            empty_since: Some(now),
            was_visited: false,
        }
    }

    /// Takes what the newest grant says; 0 is no limit.
    pub fn set_rules(&mut self, rules: Limits) {
        self.rules = rules;
    }

    /// A viewer did something.
    pub fn touch(&mut self) {
        self.active = Instant::now();
    }

    /// Whether somebody is there now.
    pub fn set_visited(&mut self, is_visited: bool) {
        self.was_visited |= is_visited;
        self.empty_since = match is_visited {
            true => None,
            false => self.empty_since.or_else(|| Some(Instant::now())),
        };
    }

    /// When the next limit may be reached.
    pub fn next(&self) -> Instant {
        self.all().into_iter().flatten().map(|(at, _, _)| at).min().unwrap_or_else(far_away)
    }

    /// Why the session ends now, if it does.
    pub fn reached(&self) -> Option<End> {
        let now = Instant::now();
        let reached = self.all().into_iter().flatten().find(|(at, _, _)| *at <= now);
        reached.map(|(_, code, reason)| End::new(code, reason))
    }

    fn all(&self) -> [Option<(Instant, &'static str, &'static str)>; 3] {
        let after = |since: Instant, seconds: u32| {
            (seconds > 0).then(|| since + Duration::from_secs(u64::from(seconds)))
        };
        let longest = after(self.began, self.rules.longest_seconds)
            .map(|at| (at, "too_long", "It reached the longest time that the policy allows."));
        let idle = after(self.active, self.rules.idle_seconds)
            .map(|at| (at, "idle", "Nobody did anything for too long."));
        let empty = self.empty_since.map(|since| match self.was_visited {
            true => (since + self.patience.empty, "abandoned", "Nobody came back to it."),
            false => (since + self.patience.first, "never_began", "The viewer did not come."),
        });
        [longest, idle, empty]
    }
}

fn far_away() -> Instant {
    Instant::now() + Duration::from_secs(24 * 3600)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patience(first: u64, empty: u64) -> Patience {
        Patience { first: Duration::from_secs(first), empty: Duration::from_secs(empty) }
    }

    fn code(limits: &SessionLimits) -> Option<String> {
        limits.reached().map(|end| end.code)
    }

    #[test]
    fn a_session_without_viewers_ends() {
        let mut limits = SessionLimits::new(patience(0, 1000));
        assert_eq!(code(&limits).as_deref(), Some("never_began"));
        limits.set_visited(true);
        assert_eq!(code(&limits), None);
        limits.set_visited(false);
        assert_eq!(code(&limits), None, "they may come back");
        limits.patience = patience(1000, 0);
        assert_eq!(code(&limits).as_deref(), Some("abandoned"));
    }

    #[test]
    fn what_the_grant_limits_ends_it_and_0_is_no_limit() {
        let mut limits = SessionLimits::new(patience(1000, 1000));
        limits.set_visited(true);
        assert!(limits.next() > Instant::now() + Duration::from_secs(3600));
        limits.set_rules(Limits { idle_seconds: 5, longest_seconds: 10 });
        assert_eq!((limits.next(), code(&limits)), (limits.active + Duration::from_secs(5), None));
        limits.active = limits.active.checked_sub(Duration::from_secs(5)).unwrap();
        assert_eq!(code(&limits).as_deref(), Some("idle"));
        limits.touch();
        assert_eq!(code(&limits), None);
        limits.began = limits.began.checked_sub(Duration::from_secs(10)).unwrap();
        assert_eq!(code(&limits).as_deref(), Some("too_long"));
    }
}
