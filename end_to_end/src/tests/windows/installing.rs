//! From the package to an agent that is online, and back.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::server::Server;
use crate::turn;
use crate::waiting::until_within;
use crate::windows::{Key, PACKAGE_LIMIT, WindowsAgent, Wine, read_keys};

const UNINSTALL: &str = r"HKLM\SOFTWARE\Microsoft\Windows\CurrentVersion\Uninstall";
const SERVICES: &str = r"HKLM\SYSTEM\CurrentControlSet\Services";

/// Where Windows itself keeps what it has installed and how that went.
fn is_of_windows(name: &str) -> bool {
    let of_somebody = name.starts_with("users/") && name.split('/').any(|part| part == "Temp");
    let is_own = ["install.log", "windows/Installer"].contains(&name);
    of_somebody || is_own || name.starts_with("windows/temp")
}

/// The files and folders of a Windows.
fn files(wine: &Wine) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    add_files(&wine.path(""), &wine.path(""), &mut found);
    found
}

fn add_files(root: &Path, folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = path.strip_prefix(root).unwrap().display().to_string();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            add_files(root, &path, found);
        }
        found.insert(name);
    }
}

/// What the registry of the machine has about us: every line with our name in it.
async fn registry_lines(wine: &Wine) -> Vec<String> {
    let mut lines = Vec::new();
    for root in ["SOFTWARE", "SYSTEM"] {
        let key = format!(r"HKLM\{root}");
        wine.output_of(&["reg", "export", &key, r"C:\export.reg", "/y"]).await;
        let bytes = std::fs::read(wine.path("export.reg")).unwrap();
        let units: Vec<u16> =
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        let text = String::from_utf16_lossy(&units);
        assert!(text.len() > 10_000, "the export of {key} is not whole");
        let ours = text.lines().filter(|line| line.to_lowercase().contains("muster"));
        lines.extend(ours.map(str::to_owned));
        std::fs::remove_file(wine.path("export.reg")).unwrap();
    }
    lines
}

fn our_app(apps: &[Key]) -> Option<&Key> {
    apps.iter().find(|app| app.value("DisplayName") == "Muster agent")
}

async fn nothing_is_left(agent: &WindowsAgent) {
    let folders = ["Program Files/Muster", "ProgramData/Muster"];
    until_within(PACKAGE_LIMIT, "folders and processes are gone", async || {
        let gone = folders.iter().all(|path| !agent.wine.path(path).exists());
        (gone && agent.wine.processes("muster-agent").is_empty()).then_some(())
    })
    .await;
}

async fn uninstalled(server: &Server) -> Value {
    let rows = server.api.get("/logs/audit/?search=uninstalled").await.json;
    rows[0]["object_id"].clone()
}

#[tokio::test]
async fn the_package_makes_a_computer_an_agent_and_its_removal_leaves_nothing() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let wine = Wine::new().await;
    wine.output_of(&["cmd", "/c", "ver"]).await;
    let before = files(&wine);
    assert_eq!(registry_lines(&wine).await, Vec::<String>::new());

    let agent = WindowsAgent::join_with(&server, wine, &[]).await;

    let shown = server.api.get("/agents/").await.json[0].clone();
    let found = (&shown["status"], &shown["plat"], &shown["goarch"]);
    assert_eq!(found, (&json!("online"), &json!("windows"), &json!("amd64")));
    let apps = read_keys(&agent.wine, UNINSTALL).await;
    let app = our_app(&apps).expect("it is in Installed apps");
    assert_eq!((app.value("Publisher"), app.value("NoModify")), ("Muster", "0x1"));
    assert_eq!(app.value("DisplayVersion"), shown["version"]);
    let services = read_keys(&agent.wine, SERVICES).await;
    let service = services.iter().find(|key| key.name == "muster-agent").expect("a service");
    let line =
        r#""C:\Program Files\Muster\muster-agent.exe" run --service --data C:\ProgramData\Muster"#;
    assert_eq!(service.value("ImagePath"), line);
    assert_eq!((service.value("Start"), service.value("ObjectName")), ("0x2", "LocalSystem"));

    agent.uninstall().await;

    nothing_is_left(&agent).await;
    assert_eq!(registry_lines(&agent.wine).await, Vec::<String>::new());
    let after = files(&agent.wine);
    let left: Vec<&String> =
        after.difference(&before).filter(|name| !is_of_windows(name)).collect();
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(uninstalled(&server).await, agent.id);
    server.has_agents(0).await;
}

#[tokio::test]
async fn an_agent_that_is_removed_on_the_server_removes_its_package() {
    let _turn = turn::shared().await;
    let server = Server::start().await;
    let agent = WindowsAgent::join(&server).await;

    let at_once = json!({ "removal_delay_minutes": 0 });
    assert_eq!(server.api.put("/core/settings/", at_once).await.status, 200);
    let path = format!("/agents/{}/", agent.id);
    assert_eq!(server.api.delete(&path).await.status, 200);

    nothing_is_left(&agent).await;
    let apps = read_keys(&agent.wine, UNINSTALL).await;
    assert!(our_app(&apps).is_none(), "{apps:?}");
    assert_eq!(registry_lines(&agent.wine).await, Vec::<String>::new());
}
