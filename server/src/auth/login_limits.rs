//! The brake per address: so many attempts a minute and a day.
//!
//! Kept in the memory of one server: a restart resets it, and each replica
//! counts separately. The pause per account (`pause`) is the one that is
//! shared.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::config::Settings;
use crate::error::ApiError;
use crate::time::Timestamp;

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
/// Some 5 MB at most.
const ADDRESSES_MOST: usize = 50_000;

/// Counts login attempts per address.
pub struct LoginLimits {
    per_minute: u32,
    per_day: u32,
    attempts: Mutex<HashMap<IpAddr, Attempts>>,
}

#[derive(Clone, Copy)]
struct Attempts {
    minute: Window,
    day: Window,
}

/// Attempts since a moment; starts again when its span has ended.
#[derive(Clone, Copy)]
struct Window {
    began: Timestamp,
    count: u32,
}

impl LoginLimits {
    /// The limits of the settings.
    pub fn new(settings: &Settings) -> Self {
        Self {
            per_minute: settings.login_rate_minute,
            per_day: settings.login_rate_day,
            attempts: Mutex::default(),
        }
    }

    /// Counts an attempt, or refuses it. A refused one does not count.
    pub fn count(&self, address: IpAddr, now: Timestamp) -> Result<(), ApiError> {
        let address = network_of(address);
        let mut all = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        if !all.contains_key(&address) && all.len() >= ADDRESSES_MOST {
            // Addresses that are quiet lose their day's count; a storm of more
            // than we can remember has to wait.
            all.retain(|_, attempts| now.since(attempts.minute.began) < MINUTE);
            if all.len() >= ADDRESSES_MOST {
                return Err(ApiError::TooMany { seconds: MINUTE.as_secs() });
            }
        }
        let fresh = Window { began: now, count: 0 };
        let attempts = all.entry(address).or_insert(Attempts { minute: fresh, day: fresh });
        attempts.minute.check(MINUTE, self.per_minute, now)?;
        attempts.day.check(DAY, self.per_day, now)?;
        attempts.minute.count += 1;
        attempts.day.count += 1;
        Ok(())
    }
}

impl Window {
    fn check(&mut self, span: Duration, most: u32, now: Timestamp) -> Result<(), ApiError> {
        let passed = now.since(self.began);
        if passed >= span {
            *self = Self { began: now, count: 0 };
        }
        if self.count < most {
            return Ok(());
        }
        Err(ApiError::TooMany { seconds: (span - passed).as_secs() + 1 })
    }
}

/// Whose attempts are counted together: one subscriber has a whole /64 of IPv6
/// addresses.
pub fn network_of(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(per_minute: u32, per_day: u32) -> LoginLimits {
        LoginLimits { per_minute, per_day, attempts: Mutex::default() }
    }

    fn at(second: u64) -> Timestamp {
        Timestamp::from_micros(0).plus(Duration::from_secs(second))
    }

    fn wait(result: Result<(), ApiError>) -> Option<u64> {
        match result {
            Ok(()) => None,
            Err(ApiError::TooMany { seconds }) => Some(seconds),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn the_minute_and_the_day_each_have_their_limit() {
        let limits = limits(2, 3);
        let home: IpAddr = "192.0.2.1".parse().unwrap();
        let waits: Vec<_> =
            [0, 10, 20, 60, 61].map(|second| wait(limits.count(home, at(second)))).to_vec();

        assert_eq!(waits, [None, None, Some(41), None, Some(86_340)]);
        assert_eq!(wait(limits.count(home, at(86_400))), None);
    }

    #[test]
    fn addresses_are_counted_apart_and_ipv6_by_network() {
        let limits = limits(1, 1);
        let count = |text: &str| wait(limits.count(text.parse().unwrap(), at(0))).is_none();

        assert!(count("192.0.2.1") && count("192.0.2.2") && count("2001:db8::1"));
        assert!(!count("192.0.2.1") && !count("2001:db8::2") && count("2001:db8:0:1::1"));
    }

    #[test]
    fn more_addresses_than_fit_have_to_wait_until_others_are_quiet() {
        let limits = limits(1, 10);
        for number in 0..u32::try_from(ADDRESSES_MOST).unwrap() {
            let address = IpAddr::V4(std::net::Ipv4Addr::from_bits(number));
            assert_eq!(wait(limits.count(address, at(0))), None);
        }
        let stranger: IpAddr = "192.0.2.1".parse().unwrap();

        assert_eq!(wait(limits.count(stranger, at(1))), Some(60));
        assert_eq!(wait(limits.count(stranger, at(60))), None);
    }
}
