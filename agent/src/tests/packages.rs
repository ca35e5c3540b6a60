//! Updates and packages, on this very machine, where nothing is changed.

use std::collections::BTreeSet;
use std::time::Duration;

use muster_protocol::{
    ChangeSoftware, End, InstallUpdates, Order, ScanUpdates, ToAgent, UpdateScan, order_name,
};

use super::fake_server::{FakeConnection, FakeServer};
use super::test_agent::TestAgent;
use crate::os::programs::find_program;
use crate::os::run_tool;

const OUTPUT_LIMIT: u64 = 10 * 1024 * 1024;

fn scan() -> Order {
    let request =
        ScanUpdates { timeout_seconds: 60, output_limit: OUTPUT_LIMIT, ..ScanUpdates::default() };
    Order::new("scan", order_name::SCAN_UPDATES, &request)
}

fn change(run_id: &str, order: &str, name: &str, manager: &str) -> Order {
    let request = ChangeSoftware {
        name: name.to_owned(),
        manager: manager.to_owned(),
        version: String::new(),
        timeout_seconds: 60,
        output_limit: OUTPUT_LIMIT,
    };
    Order::new(run_id, order, &request)
}

async fn refusal(connection: &mut FakeConnection, order: Order) -> String {
    match connection.carry_out(order).await.outcome.unwrap().end {
        End::CouldNotStart { reason } => reason,
        end => panic!("{end:?}"),
    }
}

/// What apt itself reports, as `package version`.
async fn upgradable() -> BTreeSet<String> {
    let limit = Duration::from_secs(60);
    let text = run_tool("apt", &["list", "--upgradable"], limit).await.unwrap().stdout;
    let line = |line: &str| {
        let (name, rest) = line.split_once('/')?;
        Some(format!("{name} {}", rest.split(' ').nth(1)?))
    };
    text.lines().filter_map(line).collect()
}

#[tokio::test]
async fn a_scan_tells_what_apt_tells() {
    if find_program("apt").is_none() {
        return;
    }
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;

    let before = upgradable().await;
    let result = connection.carry_out(scan()).await;
    let after = upgradable().await;
    if result.outcome.unwrap().end != (End::Exited { code: 0 }) {
        // A machine whose lists were never fetched says so.
        let reason = String::from_utf8_lossy(&result.stderr).into_owned();
        assert!(reason.contains("there are no package lists"), "{reason}");
        return;
    }
    let found: UpdateScan = serde_json::from_slice(&result.stdout).unwrap();
    assert_eq!(found.source, "apt");
    let plain = |name: &str| name.split(':').next().unwrap().to_owned();
    let names: BTreeSet<String> = found
        .updates
        .iter()
        .map(|update| format!("{} {}", plain(&update.name), update.version))
        .collect();
    // Somebody may refresh the lists between.
    assert!(names == before || names == after, "{names:?} {after:?}");
    for update in &found.updates {
        assert_eq!(update.guid, format!("{}={}", update.name, update.version));
        assert_eq!(update.is_security, update.severity == "Important");
    }
}

#[tokio::test]
async fn what_is_not_there_and_what_is_a_trick_is_refused() {
    if find_program("apt-get").is_none() {
        return;
    }
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    let (install, uninstall) = (order_name::INSTALL_SOFTWARE, order_name::UNINSTALL_SOFTWARE);
    for (run_id, order, name, manager, reason) in [
        ("one", install, "no-such-package", "", "apt knows no package no-such-package"),
        ("two", install, "bas.", "apt", "apt knows no package bas."),
        ("three", install, "--help", "", "\"--help\" is not the name of a package"),
        ("four", install, "bash", "brew", "\"brew\" is not a package manager this agent knows"),
        ("five", uninstall, "no-such-package", "", "no-such-package is not installed"),
        ("six", uninstall, "bas.", "", "bas. is not installed"),
        ("seven", uninstall, "bash-", "", "\"bash-\" is not the name of a package"),
    ] {
        assert_eq!(refusal(&mut connection, change(run_id, order, name, manager)).await, reason);
    }
    for (run_id, guids, reason) in [
        ("eight", vec![], "no update is named"),
        ("nine", vec!["bash"], "\"bash\" is not an update: it has no version"),
        ("ten", vec!["no-such-package=1"], "no-such-package is not installed"),
    ] {
        let guids = guids.into_iter().map(str::to_owned).collect();
        let request = InstallUpdates { guids, timeout_seconds: 60, output_limit: OUTPUT_LIMIT };
        let order = Order::new(run_id, order_name::INSTALL_UPDATES, &request);
        assert_eq!(refusal(&mut connection, order).await, reason);
    }
}

#[tokio::test]
async fn the_code_of_the_manager_is_the_code_of_the_run() {
    if find_program("apt-get").is_none() {
        return;
    }
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    // A version that nobody offers: apt-get says so and changes nothing.
    let guids = vec!["dpkg=0.0.0-none".to_owned()];
    let request = InstallUpdates { guids, timeout_seconds: 60, output_limit: OUTPUT_LIMIT };
    let order = Order::new("missing", order_name::INSTALL_UPDATES, &request);

    let result = connection.carry_out(order).await;
    assert_eq!(result.outcome.unwrap().end, End::Exited { code: 100 });
    let complaint = String::from_utf8_lossy(&result.stderr).into_owned();
    assert!(complaint.contains("0.0.0-none"), "{complaint}");
}

#[tokio::test]
async fn a_scan_can_be_cancelled_like_any_run() {
    if find_program("apt-get").is_none() {
        return;
    }
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    connection.send(&ToAgent::Order(scan())).await;
    connection.send(&ToAgent::Cancel { run_id: "scan".to_owned() }).await;
    assert_eq!(connection.finish("scan").await.outcome.unwrap().end, End::Cancelled);
}
