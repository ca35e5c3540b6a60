//! Tests of the hardware, with rows as WMI documents them.

use serde_json::{Value, json};

use super::answers::Answers;
use super::hardware::*;
use crate::os::windows::wmi_query::Row;

fn rows(rows: Value) -> Vec<Row> {
    serde_json::from_value(rows).unwrap()
}

fn answers(group: &'static str, found: Value) -> Answers {
    let mut answers = Answers::default();
    answers.add(group, Ok(rows(found)));
    answers
}

fn lines(answers: &Answers) -> Vec<String> {
    physical_disks(answers).iter().map(PhysicalDisk::line).collect()
}

#[test]
fn the_firmware_is_asked_before_wmi() {
    let system = json!([{ "Manufacturer": "QEMU", "Model": "To Be Filled By O.E.M." }]);
    let system = answers("comp_sys", system);
    assert_eq!(make_model(&system, "LENOVO 20XW"), "LENOVO 20XW");
    assert_eq!(make_model(&system, ""), "QEMU");
    assert_eq!(make_model(&Answers::default(), ""), "");
    let bios = answers("bios", json!([{ "SerialNumber": "PF2ABCDE" }]));
    assert_eq!(serial_number(&bios, "R90X"), "R90X");
    assert_eq!(serial_number(&bios, ""), "PF2ABCDE");
    let none = answers("bios", json!([{ "SerialNumber": "Default string" }]));
    assert_eq!(serial_number(&none, ""), "");
}

#[test]
fn processors_are_counted_by_socket() {
    let xeon = json!({ "Name": "Intel(R) Xeon(R) Gold 6130 CPU @ 2.10GHz" });
    let found = cpu_models(&answers("cpu", json!([xeon, xeon])));
    assert_eq!(found, ["2 x Intel(R) Xeon(R) Gold 6130 CPU @ 2.10GHz"]);
    let found = cpu_models(&answers("cpu", json!([{ "Name": "A" }, { "Name": "B" }])));
    assert_eq!(found, ["A", "B"]);
}

#[test]
fn graphics_cards_are_one_line() {
    let cards = json!([{ "Name": "Intel(R) UHD Graphics 770" }, {}, { "Name": "NVIDIA T400" }]);
    let found = graphics(&answers("graphics", cards));
    assert_eq!(found, "Intel(R) UHD Graphics 770, NVIDIA T400");
}

#[test]
fn disks_have_a_kind_and_a_health_where_windows_knows_them() {
    let found = lines(&answers(
        "physical_disk",
        json!([
            { "DeviceId": "10", "FriendlyName": "ST4000DM004", "MediaType": 3, "BusType": 11,
              "HealthStatus": 1, "Size": 4_000_787_030_016_u64 },
            { "DeviceId": "0", "FriendlyName": "Samsung SSD 980 PRO 1TB", "MediaType": 4,
              "BusType": 17, "HealthStatus": 0, "Size": 1_000_204_886_016_u64 },
            { "DeviceId": "9", "FriendlyName": "Msft Virtual Disk", "MediaType": 0, "BusType": 15,
              "HealthStatus": 5, "Size": 0 },
        ]),
    ));
    let expected = [
        "Samsung SSD 980 PRO 1TB, 1001 GB, NVMe, healthy",
        "Msft Virtual Disk, virtual",
        "ST4000DM004, 4001 GB, HDD, warning",
    ];
    assert_eq!(found, expected);
}

#[test]
fn without_the_newer_class_the_older_one_is_good_enough() {
    let mut answers = answers(
        "disk",
        json!([
            { "Index": 0, "Model": "VMware Virtual disk", "InterfaceType": "SCSI", "Status": "OK",
              "Size": 53_686_402_560_u64 },
            { "Index": 1, "Model": "SanDisk Cruzer", "InterfaceType": "USB",
              "Status": "Pred Fail" },
        ]),
    );
    answers.add("physical_disk", Ok(Vec::new()));
    let expected = ["VMware Virtual disk, 54 GB, healthy", "SanDisk Cruzer, USB, warning"];
    assert_eq!(lines(&answers), expected);
}

#[test]
fn what_is_not_known_of_a_disk_is_left_out() {
    let disk = json!([{ "FriendlyName": "Disk", "SerialNumber": "S1", "Size": 5, "BusType": 11 }]);
    let disks = physical_disks(&answers("physical_disk", disk));
    let expected = json!({ "name": "Disk", "serial_number": "S1", "size": 5 });
    assert_eq!(disks[0].to_json(), expected);
}
