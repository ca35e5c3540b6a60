//! The inventory in full, as JSON: the groups that programs of other people expect, and
//! what they do not know.

use muster_protocol::Disk;
use serde_json::{Map, Value, json};

use super::answers::Answers;
use super::classes::CLASSIC;
use super::hardware::{PhysicalDisk, text};
use super::{group_members, join, security};
use crate::os::InventoryParts;
use crate::os::detail_text::detail_text;
use crate::os::network_interface::Interface;
use crate::os::windows::file_systems;
use crate::os::windows::wmi_query::Row;

/// What is known besides the answers of WMI.
pub struct Facts<'a> {
    pub disks: &'a [Disk],
    pub physical_disks: &'a [PhysicalDisk],
    pub interfaces: &'a [Interface],
    /// What waits for a restart.
    pub pending_reboot: &'a [&'static str],
    /// What other programs were asked for.
    pub parts: &'a InventoryParts,
}

/// All of it as text.
pub fn text_of(answers: &Answers, facts: &Facts<'_>) -> String {
    let mut detail = classic(answers);
    let physical: Vec<Value> = facts.physical_disks.iter().map(PhysicalDisk::to_json).collect();
    let volumes = facts.disks.iter().map(|disk| volume(answers, disk)).collect::<Vec<Value>>();
    let monitors: Vec<Value> = answers.of("monitor_id").iter().map(monitor).collect();
    for (name, value) in [
        ("network", json!(facts.interfaces)),
        ("physical_disks", physical.into()),
        ("volumes", volumes.into()),
        ("pending_reboot", json!(facts.pending_reboot)),
        ("monitors", monitors.into()),
        ("printers", json!(answers.of("printers"))),
        ("local_users", json!(answers.of("local_users"))),
        ("local_groups", group_members::groups(answers).into()),
        ("usb_devices", json!(answers.of("usb_devices"))),
        ("antivirus", security::products(answers, "antivirus").into()),
        ("firewall_products", security::products(answers, "firewall_product").into()),
        ("firewall", security::firewall()),
        ("tpm", security::tpm(answers)),
        ("activation", security::activation(answers).into()),
        ("join", join::describe()),
        ("unknown", json!(answers.unknown)),
    ] {
        detail.insert(name.to_owned(), value);
    }
    facts.parts.add_to(&mut detail);
    detail_text(detail)
}

/// Each row is a list of its own, as it always was; a group that is not known is empty.
fn classic(answers: &Answers) -> Map<String, Value> {
    let rows = |name: &str| answers.of(name).iter().map(|row| json!([row])).collect::<Vec<_>>();
    CLASSIC.iter().map(|name| ((*name).to_owned(), Value::from(rows(name)))).collect()
}

fn volume(answers: &Answers, disk: &Disk) -> Value {
    let label = file_systems::describe(&disk.device).label;
    let bitlocker = security::bitlocker(answers, &disk.device, &disk.source);
    json!({
        "device": disk.device,
        "label": label,
        "fstype": disk.fstype,
        "total": disk.total,
        "bitlocker": bitlocker,
    })
}

/// A monitor, whose texts are lists of letters.
fn monitor(row: &Row) -> Value {
    let letters = |name: &str| -> String {
        let codes = row.get(name).and_then(Value::as_array).into_iter().flatten();
        let codes = codes.map_while(|code| u32::try_from(code.as_u64()?).ok());
        let letters = codes.take_while(|code| *code != 0).filter_map(char::from_u32);
        letters.collect::<String>().trim().to_owned()
    };
    let mut fields = json!({ "id": text(row, "InstanceName") });
    for (name, property) in [
        ("name", "UserFriendlyName"),
        ("maker", "ManufacturerName"),
        ("serial_number", "SerialNumberID"),
    ] {
        let text = letters(property);
        if !text.is_empty() {
            fields[name] = text.into();
        }
    }
    if let Some(year) = row.get("YearOfManufacture") {
        fields["year"] = year.clone();
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::Problem;

    fn answers(group: &'static str, rows: Value) -> Answers {
        let mut answers = Answers::default();
        answers.add(group, Ok(serde_json::from_value(rows).unwrap()));
        answers
    }

    #[test]
    fn groups_have_the_shape_that_programs_expect() {
        let cores = json!([{ "Name": "A", "NumberOfCores": 8 }, { "Name": "B" }]);
        let found = classic(&answers("cpu", cores));
        assert_eq!(found["cpu"], json!([[{ "Name": "A", "NumberOfCores": 8 }], [{ "Name": "B" }]]));
        assert_eq!(found.len(), CLASSIC.len());
        assert_eq!(found["usb"], json!([]));
    }

    #[test]
    fn local_accounts_are_part_of_it() {
        let user = json!([{ "Name": "ann", "SID": "S-1-5-21-1-2-3-1001", "Disabled": true }]);
        let mut known = answers("local_users", user.clone());
        known.add("local_groups", Err(Problem::failed("denied")));
        let denied = Err(Problem::failed("it needs an administrator"));
        let parts = InventoryParts { sessions: Vec::new(), wake_timers: denied };
        let facts = Facts {
            disks: &[],
            physical_disks: &[],
            interfaces: &[],
            pending_reboot: &[],
            parts: &parts,
        };
        let detail: Value = serde_json::from_str(&text_of(&known, &facts)).unwrap();
        assert_eq!((&detail["local_users"], &detail["local_groups"]), (&user, &json!([])));
        assert_eq!(detail["unknown"]["local_groups"], "denied");
        assert_eq!(detail["unknown"]["wake_timers"], "it needs an administrator");
        assert_eq!(detail["sessions"], json!([]));
    }

    #[test]
    fn a_monitor_is_read_letter_by_letter() {
        let row = json!({ "InstanceName": r"DISPLAY\DEL40F2\5&1", "ManufacturerName": [68, 69, 76],
            "UserFriendlyName": [68, 69, 76, 76, 32, 85, 50, 52, 0, 0], "SerialNumberID": [0],
            "YearOfManufacture": 2019 });
        let expected = json!({ "id": r"DISPLAY\DEL40F2\5&1", "maker": "DEL", "name": "DELL U24",
            "year": 2019 });
        assert_eq!(monitor(row.as_object().unwrap()), expected);
    }
}
