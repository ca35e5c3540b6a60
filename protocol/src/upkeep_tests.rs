//! What was added with protocols 4 and 6 still parses.

use crate::tests::{definitions, first_task, hello, holds, text};
use crate::*;

fn update() -> UpdateAgent {
    UpdateAgent {
        version: text("0.2.0"),
        path: text("/link/agent/linux/amd64/"),
        sha256: "ab".repeat(32),
        signature: "cd".repeat(64),
        timeout_seconds: 3600,
        trial_seconds: 120,
        allow_downgrade: false,
        publisher_signature: String::new(),
    }
}

#[test]
fn what_is_said_in_protocol_4_still_parses() {
    let order = Order::new("run-5", order_name::UPDATE_AGENT, &update());
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
            time: 0,
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

#[test]
fn an_update_of_protocol_6_still_parses_and_an_older_one_allows_nothing_more() {
    let newer =
        UpdateAgent { allow_downgrade: true, publisher_signature: "ef".repeat(64), ..update() };
    let order = Order::new("run-7", order_name::UPDATE_AGENT, &newer);
    assert_eq!(order.read::<UpdateAgent>().unwrap(), newer);
    holds("6-order-update-agent", &ToAgent::Order(order));
    let plain = Order::new("run-7", order_name::UPDATE_AGENT, &update());
    assert_eq!(plain.read::<UpdateAgent>().unwrap(), update());
    let signed = downgrade_to_sign("linux", "amd64", "0.2.0", "ab12");
    assert_eq!(signed, b"muster agent program, also for newer agents: linux amd64 0.2.0 ab12");
}
