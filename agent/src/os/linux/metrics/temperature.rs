//! Temperatures, where the machine has sensors that the kernel knows.

use std::collections::HashMap;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use muster_metrics::Metric;

use crate::os::RawSample;

/// What a sensor may say. One that is not connected says anything.
const PLAUSIBLE: RangeInclusive<f64> = -50.0..=150.0;

/// Reading it can keep a disk from ever spinning down.
const NOT_ASKED: &str = "drivetemp";

/// Adds the temperature of each sensor chip, up to so many. Most machines list
/// theirs under `hwmon`; some small ones only have thermal zones.
pub fn add_to(sample: &mut RawSample, most: usize) {
    let mut found = read_chips(Path::new("/sys/class/hwmon"));
    if found.is_empty() {
        found = read_zones(Path::new("/sys/class/thermal"));
    }
    found.truncate(most);
    for (label, celsius) in with_numbers(found) {
        sample.gauge(Metric::Temperature, &label, celsius);
    }
}

/// One value per chip, its first: that is the whole processor or disk, and those
/// after it are its cores and parts.
fn read_chips(folder: &Path) -> Vec<(String, f64)> {
    let chip = |path: PathBuf| {
        let name = read_line(&path.join("name")).filter(|name| name != NOT_ASKED)?;
        let mut inputs = (1..=3).map(|number| path.join(format!("temp{number}_input")));
        Some((name, inputs.find_map(|input| read_celsius(&input))?))
    };
    entries(folder, "hwmon").into_iter().filter_map(chip).collect()
}

fn read_zones(folder: &Path) -> Vec<(String, f64)> {
    let zone =
        |path: PathBuf| Some((read_line(&path.join("type"))?, read_celsius(&path.join("temp"))?));
    entries(folder, "thermal_zone").into_iter().filter_map(zone).collect()
}

/// The folders whose names begin so, in an order that lasts over restarts: by
/// the device they belong to. The kernel numbers them as it finds them.
fn entries(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let is_one = |path: &PathBuf| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix))
    };
    let found = entries.flatten().map(|entry| entry.path()).filter(is_one);
    let mut found: Vec<PathBuf> = found.filter_map(|path| fs::canonicalize(path).ok()).collect();
    found.sort();
    found
}

fn read_line(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    Some(text.trim().to_owned()).filter(|line| !line.is_empty())
}

/// The kernel counts thousandths of a degree.
fn read_celsius(path: &Path) -> Option<f64> {
    let celsius = read_line(path)?.parse::<f64>().ok()? / 1000.0;
    PLAUSIBLE.contains(&celsius).then_some(celsius)
}

/// Numbers the second and further sensors of one name: `nvme`, `nvme 2`.
fn with_numbers(found: Vec<(String, f64)>) -> Vec<(String, f64)> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let number = |(name, celsius): (String, f64)| {
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        match *count {
            1 => (name, celsius),
            number => (format!("{name} {number}"), celsius),
        }
    };
    found.into_iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, files: &[(&str, &str)]) {
        fs::create_dir_all(folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
    }

    fn named(name: &str, celsius: f64) -> (String, f64) {
        (name.to_owned(), celsius)
    }

    #[test]
    fn each_chip_has_one_temperature() {
        let folder = tempfile::tempdir().unwrap();
        let chip = |number: usize, files: &[(&str, &str)]| {
            write(&folder.path().join(format!("hwmon{number}")), files);
        };
        chip(0, &[("name", "coretemp\n"), ("temp1_input", "45500\n"), ("temp2_input", "44000\n")]);
        chip(1, &[("name", "nvme\n"), ("temp1_input", "38850\n")]);
        chip(2, &[("name", "nvme\n"), ("temp1_input", "40000\n")]);
        chip(3, &[("name", "drivetemp\n"), ("temp1_input", "30000\n")]);
        chip(4, &[("name", "nct6775\n"), ("temp1_input", "-273000\n"), ("temp2_input", "31000\n")]);
        chip(5, &[("name", "BAT0\n"), ("in0_input", "12000\n")]);
        chip(6, &[("name", "odd\n"), ("temp1_input", "warm\n")]);
        write(&folder.path().join("other"), &[("name", "x\n"), ("temp1_input", "1000\n")]);

        let expected = [
            named("coretemp", 45.5),
            named("nvme", 38.85),
            named("nvme 2", 40.0),
            named("nct6775", 31.0),
        ];
        assert_eq!(with_numbers(read_chips(folder.path())), expected);
    }

    #[test]
    fn zones_are_read_where_there_is_no_chip() {
        let folder = tempfile::tempdir().unwrap();
        write(
            &folder.path().join("thermal_zone0"),
            &[("type", "cpu-thermal\n"), ("temp", "51121\n")],
        );
        write(&folder.path().join("thermal_zone1"), &[("type", "gpu\n")]);
        write(&folder.path().join("cooling_device0"), &[("type", "fan\n"), ("temp", "1\n")]);

        assert_eq!(read_zones(folder.path()), [named("cpu-thermal", 51.121)]);
        assert_eq!(read_chips(&folder.path().join("none")), []);
    }
}
