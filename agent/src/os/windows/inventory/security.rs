//! What protects the machine: antivirus, firewall, encryption, TPM, and whether Windows
//! is activated. The numbers of Windows become words.

use serde_json::{Map, Value, json};

use super::answers::Answers;
use super::hardware::text;
use crate::os::windows::registry_values::{machine_key, number};
use crate::os::windows::wmi_query::Row;

/// Where the firewall keeps what somebody set here, and where a domain sets it.
const FIREWALL: &str = r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy";
const FIREWALL_POLICY: &str = r"SOFTWARE\Policies\Microsoft\WindowsFirewall";

/// A kind of network, the firewall's key for it, and that of the policy.
const PROFILES: [(&str, &str, &str); 3] = [
    ("domain", "DomainProfile", "DomainProfile"),
    ("private", "StandardProfile", "PrivateProfile"),
    ("public", "PublicProfile", "PublicProfile"),
];

/// The security products of a group, with their state.
pub fn products(answers: &Answers, group: &str) -> Vec<Value> {
    answers.of(group).iter().map(product).collect()
}

fn product(row: &Row) -> Value {
    let mut fields = json!({ "name": text(row, "displayName") });
    if let Some(state) = row.get("productState").and_then(Value::as_u64) {
        // Three bytes: what it is, whether it works, whether its signatures are old.
        fields["enabled"] = (state >> 12 & 0xf == 1).into();
        fields["up_to_date"] = (state >> 4 & 0xf == 0).into();
    }
    fields
}

/// Whether Windows' own firewall is on, by kind of network.
pub fn firewall() -> Value {
    let setting = |path: String| number(&machine_key(&path)?, "EnableFirewall");
    let read = |(name, own, policy): (&str, &str, &str)| {
        let policy = setting(format!(r"{FIREWALL_POLICY}\{policy}"));
        let enabled = policy.or_else(|| setting(format!(r"{FIREWALL}\{own}")))?;
        Some((name.to_owned(), Value::from(enabled != 0)))
    };
    PROFILES.into_iter().filter_map(read).collect::<Map<String, Value>>().into()
}

/// `on` or `off`; `unknown` without the right to ask, and where BitLocker is not part of
/// this Windows.
pub fn bitlocker(answers: &Answers, drive: &str, volume_path: &str) -> &'static str {
    let is_it = |row: &&Row| {
        let (letter, path) = (text(row, "DriveLetter"), text(row, "DeviceID"));
        letter.eq_ignore_ascii_case(drive)
            || (!path.is_empty() && path.eq_ignore_ascii_case(volume_path))
    };
    let row = answers.of("encryptable_volume").iter().find(is_it);
    match row.and_then(|row| row.get("ProtectionStatus")?.as_u64()) {
        Some(0) => "off",
        Some(1) => "on",
        _ => "unknown",
    }
}

/// The TPM; null when that is not known.
pub fn tpm(answers: &Answers) -> Value {
    if !answers.knows("tpm") {
        return Value::Null;
    }
    let Some(row) = answers.of("tpm").first() else { return json!({ "present": false }) };
    let mut fields = json!({ "present": true });
    for (name, property) in [
        ("version", "SpecVersion"),
        ("manufacturer", "ManufacturerIdTxt"),
        ("firmware", "ManufacturerVersion"),
        ("enabled", "IsEnabled_InitialValue"),
        ("activated", "IsActivated_InitialValue"),
        ("owned", "IsOwned_InitialValue"),
    ] {
        if let Some(value) = row.get(property) {
            fields[name] = value.clone();
        }
    }
    fields
}

/// The products of Windows that have a key, and whether they are activated.
pub fn activation(answers: &Answers) -> Vec<Value> {
    let describe = |row: &Row| {
        let status = match row.get("LicenseStatus").and_then(Value::as_u64) {
            Some(0) => "not licensed",
            Some(1) => "licensed",
            Some(2) => "grace period after installation",
            Some(3) => "grace period after a change of hardware",
            Some(4) => "not genuine",
            Some(5) => "notification",
            Some(6) => "extended grace period",
            _ => "unknown",
        };
        let (name, about) = (text(row, "Name"), text(row, "Description"));
        let key = text(row, "PartialProductKey");
        json!({ "name": name, "description": about, "key_end": key, "status": status })
    };
    answers.of("activation").iter().map(describe).collect()
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
    fn the_state_of_a_product_is_told_by_its_bytes() {
        let product = |state: u32| json!({ "displayName": "Defender", "productState": state });
        let states = [397_568, 397_584, 393_472].map(product);
        let found = products(&answers("antivirus", json!(states)), "antivirus");
        let expected = [(true, true), (true, false), (false, true)].map(|(enabled, is_new)| {
            json!({ "name": "Defender", "enabled": enabled, "up_to_date": is_new })
        });
        assert_eq!(found, expected);
        let nameless = answers("antivirus", json!([{ "displayName": "X" }]));
        assert_eq!(products(&nameless, "antivirus"), [json!({ "name": "X" })]);
    }

    #[test]
    fn a_volume_is_encrypted_or_not_or_nobody_knows() {
        let volumes = json!([
            { "DeviceID": r"\\?\Volume{1}\", "DriveLetter": "C:", "ProtectionStatus": 1 },
            { "DeviceID": r"\\?\Volume{2}\", "ProtectionStatus": 0 },
            { "DeviceID": r"\\?\Volume{3}\", "DriveLetter": "E:", "ProtectionStatus": 2 },
        ]);
        let known = answers("encryptable_volume", volumes);
        assert_eq!(bitlocker(&known, "C:", ""), "on");
        assert_eq!(bitlocker(&known, r"C:\Data", r"\\?\Volume{2}\"), "off");
        assert_eq!(bitlocker(&known, "E:", r"\\?\Volume{3}\"), "unknown");
        assert_eq!(bitlocker(&known, r"C:\Other", ""), "unknown");
        assert_eq!(bitlocker(&Answers::default(), "C:", ""), "unknown");
    }

    #[test]
    fn a_tpm_that_is_missing_differs_from_one_that_nobody_may_ask() {
        assert_eq!(tpm(&answers("tpm", json!([]))), json!({ "present": false }));
        let mut denied = Answers::default();
        denied.add("tpm", Err(Problem::failed("denied")));
        assert_eq!(tpm(&denied), Value::Null);
        let row = json!([{ "SpecVersion": "2.0, 0, 1.38", "IsEnabled_InitialValue": true }]);
        let expected = json!({ "present": true, "version": "2.0, 0, 1.38", "enabled": true });
        assert_eq!(tpm(&answers("tpm", row)), expected);
    }

    #[test]
    fn the_activation_is_told_in_words() {
        let row = json!([{ "Name": "Windows(R), Professional edition", "LicenseStatus": 1,
            "Description": "Windows(R) Operating System, OEM_DM channel",
            "PartialProductKey": "3V66T" }]);
        let found = activation(&answers("activation", row));
        assert_eq!(
            (&found[0]["status"], &found[0]["key_end"]),
            (&json!("licensed"), &json!("3V66T"))
        );
    }

    #[test]
    fn the_firewall_of_this_machine_is_on_or_off_where_it_is_known() {
        let states = firewall();
        assert!(states.as_object().unwrap().values().all(Value::is_boolean), "{states}");
    }
}
