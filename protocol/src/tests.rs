//! Every shape that was ever released still parses; any bytes are survived.

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::*;

/// Compares a message with its golden file. `UPDATE_GOLDEN=1` writes files
/// that are missing; one that is there was released and is never rewritten.
#[track_caller]
fn holds<M: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(name: &str, message: &M) {
    let path = format!("{}/golden/{name}.hex", env!("CARGO_MANIFEST_DIR"));
    if !std::path::Path::new(&path).exists() {
        assert!(
            std::env::var("UPDATE_GOLDEN").is_ok(),
            "{path} is missing: UPDATE_GOLDEN=1 writes it"
        );
        std::fs::write(&path, to_hex(&encode(message))).unwrap();
    }
    let bytes = from_hex(&std::fs::read_to_string(&path).unwrap());
    assert_eq!(&decode::<M>(&bytes).unwrap(), message, "{name}");
}

fn to_hex(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let lines: Vec<String> = digits.chunks(32).map(|line| line.concat()).collect();
    lines.join("\n") + "\n"
}

fn from_hex(text: &str) -> Vec<u8> {
    let digits: Vec<char> = text.chars().filter(|c| c.is_ascii_hexdigit()).collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

fn text(text: &str) -> String {
    text.to_owned()
}

#[test]
fn what_the_server_says_in_protocol_1_still_parses() {
    let run_id = || text("run-1");
    let command = RunCommand {
        shell: text("bash"),
        command: text("echo \"$HOME\""),
        timeout_seconds: 30,
        run_as_user: false,
        output_limit: 10_485_760,
    };
    let order = Order::new("run-1", order_name::RUN_COMMAND, &command);
    assert_eq!(order.read::<RunCommand>().unwrap(), command);
    holds("1-challenge", &ToAgent::Challenge { nonce: vec![7; NONCE_BYTES] });
    holds("1-order-run-command", &ToAgent::Order(order));
    holds("1-cancel", &ToAgent::Cancel { run_id: run_id() });
    holds("1-stored", &ToAgent::Stored { run_id: run_id(), stdout: 65_536, stderr: 0 });
    holds("1-closed", &ToAgent::Closed { run_id: run_id() });
    holds("1-send-inventory", &ToAgent::SendInventory);
    let reason = text("enrol again");
    holds("1-refused", &ToAgent::Refused { refusal: Refusal::NotEnrolled, reason });
    let run = WelcomeRun { run_id: run_id(), stdout: 5, stderr: 6, closed: false };
    holds(
        "1-welcome",
        &ToAgent::Welcome(Welcome {
            protocol: 1,
            version: text("0.1.0"),
            public_ip: text("192.0.2.1"),
            runs: vec![run],
            send_inventory: true,
        }),
    );
}

#[test]
fn what_an_agent_says_in_protocol_1_still_parses() {
    let run_id = || text("run-1");
    holds("1-accepted", &FromAgent::Accepted { run_id: run_id() });
    holds("1-unsupported", &FromAgent::Unsupported { run_id: run_id(), name: text("dance") });
    holds(
        "1-output",
        &FromAgent::Output {
            run_id: run_id(),
            stream: Stream::Stderr,
            offset: 3,
            data: vec![0, 255],
        },
    );
    let ends = [
        ("exited", End::Exited { code: 3 }),
        ("timed-out", End::TimedOut),
        ("cancelled", End::Cancelled),
        ("could-not-start", End::CouldNotStart { reason: text("no such shell") }),
        ("interrupted", End::Interrupted),
    ];
    for (name, end) in ends {
        let outcome = Outcome {
            end,
            started: 1_794_710_249_000_000,
            seconds: 0.5,
            stdout: 1,
            stderr: 2,
            truncated: true,
        };
        let finished = FromAgent::Finished { run_id: run_id(), outcome };
        holds(&format!("1-finished-{name}"), &finished);
    }
    holds("1-hello", &FromAgent::Hello(Box::new(hello())));
    let inventory = Box::new(inventory());
    holds("1-inventory", &FromAgent::Inventory { digest: text("ab12"), inventory });
}

#[test]
fn what_the_server_says_in_protocol_2_still_parses() {
    let script = RunScript {
        shell: text("python"),
        code: text("print(1)"),
        args: vec![text("a b"), text("'\n$(x)")],
        env_vars: vec![text("KEY=value")],
        timeout_seconds: 90,
        run_as_user: true,
        output_limit: 1024,
    };
    holds(
        "2-order-run-script",
        &ToAgent::Order(Order::new("run-2", order_name::RUN_SCRIPT, &script)),
    );
    holds("2-run-script", &script);
    let question = Question::new(7, question_name::LIST_PROCESSES, &());
    holds("2-question", &ToAgent::Question(question));
    holds("2-answer-data", &FromAgent::Answer { id: 7, answer: Answer::Data(vec![1, 2]) });
    let sentence = || text("no such thing here");
    holds("2-answer-failed", &FromAgent::Answer { id: 7, answer: Answer::Failed(sentence()) });
    let unsupported = Answer::UnsupportedPlatform(sentence());
    holds("2-answer-unsupported", &FromAgent::Answer { id: 7, answer: unsupported });
    holds("2-answer-unknown", &FromAgent::Answer { id: 7, answer: Answer::UnknownQuestion });
}

fn hello() -> Hello {
    Hello {
        agent_id: "a".repeat(40),
        signature: vec![9; 64],
        protocol: 1,
        capabilities: vec![text(capability::RUN_COMMAND)],
        version: text("0.1.0"),
        plat: text("linux"),
        goarch: text("amd64"),
        hostname: text("pc-1"),
        inventory_digest: text("ab12"),
        runs: vec![KnownRun { run_id: text("run-1"), finished: true }],
        process_id: text("p1"),
    }
}

fn inventory() -> Inventory {
    Inventory {
        operating_system: text("Debian GNU/Linux 12"),
        make_model: text("Acme Box"),
        serial_number: text("123"),
        cpu_model: vec![text("Chip")],
        graphics: text("Card"),
        physical_disks: vec![text("sda, 1 TB")],
        memory_bytes: 8 << 30,
        local_ips: vec![text("192.0.2.5")],
        boot_time: 1_794_710_249,
        logged_in_username: text("ada"),
        last_logged_in_user: text("ada"),
        needs_reboot: true,
        time_zone: text("Europe/Berlin"),
        disks: vec![Disk {
            device: text("/"),
            source: text("/dev/sda1"),
            fstype: text("ext4"),
            total: 10,
            used: 4,
            free: 6,
            percent: 40,
        }],
        detail: text("{}"),
    }
}

#[test]
fn a_peer_that_sends_more_fields_is_understood() {
    #[derive(Serialize)]
    struct Newer {
        run_id: &'static str,
        stdout: u64,
        stderr: u64,
        closed: bool,
        colour: &'static str,
    }
    let newer = Newer { run_id: "r", stdout: 1, stderr: 2, closed: true, colour: "blue" };
    let run: WelcomeRun = decode(&encode(&newer)).unwrap();
    assert_eq!(run, WelcomeRun { run_id: text("r"), stdout: 1, stderr: 2, closed: true });
}

proptest! {
    #[test]
    fn any_bytes_are_a_message_or_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = decode::<ToAgent>(&bytes);
        let _ = decode::<FromAgent>(&bytes);
        let _ = decode::<RunCommand>(&bytes);
    }

    #[test]
    fn output_survives_the_journey(data in proptest::collection::vec(any::<u8>(), 0..2000), offset in any::<u64>()) {
        let sent = FromAgent::Output { run_id: text("r"), stream: Stream::Stdout, offset, data };
        prop_assert_eq!(&decode::<FromAgent>(&encode(&sent)).unwrap(), &sent);
    }
}
