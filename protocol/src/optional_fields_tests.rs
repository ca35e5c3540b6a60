//! What was added to orders since their release: older peers leave it out.

use crate::tests::{holds, text};
use crate::*;

#[test]
fn a_restart_can_have_a_message_and_older_servers_send_none() {
    let reboot = ScheduleReboot { at: 1_794_710_249_000_000, message: text("New software.") };
    let order = Order::new("run-7", order_name::SCHEDULE_REBOOT, &reboot);
    assert_eq!(order.read::<ScheduleReboot>().unwrap(), reboot);
    holds("9-order-schedule-reboot-message", &ToAgent::Order(order));

    let plain = ScheduleReboot { at: 5, message: String::new() };
    assert_eq!(encode(&plain), encode(&serde_json::json!({ "at": 5 })));
}

#[test]
fn a_scan_can_hide_and_show_updates_and_older_servers_ask_for_neither() {
    let scan = ScanUpdates {
        refresh: true,
        timeout_seconds: 1800,
        output_limit: 10_485_760,
        hide: vec![text("6fd9be3a-8e9e-4bd9-a6d9-4ef2d5a2b8c1")],
        show: vec![text("0e3d1c57-8e9e-4bd9-a6d9-4ef2d5a2b8c1")],
    };
    let order = Order::new("run-8", order_name::SCAN_UPDATES, &scan);
    assert_eq!(order.read::<ScanUpdates>().unwrap(), scan);
    holds("9-order-scan-updates-hiding", &ToAgent::Order(order));

    let plain = ScanUpdates { hide: Vec::new(), show: Vec::new(), ..scan };
    let old = serde_json::json!({
        "refresh": true, "timeout_seconds": 1800, "output_limit": 10_485_760,
    });
    assert_eq!(decode::<ScanUpdates>(&encode(&old)).unwrap(), plain);
}
