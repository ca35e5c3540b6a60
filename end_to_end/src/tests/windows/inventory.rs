//! What a Windows agent reports of its computer, against what Windows' own `reg` shows.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::server::Server;
use crate::turn;
use crate::windows::{Key, WindowsAgent, Wine, read_keys};

const UNINSTALL: &str = r"SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall";
const UNINSTALL_32: &str = r"SOFTWARE\WOW6432Node\Microsoft\Windows\CurrentVersion\Uninstall";

/// Programs of the machine in both widths, of a person, one in both lists, and what hides.
const INSTALLED: &str = r#"Windows Registry Editor Version 5.00

[HKEY_LOCAL_MACHINE\{64}\Git_is1]
"DisplayName"="Git"
"DisplayVersion"="2.43.0"
"Publisher"="The Git Development Community"
"InstallDate"="20240131"
"InstallLocation"="C:\\Program Files\\Git\\"
"EstimatedSize"=dword:0004b000
"UninstallString"="\"C:\\Program Files\\Git\\unins000.exe\""
"QuietUninstallString"="\"C:\\Program Files\\Git\\unins000.exe\" /SILENT"

[HKEY_LOCAL_MACHINE\{64}\Both]
"DisplayName"="Both lists"
"DisplayVersion"="1"

[HKEY_LOCAL_MACHINE\{64}\Hidden]
"DisplayName"="A component"
"SystemComponent"=dword:00000001

[HKEY_LOCAL_MACHINE\{64}\Patch]
"DisplayName"="Update for Office"
"ParentKeyName"="Office16.PROPLUS"

[HKEY_LOCAL_MACHINE\{64}\Nameless]
"DisplayVersion"="7"

[HKEY_LOCAL_MACHINE\{32}\{0A1B2C3D-0000-4000-8000-0123456789AB}]
"DisplayName"="Übung 日本 (x86)"
"DisplayVersion"="10.0.1"
"Publisher"="Müller & Söhne"
"WindowsInstaller"=dword:00000001
"UninstallString"="MsiExec.exe /X{0A1B2C3D-0000-4000-8000-0123456789AB}"

[HKEY_LOCAL_MACHINE\{32}\Both]
"DisplayName"="Both lists"
"DisplayVersion"="1"

[HKEY_LOCAL_MACHINE\{32}\Hidden]
"DisplayName"="Another component"
"SystemComponent"=dword:00000001

[HKEY_CURRENT_USER\{64}\Notes]
"DisplayName"="Notes of a person"
"DisplayVersion"="3.1"
"InstallLocation"="C:\\users\\ann\\Notes"

[HKEY_CURRENT_USER\{32}\Old notes]
"DisplayName"="Old notes of a person"
"#;

/// Writes the entries as an installer would have done.
async fn install_programs(wine: &Wine) {
    let text = INSTALLED.replace("{64}", UNINSTALL).replace("{32}", UNINSTALL_32);
    let text = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    wine.output_of(&["cmd", "/c", "ver"]).await;
    std::fs::write(wine.path("programs.reg"), bytes).unwrap();
    wine.output_of(&["reg", "import", r"C:\programs.reg"]).await;
}

/// What a person who looks at a key would call an installed program.
fn program(key: &Key) -> Option<Value> {
    let is_hidden = key.value("SystemComponent") == "0x1" || !key.value("ParentKeyName").is_empty();
    if key.value("DisplayName").is_empty() || is_hidden {
        return None;
    }
    let quiet = Some(key.value("QuietUninstallString")).filter(|text| !text.is_empty());
    let hexadecimal = key.value("EstimatedSize").trim_start_matches("0x");
    let date = key.value("InstallDate");
    let date = match date.len() {
        8 => format!("{}-{}-{}", &date[..4], &date[4..6], &date[6..]),
        _ => String::new(),
    };
    Some(json!({
        "name": key.value("DisplayName"),
        "version": key.value("DisplayVersion"),
        "publisher": key.value("Publisher"),
        "install_date": date,
        "size_bytes": u64::from_str_radix(hexadecimal, 16).unwrap_or(0) * 1024,
        "source": if key.value("WindowsInstaller") == "0x1" { "msi" } else { "exe" },
        "location": key.value("InstallLocation"),
        "uninstall": quiet.unwrap_or(key.value("UninstallString")),
    }))
}

/// With a question mark for every other letter.
fn ascii(text: &str) -> String {
    text.chars().map(|letter| if letter.is_ascii() { letter } else { '?' }).collect()
}

#[tokio::test]
async fn the_software_of_an_agent_is_what_the_registry_lists() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let wine = Wine::new().await;
    install_programs(&wine).await;
    let agent = WindowsAgent::join_with(&server, wine, &[]).await;

    let reported = server.api.put(&format!("/software/{}/", agent.id), json!({})).await.json;

    let mut listed = BTreeSet::new();
    for root in ["HKLM", "HKCU"] {
        for path in [UNINSTALL, UNINSTALL_32] {
            let keys = read_keys(&agent.wine, &format!(r"{root}\{path}")).await;
            listed.extend(keys.iter().filter_map(program).map(|program| program.to_string()));
        }
    }
    let shown = reported["software"].as_array().expect("a list").iter().map(|item| {
        let mut item = item.clone();
        item.as_object_mut().expect("an object").remove("size").expect("a size for people");
        item.to_string()
    });
    let shown: Vec<String> = shown.collect();
    let as_set: BTreeSet<String> = shown.iter().cloned().collect();
    // `reg` prints other letters in a code page that lacks most of them: names follow below.
    let plain = |set: &BTreeSet<String>| set.iter().map(|text| ascii(text)).collect::<Vec<_>>();
    assert_eq!(plain(&as_set), plain(&listed));
    assert_eq!(shown.len(), as_set.len(), "nothing is listed twice: {shown:?}");
    let names = ["Muster agent", "Git", "Both lists", "Übung 日本 (x86)", "Notes of a person"];
    for name in [&names[..], &["Old notes of a person"]].concat() {
        assert!(shown.iter().any(|item| item.contains(&format!("\"name\":\"{name}\""))), "{name}");
    }
}

#[tokio::test]
async fn the_inventory_of_an_agent_is_what_the_registry_says_of_the_computer() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = WindowsAgent::join(&server).await;
    let key = |path: &'static str| {
        let wine = &agent.wine;
        async move {
            let (above, name) = path.rsplit_once('\\').unwrap();
            let keys = read_keys(wine, above).await;
            keys.into_iter().find(|key| key.name == name).expect("Windows has this key")
        }
    };
    let release = key(r"HKLM\SOFTWARE\Microsoft\Windows NT\CurrentVersion").await;
    let processor = key(r"HKLM\HARDWARE\DESCRIPTION\System\CentralProcessor\0").await;
    let network = key(r"HKLM\SYSTEM\CurrentControlSet\Control\ComputerName\ComputerName").await;

    let path = format!("/agents/{}/", agent.id);
    assert_eq!(server.api.post(&format!("{path}wmi/"), json!({})).await.status, 200);
    let shown = server.api.get(&path).await.json;

    println!("{shown:#}");
    let system = shown["operating_system"].as_str().expect("a text");
    let product = release.value("ProductName").trim_start_matches("Microsoft ");
    assert!(system.starts_with(&format!("{product}, 64 bit")), "{system}: {release:?}");
    assert!(system.contains(&format!("(build {}", release.value("CurrentBuild"))), "{system}");
    let processors = shown["cpu_model"].to_string();
    let name = processor.value("ProcessorNameString").trim();
    assert!(!name.is_empty() && processors.contains(name), "{name}: {processors}");
    let hostname = shown["hostname"].as_str().expect("a text");
    assert!(hostname.eq_ignore_ascii_case(network.value("ComputerName")), "{hostname}");
    let disks = shown["disks"].as_array().expect("a list");
    assert!(disks.iter().any(|disk| disk["device"] == "C:"), "{disks:?}");
}
