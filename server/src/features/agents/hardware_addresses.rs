//! The hardware addresses of a machine, out of its inventory.

use serde_json::Value;

/// Every network card's address in an inventory's detail, `aa:bb:cc:dd:ee:ff`.
///
/// Linux and macOS: `network[].mac`. Windows: `MACAddress` anywhere in
/// `network_config` and `network_adapter`.
pub fn hardware_addresses(detail: &str) -> Vec<String> {
    let detail: Value = serde_json::from_str(detail).unwrap_or_default();
    let mut addresses = Vec::new();
    for group in ["network", "network_config", "network_adapter"] {
        collect(&detail[group], &mut addresses);
    }
    addresses.sort();
    addresses.dedup();
    addresses
}

fn collect(value: &Value, addresses: &mut Vec<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, addresses)),
        Value::Object(fields) => {
            for (name, field) in fields {
                match field.as_str() {
                    Some(text) if name == "mac" || name == "MACAddress" => {
                        addresses.extend(address(text));
                    }
                    _ => collect(field, addresses),
                }
            }
        }
        _ => {}
    }
}

/// One address in our notation; `None` for other text and for no real card.
fn address(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase().replace('-', ":");
    let mut pairs = text.split(':');
    let is_pair = |pair: &str| pair.len() == 2 && pair.bytes().all(|b| b.is_ascii_hexdigit());
    let is_address = pairs.clone().count() == 6 && pairs.all(is_pair);
    (is_address && text != "00:00:00:00:00:00").then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_the_inventories_of_all_systems() {
        let linux = r#"{"network": [{"name": "eth0", "mac": "AA:bb:cc:dd:ee:01", "addresses": []},
                                    {"name": "tun0", "mac": "00:00:00:00:00:00"},
                                    {"name": "ib0", "mac": "not one"}]}"#;
        assert_eq!(hardware_addresses(linux), ["aa:bb:cc:dd:ee:01"]);
        let windows = r#"{"network_adapter": [[{"MACAddress": "AA-BB-CC-DD-EE-02"}]],
                          "network_config": [[{"MACAddress": "AA:BB:CC:DD:EE:02"}], [{}]]}"#;
        assert_eq!(hardware_addresses(windows), ["aa:bb:cc:dd:ee:02"]);
        assert_eq!(hardware_addresses("{}"), Vec::<String>::new());
        assert_eq!(hardware_addresses("no JSON"), Vec::<String>::new());
    }
}
