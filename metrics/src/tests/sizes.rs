//! How many bytes a point takes, on made-up days.

use super::made_up::{Noise, window, window_of};
use crate::{Block, Limits, Metric};

/// The bytes of a block for each of its points, all its headers included.
fn size(block: &Block) -> f64 {
    let bytes = block.encode();
    assert_eq!(Block::decode(&bytes, Limits::STORED).as_ref(), Ok(block));
    bytes.len() as f64 / block.points() as f64
}

fn assert_size(block: &Block, limit: f64) {
    let size = size(block);
    assert!(size <= limit, "{size:.3} bytes a point instead of {limit}");
}

#[test]
fn a_constant_takes_next_to_nothing() {
    assert_size(&window(Metric::Memory, |_| 41.7), 0.06);
}

#[test]
fn processor_noise_takes_a_byte() {
    let mut noise = Noise::new(1);
    assert_size(&window(Metric::Cpu, |_| (30.0 + 5.0 * noise.normal()).max(0.0)), 1.1);
}

#[test]
fn network_rates_over_three_decades_take_less_than_a_byte_and_a_half() {
    let mut noise = Noise::new(2);
    assert_size(&window(Metric::NetReceived, |_| 1e3 * 1e3_f64.powf(noise.even())), 1.35);
}

#[test]
fn a_quiet_network_with_bursts_takes_less_than_its_noise() {
    let mut noise = Noise::new(3);
    let burst = |minute: u32, noise: &mut Noise| {
        let level = if minute % 60 < 4 { 5e6 } else { 800.0 };
        level * (1.0 + 0.05 * noise.normal()).max(0.1)
    };
    assert_size(&window(Metric::NetSent, |minute| burst(minute, &mut noise)), 0.9);
}

#[test]
fn a_disk_that_fills_slowly_takes_a_fraction_of_a_byte() {
    assert_size(&window(Metric::DiskUsed, |minute| 61.0 + f64::from(minute) * 0.004), 0.12);
    let filling = |minute: u32| 2e11 - f64::from(minute) * 300_000.0;
    assert_size(&window(Metric::DiskFree, filling), 0.25);
}

#[test]
fn a_temperature_takes_half_a_byte() {
    let mut noise = Noise::new(4);
    let mut level = 48.0;
    let mut drift = |_| {
        level += 0.2 * noise.normal();
        level
    };
    assert_size(&window(Metric::Temperature, &mut drift), 0.5);
}

#[test]
fn a_message_of_five_minutes_is_no_longer_than_its_numbers_in_text() {
    let mut noise = Noise::new(5);
    let block = window_of(5, Metric::Cpu, |_| 30.0 + 5.0 * noise.normal());
    assert!(block.encode().len() <= 25, "{}", block.encode().len());
}
