//! Processors, graphics cards and physical disks, from the rows of WMI. Pure, apart from
//! the registry that is read where WMI says nothing.

use serde_json::{Value, json};

use super::answers::Answers;
use crate::os::machine_id::is_meaningless;
use crate::os::windows::registry_values::machine_text;
use crate::os::windows::wmi_query::Row;

const PROCESSOR: &str = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0";

/// The text of a property; empty when there is none.
pub fn text<'a>(row: &'a Row, name: &str) -> &'a str {
    row.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn number(row: &Row, name: &str) -> Option<u64> {
    row.get(name).and_then(Value::as_u64)
}

/// Maker and model: what the firmware says, else WMI.
pub fn make_model(answers: &Answers, of_firmware: &str) -> String {
    let Some(row) = answers.of("comp_sys").first().filter(|_| of_firmware.is_empty()) else {
        return of_firmware.to_owned();
    };
    let known = ["Manufacturer", "Model"].into_iter().map(|name| text(row, name));
    known.filter(|text| !is_meaningless(text)).collect::<Vec<&str>>().join(" ").trim().to_owned()
}

/// The serial number: what the firmware says, else WMI.
pub fn serial_number(answers: &Answers, of_firmware: &str) -> String {
    let of_wmi = answers.of("bios").first().map(|row| text(row, "SerialNumber"));
    let of_wmi = of_wmi.filter(|_| of_firmware.is_empty()).filter(|text| !is_meaningless(text));
    of_wmi.unwrap_or(of_firmware).to_owned()
}

/// One line per kind of processor, with how many sockets hold it.
pub fn cpu_models(answers: &Answers) -> Vec<String> {
    let models = count_models(answers.of("cpu"));
    if !models.is_empty() {
        return models;
    }
    // Each core is a processor there, so the sockets cannot be counted.
    let model = machine_text(PROCESSOR, "ProcessorNameString");
    Some(model).filter(|model| !model.is_empty()).into_iter().collect()
}

fn count_models(rows: &[Row]) -> Vec<String> {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for name in rows.iter().map(|row| text(row, "Name")).filter(|name| !name.is_empty()) {
        match counts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counts.push((name, 1)),
        }
    }
    let line = |(name, count): (&str, usize)| match count {
        1 => name.to_owned(),
        _ => format!("{count} x {name}"),
    };
    counts.into_iter().map(line).collect()
}

/// The graphics cards in one line.
pub fn graphics(answers: &Answers) -> String {
    let names = answers.of("graphics").iter().map(|row| text(row, "Name"));
    names.filter(|name| !name.is_empty()).collect::<Vec<&str>>().join(", ")
}

/// One disk, as far as it is known.
#[derive(Debug, Default, PartialEq)]
pub struct PhysicalDisk {
    name: String,
    serial: String,
    firmware: String,
    size: u64,
    /// `NVMe`, `SSD`, `HDD`, `USB`, `virtual`; empty when unknown.
    kind: &'static str,
    /// `healthy`, `warning`, `unhealthy`; empty when unknown.
    health: &'static str,
}

/// The disks. The newer class knows their kind and health; where it is missing or
/// broken, the older one knows the rest.
pub fn physical_disks(answers: &Answers) -> Vec<PhysicalDisk> {
    let mut rows: Vec<&Row> = answers.of("physical_disk").iter().collect();
    // A number that is written as text: 10 comes after 9.
    rows.sort_by_key(|row| text(row, "DeviceId").parse().unwrap_or(u64::MAX));
    if !rows.is_empty() {
        return rows.into_iter().map(disk_of_storage).collect();
    }
    answers.of("disk").iter().map(disk_of_drive).collect()
}

fn disk_of_storage(row: &Row) -> PhysicalDisk {
    let kind = match (number(row, "BusType"), number(row, "MediaType")) {
        (Some(17), _) => "NVMe",
        (Some(7), _) => "USB",
        (Some(12 | 13), _) => "flash",
        (Some(14..=16), _) => "virtual",
        (_, Some(3)) => "HDD",
        (_, Some(4)) => "SSD",
        (_, Some(5)) => "SCM",
        _ => "",
    };
    let health = match number(row, "HealthStatus") {
        Some(0) => "healthy",
        Some(1) => "warning",
        Some(2) => "unhealthy",
        _ => "",
    };
    PhysicalDisk {
        name: text(row, "FriendlyName").to_owned(),
        serial: text(row, "SerialNumber").to_owned(),
        firmware: text(row, "FirmwareVersion").to_owned(),
        size: number(row, "Size").unwrap_or(0),
        kind,
        health,
    }
}

fn disk_of_drive(row: &Row) -> PhysicalDisk {
    PhysicalDisk {
        name: text(row, "Model").to_owned(),
        serial: text(row, "SerialNumber").to_owned(),
        firmware: text(row, "FirmwareRevision").to_owned(),
        size: number(row, "Size").unwrap_or(0),
        kind: if text(row, "InterfaceType") == "USB" { "USB" } else { "" },
        health: match text(row, "Status") {
            "OK" => "healthy",
            "Pred Fail" | "Degraded" => "warning",
            "Error" => "unhealthy",
            _ => "",
        },
    }
}

impl PhysicalDisk {
    /// Name, size, kind and health, as far as they are known.
    pub fn line(&self) -> String {
        const GIGABYTE: u64 = 1_000_000_000;
        let size = Some(self.size).filter(|size| *size > 0);
        let size = size.map(|size| format!("{} GB", size.div_ceil(GIGABYTE))).unwrap_or_default();
        let parts = [&*self.name, &*size, self.kind, self.health].into_iter();
        parts.filter(|part| !part.is_empty()).collect::<Vec<&str>>().join(", ")
    }

    /// The same with the rest, for programs.
    pub fn to_json(&self) -> Value {
        let mut fields = json!({ "name": self.name });
        let texts = [
            ("serial_number", &*self.serial),
            ("firmware", &*self.firmware),
            ("kind", self.kind),
            ("health", self.health),
        ];
        for (name, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            fields[name] = text.into();
        }
        if self.size > 0 {
            fields["size"] = self.size.into();
        }
        fields
    }
}
