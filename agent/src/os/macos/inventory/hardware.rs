//! Model, processors, graphics and disks, as the system's report names them.

use serde_json::Value;

/// Maker and model of the machine.
pub fn make_model(profile: &Value) -> String {
    let machine = machine(profile);
    match [text(machine, "machine_name"), text(machine, "machine_model")] {
        [None, None] => String::new(),
        [Some(name), Some(model)] => format!("Apple {name} ({model})"),
        [name, model] => format!("Apple {}", name.or(model).unwrap_or_default()),
    }
}

/// One line: the chip, or the processors of a machine with Intel's, and how many cores.
pub fn cpu_models(profile: &Value) -> Vec<String> {
    let machine = machine(profile);
    if let Some(chip) = text(machine, "chip_type") {
        return vec![format!("{chip}{}", cores(&machine["number_processors"]))];
    }
    let Some(kind) = text(machine, "cpu_type") else { return Vec::new() };
    let speed = text(machine, "current_processor_speed");
    let line = speed.map_or(kind.to_owned(), |speed| format!("{kind} {speed}"));
    match machine["packages"].as_u64() {
        Some(count @ 2..) => {
            vec![format!("{count} x {line}{}", cores(&machine["number_processors"]))]
        }
        _ => vec![format!("{line}{}", cores(&machine["number_processors"]))],
    }
}

/// `proc 8:4:4` is eight cores of two kinds; others are a number.
fn cores(value: &Value) -> String {
    let count = match value {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => {
            text.strip_prefix("proc ").and_then(|rest| rest.split(':').next()?.parse().ok())
        }
        _ => None,
    };
    count.map(|count| format!(", {count} cores")).unwrap_or_default()
}

/// One name per graphics processor.
pub fn graphics(profile: &Value) -> Vec<String> {
    let cards = items(&profile["SPDisplaysDataType"]);
    let name = |card: &Value| text(card, "sppci_model").or(text(card, "_name")).map(str::to_owned);
    cards.filter_map(name).collect()
}

/// One line per physical disk: name, model, size, kind.
pub fn physical_disks(profile: &Value) -> Vec<String> {
    let kinds = [("SPNVMeDataType", "NVMe"), ("SPSerialATADataType", "SATA")];
    let mut lines: Vec<String> = Vec::new();
    for (name, kind) in kinds {
        let controllers = items(&profile[name]);
        let disks = controllers.flat_map(|controller| items(&controller["_items"]));
        lines.extend(disks.filter_map(|disk| disk_line(disk, kind)));
    }
    lines.sort();
    lines
}

/// A drive without a medium in it has no size.
fn disk_line(disk: &Value, kind: &str) -> Option<String> {
    let gigabytes = disk["size_in_bytes"].as_u64()?.div_ceil(1_000_000_000);
    let device = text(disk, "bsd_name").unwrap_or("disk");
    let model = text(disk, "device_model").or(text(disk, "_name")).unwrap_or("unknown");
    let health = text(disk, "smart_status").map(|status| format!(", {status}"));
    Some(format!("{device} {model}, {gigabytes} GB, {kind}{}", health.unwrap_or_default()))
}

/// The device that is mounted at a folder.
pub fn device_of(profile: &Value, mount: &str) -> Option<String> {
    let mut volumes = items(&profile["SPStorageDataType"]);
    let volume = volumes.find(|volume| text(volume, "mount_point") == Some(mount))?;
    text(volume, "bsd_name").map(|name| format!("/dev/{name}"))
}

fn machine(profile: &Value) -> &Value {
    &profile["SPHardwareDataType"][0]
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text<'a>(value: &'a Value, name: &str) -> Option<&'a str> {
    value[name].as_str().map(str::trim).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// As an Apple silicon machine and one with Intel's processors report themselves, without
    /// what is not read.
    fn profiles() -> [Value; 2] {
        let apple = json!({
            "SPHardwareDataType": [{ "_name": "hardware_overview", "chip_type": "Apple M2",
                "machine_model": "Mac14,2", "machine_name": "MacBook Air",
                "number_processors": "proc 8:4:4", "physical_memory": "16 GB" }],
            "SPDisplaysDataType": [{ "_name": "Apple M2", "sppci_model": "Apple M2",
                "spdisplays_ndrvs": [{ "_name": "Color LCD" }] }],
            "SPNVMeDataType": [{ "_name": "Apple SSD Controller", "_items": [{
                "_name": "APPLE SSD AP0512Z", "bsd_name": "disk0",
                "device_model": "APPLE SSD AP0512Z", "size_in_bytes": 500_277_792_768_u64,
                "smart_status": "Verified" }] }],
            "SPSerialATADataType": [],
            "SPStorageDataType": [{ "_name": "Macintosh HD", "bsd_name": "disk3s1s1",
                "file_system": "APFS", "mount_point": "/" }],
        });
        let intel = json!({
            "SPHardwareDataType": [{ "cpu_type": "12-Core Intel Xeon E5", "packages": 2,
                "current_processor_speed": "2.7 GHz", "machine_model": "MacPro6,1",
                "number_processors": 24 }],
            "SPDisplaysDataType": [{ "_name": "kHW_AMDFirePro" }],
            "SPSerialATADataType": [{ "_items": [
                { "_name": "optical drive", "bsd_name": "disk9" },
                { "_name": "Samsung SSD 860", "bsd_name": "disk1",
                  "size_in_bytes": 1_000_204_886_016_u64 }] }],
        });
        [apple, intel]
    }

    #[test]
    fn both_kinds_of_machines_are_described() {
        let [apple, intel] = profiles();
        assert_eq!(make_model(&apple), "Apple MacBook Air (Mac14,2)");
        assert_eq!(cpu_models(&apple), ["Apple M2, 8 cores"]);
        assert_eq!(graphics(&apple), ["Apple M2"]);
        let disk = "disk0 APPLE SSD AP0512Z, 501 GB, NVMe, Verified";
        assert_eq!(physical_disks(&apple), [disk]);
        assert_eq!(device_of(&apple, "/").as_deref(), Some("/dev/disk3s1s1"));
        assert_eq!(device_of(&apple, "/Volumes/x"), None);

        assert_eq!(make_model(&intel), "Apple MacPro6,1");
        assert_eq!(cpu_models(&intel), ["2 x 12-Core Intel Xeon E5 2.7 GHz, 24 cores"]);
        assert_eq!(graphics(&intel), ["kHW_AMDFirePro"]);
        assert_eq!(physical_disks(&intel), ["disk1 Samsung SSD 860, 1001 GB, SATA"]);
    }

    #[test]
    fn without_a_report_nothing_is_known() {
        for nothing in [Value::Null, json!({ "SPHardwareDataType": [] }), json!([1])] {
            assert_eq!(make_model(&nothing), "");
            assert_eq!(cpu_models(&nothing), Vec::<String>::new());
            assert_eq!(graphics(&nothing), Vec::<String>::new());
            assert_eq!(physical_disks(&nothing), Vec::<String>::new());
        }
    }
}
