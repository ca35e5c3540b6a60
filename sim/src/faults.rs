//! What the network between agents and server does wrong, on purpose.

use std::time::Duration;

use rand::RngExt;
use rand::rngs::SmallRng;
use serde::Serialize;

/// How long TCP waits before it sends a lost segment again, at least.
const RETRANSMISSION: Duration = Duration::from_millis(200);
/// A message that was lost this often counts as delivered late.
const MOST_LOSSES: u32 = 6;

/// The faults of every agent's line.
///
/// A lost packet does not lose a message of TCP, it makes it late: loss here is
/// the delay of the retransmissions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Faults {
    /// Added to every message of an agent.
    pub latency: Duration,
    /// Up to this much more, by chance.
    pub jitter: Duration,
    /// Part of the messages whose packet is lost, 0 to 1.
    pub loss: f64,
    /// Mean time until a line breaks by itself; none: never.
    pub drop_after: Option<Duration>,
    /// All lines break at once, this often; none: never.
    pub storm_every: Option<Duration>,
}

impl Faults {
    /// How late the next message is.
    pub fn delay(&self, chance: &mut SmallRng) -> Duration {
        let mut delay = self.latency;
        if !self.jitter.is_zero() {
            delay += self.jitter.mul_f64(chance.random::<f64>());
        }
        let mut losses = 0;
        while self.loss > 0.0 && losses < MOST_LOSSES && chance.random::<f64>() < self.loss {
            delay += RETRANSMISSION * 2_u32.pow(losses);
            losses += 1;
        }
        delay
    }

    /// How long the next line holds: the longer it has held, the same chance
    /// remains, as with cables that people stumble over.
    pub fn life(&self, chance: &mut SmallRng) -> Option<Duration> {
        let mean = self.drop_after?;
        let random: f64 = chance.random();
        Some(mean.mul_f64(-(1.0 - random).ln()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::chance;

    #[test]
    fn a_good_network_delays_nothing_and_breaks_nothing() {
        let mut chance = chance(1, 1, "test");
        assert_eq!(Faults::default().delay(&mut chance), Duration::ZERO);
        assert_eq!(Faults::default().life(&mut chance), None);
    }

    #[test]
    fn losses_delay_and_lines_live_as_long_as_the_mean_on_average() {
        let mut chance = chance(1, 1, "test");
        let mean = Duration::from_secs(60);
        let faults = Faults { loss: 0.5, drop_after: Some(mean), ..Faults::default() };
        let delays: Vec<_> = (0..1000).map(|_| faults.delay(&mut chance)).collect();
        let late = delays.iter().filter(|delay| **delay >= RETRANSMISSION).count();
        assert!((400..600).contains(&late), "{late}");
        assert!(delays.iter().all(|delay| *delay <= RETRANSMISSION * 63), "the delay is bounded");
        let lives: Duration = (0..1000).filter_map(|_| faults.life(&mut chance)).sum();
        let average = lives.as_secs_f64() / 1000.0;
        assert!((50.0..70.0).contains(&average), "{average}");
    }
}
