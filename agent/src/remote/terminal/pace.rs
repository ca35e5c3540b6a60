//! When output is sent: the first bytes at once, and what follows gathered for a moment.

use std::time::Duration;

use tokio::time::Instant;

/// How long output is gathered.
const GATHER: Duration = Duration::from_millis(4);

/// When something was sent last, and when the next is due.
#[derive(Debug)]
pub struct Pace {
    sent: Option<Instant>,
    due: Option<Instant>,
}

impl Pace {
    /// Nothing was sent yet.
    pub fn new() -> Self {
        Self { sent: None, due: None }
    }

    /// Whether what has just come may be sent at once, as nothing was for a while. Else it
    /// waits until it is due.
    pub fn is_quiet(&mut self) -> bool {
        let now = Instant::now();
        let next = self.sent.map(|sent| sent + GATHER).filter(|next| *next > now);
        match (self.due, next) {
            (Some(_), _) => false,
            (None, Some(next)) => {
                self.due = Some(next);
                false
            }
            (None, None) => {
                self.sent = Some(now);
                true
            }
        }
    }

    /// When what was gathered has to be sent; none when nothing was.
    pub fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Everything is sent.
    pub fn sent(&mut self) {
        (self.sent, self.due) = (Some(Instant::now()), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_are_sent_at_once_and_those_after_them_gathered() {
        let mut pace = Pace::new();
        assert!(pace.is_quiet());
        assert_eq!(pace.due(), None);
        // Later than any test takes to come here.
        pace.sent = Some(Instant::now() + Duration::from_secs(60));
        assert!(!pace.is_quiet());
        let due = pace.due();
        assert!(due.is_some() && !pace.is_quiet());
        assert_eq!(pace.due(), due, "more output does not make it later");
        pace.sent();
        assert_eq!(pace.due(), None);
    }
}
