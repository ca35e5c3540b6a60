//! Board, processors, memory and disks.

use std::collections::BTreeMap;
use std::fs;

use super::text_file::read_line;
use crate::os::linux::block_devices::is_disk;
use crate::os::machine_id::is_meaningless;

/// Maker and model of the machine.
pub fn make_model() -> String {
    let maker = dmi("sys_vendor");
    let model = dmi("product_name");
    if !maker.is_empty() || !model.is_empty() {
        return format!("{maker} {model}").trim().to_owned();
    }
    // Small boards have no DMI, but a device tree.
    read_line("/proc/device-tree/model").trim_end_matches('\0').to_owned()
}

/// Serial number of the machine; only root may read it on most systems.
pub fn serial_number() -> String {
    dmi("product_serial")
}

/// One line per kind of processor, with how many sockets hold it.
pub fn cpu_models() -> Vec<String> {
    parse_cpus(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default())
}

/// Memory in bytes.
pub fn memory_bytes() -> u64 {
    let text = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"));
    let kilobytes = line.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// One line per physical disk: name, model, size, kind.
pub fn physical_disks() -> Vec<String> {
    let Ok(folder) = fs::read_dir("/sys/block") else { return Vec::new() };
    let names = folder.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| is_disk(name)).collect();
    names.sort();
    names.iter().filter_map(|name| describe_disk(name)).collect()
}

fn describe_disk(name: &str) -> Option<String> {
    let folder = format!("/sys/block/{name}");
    let sectors: u64 = read_line(&format!("{folder}/size")).parse().ok()?;
    if sectors == 0 {
        return None;
    }
    let rotates = read_line(&format!("{folder}/queue/rotational")) == "1";
    let kind = match name {
        _ if name.starts_with("nvme") => "NVMe",
        _ if name.starts_with("vd") || name.starts_with("xvd") => "virtual",
        _ if name.starts_with("mmcblk") => "flash",
        _ if rotates => "HDD",
        _ => "SSD",
    };
    let model = read_line(&format!("{folder}/device/model"));
    let name = if model.is_empty() { name.to_owned() } else { format!("{name} {model}") };
    // A sector counts 512 bytes here, whatever the disk's own are.
    Some(format!("{name}, {} GB, {kind}", (sectors * 512).div_ceil(1_000_000_000)))
}

fn dmi(name: &str) -> String {
    let text = read_line(&format!("/sys/class/dmi/id/{name}"));
    if is_meaningless(&text) { String::new() } else { text }
}

fn parse_cpus(text: &str) -> Vec<String> {
    let mut sockets: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for block in text.split("\n\n") {
        let field = |name: &str| {
            let line =
                block.lines().find(|line| line.split(':').next().map(str::trim) == Some(name));
            line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim().to_owned())
        };
        // ARM names the whole board, once, at the end.
        let Some(model) = field("model name").or_else(|| field("Model")) else { continue };
        let socket = field("physical id").unwrap_or_default();
        let known = sockets.entry(model).or_default();
        if !known.contains(&socket) {
            known.push(socket);
        }
    }
    let line = |(model, sockets): (String, Vec<String>)| match sockets.len() {
        1 => model,
        count => format!("{count} x {model}"),
    };
    sockets.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_counted_by_socket() {
        let cpu = |socket| format!("processor : 0\nmodel name\t: Xeon\nphysical id\t: {socket}\n");
        let text = [cpu(0), cpu(0), cpu(1)].join("\n");
        assert_eq!(parse_cpus(&text), ["2 x Xeon"]);
        assert_eq!(parse_cpus("processor : 0\n\nModel : Raspberry Pi 5\n"), ["Raspberry Pi 5"]);
        assert_eq!(parse_cpus(""), Vec::<String>::new());
    }
}
