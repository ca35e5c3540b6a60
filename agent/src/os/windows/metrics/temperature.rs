//! Temperatures, where the firmware tells them; most machines do not.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use muster_metrics::Metric;

use crate::os::RawSample;
use crate::os::windows::wmi_query::{Class, Row, Session};

const ZONES: Class = Class {
    namespace: r"ROOT\WMI",
    name: "MSAcpi_ThermalZoneTemperature",
    condition: "",
    properties: &["InstanceName", "CurrentTemperature"],
};

/// How long the firmware may take.
const LIMIT: Duration = Duration::from_secs(5);

/// What a sensor can measure, in degrees Celsius; firmware without one says 0 kelvin.
const POSSIBLE: RangeInclusive<f64> = -50.0..=150.0;

/// In hundredths of a kelvin.
const ZERO_CELSIUS: i64 = 27_315;

/// Whether there is nothing to ask: it would cost something each minute.
static IS_SILENT: AtomicBool = AtomicBool::new(false);

/// Adds the temperature of each zone, up to so many. Who did not answer once is not
/// asked again until the agent starts the next time.
pub fn add_to(sample: &mut RawSample, most: usize) {
    if IS_SILENT.load(Ordering::Relaxed) {
        return;
    }
    let rows = Session::new(LIMIT).rows(&ZONES, LIMIT).unwrap_or_else(|problem| {
        tracing::debug!(%problem, "temperatures are not known");
        Vec::new()
    });
    IS_SILENT.store(rows.is_empty(), Ordering::Relaxed);
    for (name, celsius) in rows.iter().filter_map(read_zone).take(most) {
        sample.gauge(Metric::Temperature, &name, celsius);
    }
}

/// The name of a zone and its temperature, which is counted in tenths of a kelvin.
fn read_zone(row: &Row) -> Option<(String, f64)> {
    let name = row.get("InstanceName")?.as_str()?;
    // `ACPI\ThermalZone\TZ00_0`: what comes last is its name and a number.
    let name = name.rsplit('\\').next().unwrap_or(name);
    let name = name.strip_suffix("_0").unwrap_or(name);
    let tenths = row.get("CurrentTemperature")?.as_u64()?;
    let hundredths = i64::try_from(tenths).ok()?.checked_mul(10)? - ZERO_CELSIUS;
    let celsius = hundredths as f64 / 100.0;
    POSSIBLE.contains(&celsius).then(|| (name.to_owned(), celsius))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn zone(name: &str, tenths: u32) -> Option<(String, f64)> {
        let fields = json!({ "InstanceName": name, "CurrentTemperature": tenths });
        read_zone(fields.as_object().unwrap())
    }

    #[test]
    fn tenths_of_a_kelvin_become_degrees() {
        assert_eq!(zone(r"ACPI\ThermalZone\TZ00_0", 3102), Some(("TZ00".to_owned(), 37.05)));
        assert_eq!(zone(r"ACPI\ThermalZone\CPUZ_1", 2732), Some(("CPUZ_1".to_owned(), 0.05)));
    }

    #[test]
    fn a_zone_without_a_sensor_is_left_out() {
        assert_eq!(zone(r"ACPI\ThermalZone\TZ00_0", 0), None);
        assert_eq!(zone(r"ACPI\ThermalZone\TZ00_0", 65_535), None);
        assert_eq!(read_zone(&Row::new()), None);
    }
}
