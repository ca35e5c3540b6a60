//! Made-up metrics of a computer.
//!
//! A value follows from the computer and the minute alone: an agent keeps a seed
//! and nothing else, and what it sends again is what it sent before.

use std::f64::consts::TAU;

use muster_metrics::{Block, BlockError, Metric, Minute, SeriesKey, Step};

const DAY: f64 = 24.0 * 60.0;
/// The size of every simulated disk.
const DISK_BYTES: f64 = 256.0 * 1024.0 * 1024.0 * 1024.0;
/// Series of each computer.
const SERIES: usize = 20;

/// What one computer would measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Samples {
    seed: u64,
    is_windows: bool,
}

/// A metric, whether it is of the first or the second disk or interface, and
/// that one's name.
type Series = (Metric, u64, &'static str);

impl Samples {
    /// The samples of a computer, which no other seed has.
    pub fn new(seed: u64, plat: &str) -> Self {
        Self { seed, is_windows: plat == "windows" }
    }

    /// The samples from a minute on, up to another that does not count.
    pub fn block(&self, from: Minute, to: Minute) -> Result<Block, BlockError> {
        let length = to.0.saturating_sub(from.0) as usize;
        let mut block = Block::new(Step::Minute, from, length)?;
        for (metric, place, label) in self.series() {
            for at in (from.0..to.0).map(Minute) {
                block.set(SeriesKey::mean(metric, label), at, self.value(metric, place, at))?;
            }
        }
        Ok(block)
    }

    /// All computers have as many: what an agent costs does not depend on which
    /// agents were simulated.
    fn series(&self) -> [Series; SERIES] {
        let [system, data] = if self.is_windows { ["C:", "D:"] } else { ["/", "/home"] };
        let [wire, radio] = if self.is_windows { ["Ethernet", "Wi-Fi"] } else { ["eth0", "wlan0"] };
        [
            (Metric::Cpu, 0, ""),
            (Metric::Memory, 0, ""),
            (Metric::Swap, 0, ""),
            (Metric::Load1, 0, ""),
            (Metric::Load5, 0, ""),
            (Metric::Load15, 0, ""),
            (Metric::DiskUsed, 0, system),
            (Metric::DiskUsed, 1, data),
            (Metric::DiskFree, 0, system),
            (Metric::DiskFree, 1, data),
            (Metric::InodesUsed, 0, system),
            (Metric::InodesUsed, 1, data),
            (Metric::DiskRead, 0, "disk0"),
            (Metric::DiskWrite, 0, "disk0"),
            (Metric::NetReceived, 0, wire),
            (Metric::NetReceived, 1, radio),
            (Metric::NetSent, 0, wire),
            (Metric::NetSent, 1, radio),
            (Metric::Processes, 0, ""),
            (Metric::Temperature, 0, "cpu"),
        ]
    }

    fn value(&self, metric: Metric, place: u64, at: Minute) -> f64 {
        let what = u64::from(metric.code()) * 2 + place;
        let level = self.even(what, 0);
        match metric {
            Metric::Cpu => self.cpu(at),
            // Fuller in the afternoon, and from restart to restart.
            Metric::Memory => {
                let since_restart = self.part_of_period(what, at, 5.0 * DAY, 14.0 * DAY);
                let noise = 0.2 * self.bell(what, at.0);
                25.0 + 35.0 * level + 5.0 * day_wave(at) + 20.0 * since_restart + noise
            }
            Metric::Swap => 5.0 * level,
            Metric::Load1 => self.load(what, at, 1),
            Metric::Load5 => self.load(what, at, 5),
            Metric::Load15 => self.load(what, at, 15),
            Metric::DiskUsed => self.disk_used(place, at),
            Metric::DiskFree => DISK_BYTES * (1.0 - self.disk_used(place, at) / 100.0),
            Metric::InodesUsed => self.disk_used(place, at) / 5.0,
            Metric::DiskRead | Metric::DiskWrite | Metric::NetReceived | Metric::NetSent => {
                self.rate(what, at)
            }
            Metric::Processes => {
                (150.0 + 150.0 * level + 30.0 * day_wave(at) + 2.0 * self.bell(what, at.0)).round()
            }
            Metric::Temperature => 38.0 + 0.25 * self.cpu(at) + 0.5 * self.bell(what, at.0),
        }
    }

    /// How busy it is at this time of the day, from 0 to 0.4.
    fn busy(&self, at: Minute) -> f64 {
        0.02 + 0.2 * self.even(u64::from(Metric::Cpu.code()) * 2, 0) + 0.15 * day_wave(at)
    }

    fn cpu(&self, at: Minute) -> f64 {
        let what = u64::from(Metric::Cpu.code()) * 2;
        // Now and then something needs all of it for a few minutes.
        let is_at_work = self.even(what + 1, at.0 / 4 + 1) < 0.02;
        let level = if is_at_work { 90.0 } else { 100.0 * self.busy(at) };
        (level + 4.0 * self.bell(what, at.0)).clamp(0.0, 100.0)
    }

    /// The longer the average, the calmer.
    fn load(&self, what: u64, at: Minute, minutes: u32) -> f64 {
        let noise = self.bell(what, at.0 / minutes) / f64::from(minutes).sqrt();
        (4.0 * self.busy(at) + 0.2 * noise).max(0.0)
    }

    /// It fills for months, until somebody makes room.
    fn disk_used(&self, place: u64, at: Minute) -> f64 {
        let what = u64::from(Metric::DiskUsed.code()) * 2 + place;
        let since_cleaning = self.part_of_period(what, at, 60.0 * DAY, 240.0 * DAY);
        20.0 + 30.0 * self.even(what, 0) + 45.0 * since_cleaning
    }

    /// Bytes a second: over two decades, and in bursts two more.
    fn rate(&self, what: u64, at: Minute) -> f64 {
        let is_burst = self.even(what + 100, at.0 / 3) < 0.08;
        let decades = 2.5 + 1.5 * self.even(what, 0) + if is_burst { 2.0 } else { 0.0 };
        10_f64.powf(decades + 0.4 * self.bell(what, at.0))
    }

    /// How much has passed, from 0 up to 1, of a period that is between two
    /// lengths and begins at its own time.
    fn part_of_period(&self, what: u64, at: Minute, shortest: f64, longest: f64) -> f64 {
        let period = shortest + (longest - shortest) * self.even(what + 200, 0);
        (f64::from(at.0) / period + self.even(what + 300, 0)).fract()
    }

    /// Around 0 with a deviation of 1: four even numbers are near enough.
    fn bell(&self, what: u64, when: u32) -> f64 {
        let sum: f64 = (1..=4).map(|turn| self.even(what + turn * 1000, when)).sum();
        (sum - 2.0) * 3_f64.sqrt()
    }

    /// From 0 up to 1, each as likely, always the same for the same question.
    fn even(&self, what: u64, when: u32) -> f64 {
        let mixed = what.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ u64::from(when).wrapping_mul(0xd1b5_4a32_d192_ed03);
        let number = self.seed.wrapping_add(mixed);
        let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((number ^ (number >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// 0 at midnight, 1 at noon.
fn day_wave(at: Minute) -> f64 {
    (1.0 - (TAU * f64::from(at.0) / DAY).cos()) / 2.0
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use muster_metrics::{Limits, Unit, points_of};
    use proptest::prelude::*;

    use super::*;

    const START: Minute = Minute(29_911_680);

    fn values(block: &Block, metric: Metric, label: &str) -> Vec<f64> {
        points_of(block, &SeriesKey::mean(metric, label)).map(|(_, value)| value).collect()
    }

    #[test]
    fn every_computer_measures_twenty_series_and_nothing_is_missing() {
        for plat in ["linux", "windows"] {
            let block = Samples::new(7, plat).block(START, START.plus(360)).unwrap();
            assert_eq!((block.series().len(), block.points()), (SERIES, SERIES * 360));
            let metrics: BTreeSet<Metric> = block.series().keys().map(|key| key.metric).collect();
            assert_eq!(metrics.len(), Metric::ALL.len());
            for key in block.series().keys() {
                assert_eq!(key.label.is_empty(), key.metric.label().is_none(), "{key:?}");
            }
        }
    }

    #[test]
    fn a_disk_that_is_fuller_has_less_room() {
        let samples = Samples::new(7, "linux");
        let block = samples.block(START, START.plus(1)).unwrap();
        let (used, free) = (Metric::DiskUsed, Metric::DiskFree);
        for mount in ["/", "/home"] {
            let both = values(&block, used, mount)[0] / 100.0
                + values(&block, free, mount)[0] / DISK_BYTES;
            assert!((both - 1.0).abs() < 0.002, "{both}");
        }
    }

    #[test]
    fn the_processor_is_noisy_and_the_network_comes_in_bursts() {
        let block = Samples::new(7, "linux").block(START, START.plus(1440)).unwrap();
        let cpu = values(&block, Metric::Cpu, "");
        let changes = cpu.windows(2).filter(|pair| pair[0] != pair[1]).count();
        assert!(changes > 1200, "{changes}");
        let mut received = values(&block, Metric::NetReceived, "eth0");
        received.sort_by(f64::total_cmp);
        assert!(received[1420] > 20.0 * received[720], "{} {}", received[1420], received[720]);
    }

    #[test]
    fn a_point_takes_about_as_many_bytes_as_one_of_a_real_computer() {
        let block = Samples::new(7, "linux").block(START, START.plus(360)).unwrap();
        let bytes = block.encode().len() as f64 / block.points() as f64;
        assert!((0.3..1.2).contains(&bytes), "{bytes}");
    }

    proptest! {
        #[test]
        fn values_are_possible_and_a_second_time_the_same(
            seed in any::<u64>(), minute in 0..40_000_000_u32,
        ) {
            let samples = Samples::new(seed, "windows");
            let (from, to) = (Minute(minute), Minute(minute + 10));
            let block = samples.block(from, to).unwrap();
            for key in block.series().keys() {
                for value in values(&block, key.metric, &key.label) {
                    let is_possible = match key.metric.unit() {
                        Unit::Percent => (0.0..=100.0).contains(&value),
                        Unit::Celsius => (20.0..=100.0).contains(&value),
                        _ => value >= 0.0,
                    };
                    prop_assert!(is_possible, "{key:?} {value}");
                }
            }
            let later = samples.block(from.plus(5), to).unwrap();
            prop_assert_eq!(block.slice(from.plus(5), to), Some(later));
            let read = Block::decode(&block.encode(), Limits::MESSAGE);
            prop_assert_eq!(read.unwrap(), block);
        }

        #[test]
        fn computers_differ(seed in any::<u64>()) {
            let block = |seed| Samples::new(seed, "linux").block(START, START.plus(5)).unwrap();
            prop_assert_ne!(block(seed), block(seed.wrapping_add(1)));
        }
    }
}
