//! What the machine belongs to: a domain or a workgroup, and an organisation of Entra.

use serde_json::{Value, json};
use windows::Win32::NetworkManagement::NetManagement::{
    NetGetJoinInformation, NetSetupDomainName, NetSetupUnknownStatus, NetSetupWorkgroupName,
};
use windows::core::{PCWSTR, PWSTR};
use winreg::RegKey;

use super::net_buffer::NetBuffer;
use crate::os::windows::registry_values::{machine_key, names_below, text};

const ENTRA: &str = r"SYSTEM\CurrentControlSet\Control\CloudDomainJoin";

/// `domain` or `workgroup`, and `entra`; what it does not belong to is left out.
pub fn describe() -> Value {
    let mut fields = json!({});
    if let Some((kind, name)) = domain_or_workgroup() {
        fields[kind] = name.into();
    }
    if let Some(entra) = machine_key(ENTRA).and_then(|key| entra_of(&key)) {
        fields["entra"] = entra;
    }
    fields
}

/// Each join has a key, with the certificate's mark as its name.
fn entra_of(key: &RegKey) -> Option<Value> {
    let joins = key.open_subkey("JoinInfo").ok()?;
    let join = joins.open_subkey(names_below(&joins).first()?).ok()?;
    let tenant = text(&join, "TenantId");
    let about = key.open_subkey(format!(r"TenantInfo\{tenant}")).ok();
    let name = about.map(|about| text(&about, "DisplayName")).unwrap_or_default();
    let mut fields = json!({});
    for (field, text) in
        [("tenant_id", tenant), ("tenant_name", name), ("joined_by", text(&join, "UserEmail"))]
    {
        if !text.is_empty() {
            fields[field] = text.into();
        }
    }
    Some(fields)
}

#[expect(unsafe_code, reason = "only Windows knows its domain")]
fn domain_or_workgroup() -> Option<(&'static str, String)> {
    let (mut name, mut status) = (PWSTR::null(), NetSetupUnknownStatus);
    // SAFETY: both variables live longer than the call; no name of a server means this one.
    let answer = unsafe { NetGetJoinInformation(PCWSTR::null(), &raw mut name, &raw mut status) };
    let buffer = NetBuffer::new(name.as_ptr());
    if answer != 0 || buffer.is_null() {
        return None;
    }
    // SAFETY: Windows wrote a text that ends with a zero, which lives as long as `buffer`.
    let name = String::from_utf16_lossy(unsafe { name.as_wide() });
    let kinds = [(NetSetupDomainName, "domain"), (NetSetupWorkgroupName, "workgroup")];
    let (_, kind) = kinds.into_iter().find(|(known, _)| *known == status && !name.is_empty())?;
    Some((kind, name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::windows::registry_values::test_key::TestKey;

    #[test]
    fn a_machine_that_joined_entra_knows_where() {
        let root = TestKey::new("entra");
        assert_eq!(entra_of(&root), None);
        let tenant = "7f0b2b1a-0000-4000-8000-1f2e3d4c5b6a";
        let (join, _) = root.create_subkey(r"JoinInfo\0A1B2C").unwrap();
        join.set_value("TenantId", &tenant).unwrap();
        join.set_value("UserEmail", &"ann@example.com").unwrap();
        let without_name = json!({ "tenant_id": tenant, "joined_by": "ann@example.com" });
        assert_eq!(entra_of(&root), Some(without_name));
        let (about, _) = root.create_subkey(format!(r"TenantInfo\{tenant}")).unwrap();
        about.set_value("DisplayName", &"Example").unwrap();
        assert_eq!(entra_of(&root).unwrap()["tenant_name"], "Example");
    }

    #[test]
    fn this_machine_belongs_to_one_of_both_at_most() {
        let fields = describe();
        let fields = fields.as_object().unwrap();
        assert!(!(fields.contains_key("domain") && fields.contains_key("workgroup")), "{fields:?}");
    }
}
