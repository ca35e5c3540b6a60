//! What was added with protocol 4 still parses.

use crate::tests::{definitions, first_task, hello, holds, text};
use crate::*;

#[test]
fn what_is_said_in_protocol_4_still_parses() {
    let update = UpdateAgent {
        version: text("0.2.0"),
        path: text("/link/agent/linux/amd64/"),
        sha256: "ab".repeat(32),
        signature: "cd".repeat(64),
        timeout_seconds: 3600,
        trial_seconds: 120,
    };
    let order = Order::new("run-5", order_name::UPDATE_AGENT, &update);
    holds("4-order-update-agent", &ToAgent::Order(order));
    let recover = RecoverAgent { part: text("agent") };
    let order = Order::new("run-6", order_name::RECOVER_AGENT, &recover);
    holds("4-order-recover-agent", &ToAgent::Order(order));
    let hello = Hello { runs: Vec::new(), is_trial: true, ..hello() };
    holds("4-hello-on-trial", &FromAgent::Hello(Box::new(hello)));
    holds(
        "4-welcome",
        &ToAgent::Welcome(Welcome {
            protocol: 4,
            version: text("0.2.0"),
            public_ip: text("192.0.2.1"),
            runs: Vec::new(),
            send_inventory: false,
            package_key: "ef".repeat(32),
            freeze: None,
        }),
    );
    let updates = UpdateWindow {
        guids: vec![text("vim=9")],
        reboot: text("required"),
        catch_up_seconds: 3600,
        timeout_seconds: 60,
    };
    let window =
        TaskDefinition { id: -1, updates: Some(updates), actions: Vec::new(), ..first_task() };
    holds("4-definitions", &Definitions { windows: vec![window], ..definitions() });
    let signed = package_to_sign("linux", "amd64", "0.2.0", "ab12");
    assert_eq!(signed, b"muster agent program: linux amd64 0.2.0 ab12");
}
