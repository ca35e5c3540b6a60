//! Graphics cards, by what the PCI bus says of them.

use std::fs;

use super::text_file::read_line;

/// Where distributions keep the names of PCI devices.
const NAME_FILES: [&str; 3] =
    ["/usr/share/misc/pci.ids", "/usr/share/hwdata/pci.ids", "/usr/share/pci.ids"];

/// One name per card.
pub fn cards() -> Vec<String> {
    let Ok(folder) = fs::read_dir("/sys/bus/pci/devices") else { return Vec::new() };
    let mut ids: Vec<(String, String)> = folder
        .flatten()
        .map(|entry| entry.path().to_string_lossy().into_owned())
        .filter(|path| read_line(&format!("{path}/class")).starts_with("0x03"))
        .map(|path| (pci_id(&format!("{path}/vendor")), pci_id(&format!("{path}/device"))))
        .collect();
    ids.sort();
    if ids.is_empty() {
        return Vec::new();
    }
    let names = NAME_FILES.iter().find_map(|path| fs::read(path).ok()).unwrap_or_default();
    let names = String::from_utf8_lossy(&names);
    ids.iter().map(|(vendor, device)| name_of(&names, vendor, device)).collect()
}

fn pci_id(path: &str) -> String {
    read_line(path).trim_start_matches("0x").to_owned()
}

/// Looks a card up in a list with vendors at the margin and devices one tab in.
fn name_of(names: &str, vendor: &str, device: &str) -> String {
    let is_vendor = |line: &&str| line.starts_with(vendor) && line[vendor.len()..].starts_with(' ');
    let mut lines = names.lines().skip_while(|line| !is_vendor(line));
    let Some(first) = lines.next() else {
        return format!("{} {vendor}:{device}", well_known(vendor)).trim().to_owned();
    };
    let vendor_name = first[vendor.len()..].trim();
    let devices = lines.take_while(|line| line.starts_with('\t') || line.starts_with('#'));
    let found = devices
        .filter_map(|line| line.strip_prefix('\t')?.strip_prefix(device))
        .find(|rest| rest.starts_with(' '));
    match found {
        Some(device_name) => format!("{vendor_name} {}", device_name.trim()),
        None => format!("{vendor_name} {device}"),
    }
}

/// Enough to say something useful where there is no list.
fn well_known(vendor: &str) -> &'static str {
    match vendor {
        "8086" => "Intel",
        "10de" => "NVIDIA",
        "1002" => "AMD",
        "1a03" => "ASPEED",
        "102b" => "Matrox",
        "1234" | "1b36" | "1af4" => "QEMU",
        "15ad" => "VMware",
        "80ee" => "VirtualBox",
        "1414" => "Microsoft",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_named_as_far_as_the_list_goes() {
        let names =
            "# list\n1002  AMD Inc\n\t7300  Fiji\n10de  NVIDIA Corp\n\t2204  GA102\n\t\tsub\n";
        assert_eq!(name_of(names, "10de", "2204"), "NVIDIA Corp GA102");
        assert_eq!(name_of(names, "1002", "7300"), "AMD Inc Fiji");
        assert_eq!(name_of(names, "1002", "2204"), "AMD Inc 2204");
        assert_eq!(name_of("", "8086", "1234"), "Intel 8086:1234");
        assert_eq!(name_of("", "abcd", "1234"), "abcd:1234");
    }
}
