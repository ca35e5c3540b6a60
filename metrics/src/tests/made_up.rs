//! Made-up days of a computer.

use crate::{Block, Metric, Minute, SeriesKey, Step};

/// Numbers that are the same in every run.
pub struct Noise(u64);

impl Noise {
    pub fn new(seed: u64) -> Noise {
        Noise(seed)
    }

    /// From 0 up to 1, each as likely.
    pub fn even(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let number = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((number ^ (number >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Around 0 with a deviation of 1: twelve even numbers are near enough.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.even()).sum::<f64>() - 6.0
    }
}

/// Six hours, as they are stored, of one metric.
pub fn window(metric: Metric, value: impl FnMut(u32) -> f64) -> Block {
    window_of(360, metric, value)
}

pub fn window_of(length: usize, metric: Metric, mut value: impl FnMut(u32) -> f64) -> Block {
    let start = Minute(29_000_160);
    let mut block = Block::new(Step::Minute, start, length).unwrap();
    for minute in 0..length as u32 {
        let label = metric.label().map_or("", |_| "eth0");
        let value = value(minute);
        block.set(SeriesKey::mean(metric, label), start.plus(minute), value).unwrap();
    }
    block
}
