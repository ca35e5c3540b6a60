//! Lets agents in at a pace the server can keep.
//!
//! After a restart the whole fleet knocks within seconds. Beyond the pace an
//! agent is told when to come back, instead of everybody waiting.

use std::sync::Mutex;
use std::time::Instant;

/// Handshakes a second, and how many may come at once.
const PER_SECOND: f64 = 500.0;
const AT_ONCE: f64 = 500.0;

/// A bucket of permits that fills with time.
pub struct Gate {
    state: Mutex<(f64, Instant)>,
}

impl Default for Gate {
    fn default() -> Self {
        Self { state: Mutex::new((AT_ONCE, Instant::now())) }
    }
}

impl Gate {
    /// Whether one more may come in now.
    pub fn admits(&self) -> bool {
        let mut state = self.state.lock().expect("no holder of this lock panics");
        let now = Instant::now();
        let filled = state.0 + now.duration_since(state.1).as_secs_f64() * PER_SECOND;
        *state = (filled.min(AT_ONCE), now);
        if state.0 < 1.0 {
            return false;
        }
        state.0 -= 1.0;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_storm_is_let_in_up_to_the_limit_and_then_refused() {
        let gate = Gate::default();
        let admitted = (0..2000).filter(|_| gate.admits()).count();
        assert!((500..1000).contains(&admitted), "{admitted}");
    }
}
