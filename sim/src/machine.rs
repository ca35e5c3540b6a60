//! Made-up computers: what they are made of, what runs and is installed there.

use muster_protocol::{Disk, Inventory, LogEntry, Process, Service, Software, Update, UpdateScan};
use rand::RngExt;
use rand::rngs::SmallRng;
use serde_json::json;

const MODELS: &[(&str, &str, &str)] = &[
    ("Northwind Book 14", "Core i5-1245U", "Iris Xe Graphics"),
    ("Northwind Tower 300", "Core i7-12700", "UHD Graphics 770"),
    ("Contoso Station Z2", "Xeon W-2245", "Quadro P2200"),
    ("Contoso Rack R640", "Xeon Silver 4210", "Matrox G200"),
    ("Fabrikam Mini M1", "Ryzen 5 5600G", "Radeon Vega 7"),
];
const PROGRAMS: &[&str] = &[
    "Archive Manager",
    "Backup Client",
    "Calculator",
    "Calendar",
    "Chat",
    "Code Editor",
    "Compiler",
    "Database Client",
    "Diagram Editor",
    "Disk Tool",
    "Document Viewer",
    "Driver Package",
    "Encryption Tool",
    "File Transfer",
    "Font Pack",
    "Image Editor",
    "Language Pack",
    "Mail Client",
    "Media Player",
    "Meeting Client",
    "Music Player",
    "Network Monitor",
    "Office Suite",
    "Password Safe",
    "PDF Printer",
    "Presentation",
    "Print Server",
    "Remote Desktop",
    "Runtime",
    "Scanner",
    "Screen Recorder",
    "Screenshot Tool",
    "Spell Checker",
    "Spreadsheet",
    "SSH Client",
    "System Library",
    "Terminal",
    "Text Editor",
    "Time Tracker",
    "VPN Client",
    "Web Browser",
];
const MAKERS: &[&str] = &["Contoso", "Fabrikam", "Northwind", "Tailspin", "Adatum"];
const PEOPLE: &[&str] = &["anna", "ben", "chen", "dora", "emre", "fatima", ""];
const GIB: u64 = 1024 * 1024 * 1024;

/// What a computer is made of. Two calls with the same chance agree.
pub fn inventory(chance: &mut SmallRng, plat: &str, number: usize) -> Inventory {
    let (model, processor, graphics) = MODELS[chance.random_range(0..MODELS.len())];
    let user = PEOPLE[chance.random_range(0..PEOPLE.len())];
    let (low, high) = ((number / 250) % 250, number % 250);
    let build = 19_000 + chance.random_range(0..4_000);
    let mac = format!("02:00:00:{:02x}:{low:02x}:{high:02x}", number / 62_500);
    Inventory {
        operating_system: match plat {
            "windows" => format!("Windows 11 Pro, 64 bit (build {build})"),
            "darwin" => "macOS 15.1, arm64".to_owned(),
            _ => "Debian GNU/Linux 12 (bookworm), amd64".to_owned(),
        },
        make_model: model.to_owned(),
        serial_number: format!("SIM{number:07}"),
        cpu_model: vec![processor.to_owned()],
        graphics: graphics.to_owned(),
        physical_disks: vec!["Solid state disk 512 GB".to_owned()],
        memory_bytes: [8, 16, 32][chance.random_range(0..3)] * GIB,
        local_ips: vec![format!("10.{}.{low}.{high}", number / 62_500)],
        boot_time: 1_790_000_000 + chance.random_range(0..1_000_000),
        logged_in_username: user.to_owned(),
        last_logged_in_user: if user.is_empty() { "anna" } else { user }.to_owned(),
        needs_reboot: chance.random_ratio(1, 20),
        time_zone: "Europe/Berlin".to_owned(),
        disks: disks(chance, plat),
        detail: json!({
            "network": [{ "name": "eth0", "mac": mac, "speed": 1000 }],
            "bios": { "vendor": "Tailspin", "version": format!("1.{}", build % 40) },
            "memory": [{ "slot": "A1", "size": 8 }, { "slot": "A2", "size": 8 }],
        })
        .to_string(),
    }
}

fn disks(chance: &mut SmallRng, plat: &str) -> Vec<Disk> {
    let names: &[&str] = if plat == "windows" { &["C:", "D:"] } else { &["/", "/home"] };
    let disk = |device: &&str| {
        let total = 256 * GIB;
        let percent = chance.random_range(10..95_u8);
        let used = total / 100 * u64::from(percent);
        let fstype = if plat == "windows" { "NTFS" } else { "ext4" };
        Disk {
            device: (*device).to_owned(),
            source: "disk0".to_owned(),
            fstype: fstype.to_owned(),
            total,
            used,
            free: total - used,
            percent,
        }
    };
    names.iter().map(disk).collect()
}

/// What is installed: some hundred programs.
pub fn software(chance: &mut SmallRng) -> Vec<Software> {
    let count = chance.random_range(80..160);
    let program = |number: usize| {
        let version = format!("{}.{}.{}", number % 20, number % 7, chance.random_range(0..30));
        Software {
            name: format!("{} {}", PROGRAMS[number % PROGRAMS.len()], number / PROGRAMS.len() + 1),
            version,
            publisher: MAKERS[number % MAKERS.len()].to_owned(),
            install_date: format!("2026-{:02}-{:02}", number % 12 + 1, number % 28 + 1),
            size_bytes: chance.random_range(1..500_000_000),
            source: "registry".to_owned(),
            location: format!("C:\\Program Files\\Program{number}"),
            uninstall: format!("msiexec /x Program{number}"),
        }
    };
    (0..count).map(program).collect()
}

/// What runs.
pub fn processes(chance: &mut SmallRng) -> Vec<Process> {
    let process = |pid: u32| Process {
        pid: pid * 4,
        ppid: 1,
        name: format!("program{pid}"),
        cpu_percent: chance.random_range(0.0..5.0),
        memory_bytes: chance.random_range(1_000_000..500_000_000),
        username: "system".to_owned(),
        command_line: format!("/usr/bin/program{pid} --serve"),
    };
    (1..120).map(process).collect()
}

/// Its services.
pub fn services() -> Vec<Service> {
    (1..80).map(|number| service(&format!("service{number}"))).collect()
}

/// A service by its name.
pub fn service(name: &str) -> Service {
    Service {
        name: name.to_owned(),
        display_name: format!("Service {name}"),
        status: "running".to_owned(),
        start_type: "auto".to_owned(),
        pid: 700,
        username: "system".to_owned(),
        binpath: format!("/usr/sbin/{name}"),
        ..Service::default()
    }
}

/// A page of its log.
pub fn log_entries(offset: u64, limit: u64) -> Vec<LogEntry> {
    let entry = |record: u64| LogEntry {
        record,
        time: 1_790_000_000_000_000 - i64::try_from(record).unwrap_or(0) * 1_000_000,
        source: "kernel".to_owned(),
        event_type: "INFO".to_owned(),
        computer: "simulated".to_owned(),
        message: format!("Something ordinary happened, number {record}."),
        ..LogEntry::default()
    };
    (offset..offset + limit.min(500)).map(entry).collect()
}

/// What could be updated.
pub fn updates(chance: &mut SmallRng) -> UpdateScan {
    let count = chance.random_range(0..12);
    let update = |number: usize| Update {
        guid: format!("package{number}=2.{number}"),
        name: format!("package{number}"),
        version: format!("2.{number}"),
        installed_version: "1.0".to_owned(),
        title: format!("Package {number}, version 2.{number}"),
        severity: ["Critical", "Important", "Moderate", ""][number % 4].to_owned(),
        is_security: number.is_multiple_of(3),
        ..Update::default()
    };
    UpdateScan {
        source: "simulated".to_owned(),
        updates: (0..count).map(update).collect(),
        reboot_required: chance.random_ratio(1, 10),
    }
}
