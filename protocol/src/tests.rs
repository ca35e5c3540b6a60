//! Every shape that was ever released still parses; any bytes are survived.

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::*;

/// Compares a message with its golden file. `UPDATE_GOLDEN=1` writes files
/// that are missing; one that is there was released and is never rewritten.
#[track_caller]
pub fn holds<M: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(
    name: &str,
    message: &M,
) {
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

pub fn text(text: &str) -> String {
    text.to_owned()
}

pub fn refused(refusal: Refusal, reason: &str, retry_after_seconds: u64) -> ToAgent {
    ToAgent::Refused { refusal, reason: text(reason), retry_after_seconds }
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
    holds("1-challenge", &ToAgent::Challenge { nonce: vec![7; NONCE_BYTES], protocol: 0 });
    holds("1-order-run-command", &ToAgent::Order(order));
    holds("1-cancel", &ToAgent::Cancel { run_id: run_id() });
    holds("1-stored", &ToAgent::Stored { run_id: run_id(), stdout: 65_536, stderr: 0 });
    holds("1-closed", &ToAgent::Closed { run_id: run_id() });
    holds("1-send-inventory", &ToAgent::SendInventory);
    holds("1-refused", &refused(Refusal::NotEnrolled, "enrol again", 0));
    let run = WelcomeRun { run_id: run_id(), stdout: 5, stderr: 6, closed: false };
    holds(
        "1-welcome",
        &ToAgent::Welcome(Welcome {
            protocol: 1,
            version: text("0.1.0"),
            public_ip: text("192.0.2.1"),
            runs: vec![run],
            send_inventory: true,
            package_key: String::new(),
            freeze: None,
            time: 0,
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
            actions: Vec::new(),
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

#[test]
fn what_the_server_says_in_protocol_3_still_parses() {
    holds("3-definitions", &definitions());
    for message in definitions().messages() {
        holds("3-definitions-piece", &message);
    }
    holds("3-refused-uninstall", &refused(Refusal::Uninstall, "removed", 0));
    let reboot = ScheduleReboot { at: 1_794_710_249_000_000, message: String::new() };
    let reboot = Order::new("run-4", order_name::SCHEDULE_REBOOT, &reboot);
    holds("3-order-schedule-reboot", &ToAgent::Order(reboot));
    let run_task = RunTask { definition: first_task() };
    let order = Order::new("run-3", order_name::RUN_TASK, &run_task);
    holds("3-order-run-task", &ToAgent::Order(order));
}

#[test]
fn what_an_agent_says_in_protocol_3_still_parses() {
    holds("3-definitions-kept", &FromAgent::DefinitionsKept { digest: text("d1") });
    for (name, reason) in [
        ("schedule", StartReason::Schedule),
        ("missed", StartReason::Missed),
        ("onboarding", StartReason::Onboarding),
    ] {
        let started = FromAgent::TaskStarted { run_id: text("run-3"), start: task_start(reason) };
        holds(&format!("3-task-started-{name}"), &started);
    }
    let run = KnownRun {
        run_id: text("run-3"),
        finished: false,
        task: Some(task_start(StartReason::Schedule)),
    };
    let hello = Hello { runs: vec![run], definitions_digest: text("d1"), ..hello() };
    holds("3-hello", &FromAgent::Hello(Box::new(hello)));
    let action = ActionOutcome {
        name: text("clean up"),
        retcode: Some(0),
        seconds: 0.25,
        stdout_from: 0,
        stdout_to: 1,
        stderr_from: 0,
        stderr_to: 2,
    };
    let outcome = Outcome {
        end: End::Exited { code: 0 },
        started: 1_794_710_249_000_000,
        seconds: 0.5,
        stdout: 1,
        stderr: 2,
        truncated: false,
        actions: vec![action],
    };
    holds("3-finished-actions", &FromAgent::Finished { run_id: text("run-3"), outcome });
}

fn task_start(reason: StartReason) -> TaskStart {
    TaskStart {
        task: 5,
        name: text("nightly"),
        version: text("v1"),
        due: 1_794_710_000_000_000,
        started: 1_794_710_249_000_000,
        reason,
        dropped: 2,
    }
}

pub fn first_task() -> TaskDefinition {
    definitions().tasks.remove(0)
}

pub fn definitions() -> Definitions {
    let script = ScriptAction {
        name: text("clean up"),
        shell: text("python"),
        code: text("print(1)"),
        args: vec![text("a b")],
        env_vars: vec![text("KEY=value")],
        timeout_seconds: 90,
        run_as_user: true,
    };
    let command = CommandAction {
        shell: text("bash"),
        command: text("uptime"),
        timeout_seconds: 30,
        run_as_user: false,
    };
    let task = TaskDefinition {
        id: 5,
        version: text("v1"),
        name: text("nightly"),
        rule: muster_schedule::Rule::default(),
        actions: vec![TaskAction::Script(script), TaskAction::Cmd(command)],
        continue_on_error: true,
        stop_at_duration_end: true,
        output_limit: 1024,
        updates: None,
    };
    Definitions { digest: text("d1"), tasks: vec![task], ..Definitions::default() }
}

#[test]
fn a_large_document_travels_in_pieces() {
    let mut sent = definitions();
    let TaskAction::Cmd(command) = &mut sent.tasks[0].actions[1] else { panic!("a command") };
    command.command = "x".repeat(3 * MAX_FRAME_BYTES);
    let messages = sent.messages();
    assert!(messages.iter().all(|message| encode(message).len() < MAX_FRAME_BYTES));

    let mut reader = DefinitionsReader::default();
    let mut read = None;
    for message in &messages {
        assert_eq!(read, None);
        read = add(&mut reader, message).unwrap();
    }
    assert_eq!(read, Some(sent));
}

fn add(reader: &mut DefinitionsReader, message: &ToAgent) -> Result<Option<Definitions>, String> {
    let ToAgent::Definitions { digest, offset, total, data } = message else { panic!("a piece") };
    reader.add(digest, *offset, *total, data)
}

#[test]
fn pieces_that_do_not_fit_are_refused_and_the_next_document_is_read() {
    let mut reader = DefinitionsReader::default();
    let out_of_order = Err("a piece of the definitions is out of order".to_owned());
    assert_eq!(reader.add("d", 5, 10, b"12345"), out_of_order);
    assert_eq!(reader.add("d", 0, 10, b"12345"), Ok(None));
    assert_eq!(reader.add("other", 5, 10, b"12345"), out_of_order);
    assert_eq!(reader.add("d", 0, 3, b"12345"), out_of_order);
    let too_many = MAX_DEFINITIONS_BYTES as u64 + 1;
    let refusal = Err(format!("definitions of {too_many} bytes are too many"));
    assert_eq!(reader.add("d", 0, too_many, b"12345"), refusal);
    assert!(reader.add("d", 0, 1, b"1").unwrap_err().starts_with("not a message"));
    let whole = add(&mut reader, &definitions().messages()[0]);
    assert_eq!(whole, Ok(Some(definitions())));
}

#[test]
fn what_a_newer_server_defines_does_not_make_the_rest_unreadable() {
    let newer = serde_json::json!({
        "digest": "d2",
        "colour": "green",
        "tasks": [{
            "id": 6,
            "rule": { "kind": { "type": "lunar", "phase": "full" } },
            "actions": [{ "type": "dance", "steps": 3 }, { "type": "cmd", "command": "ls" }],
        }],
    });
    let read: Definitions = decode(&encode(&newer)).unwrap();
    let command = CommandAction { command: text("ls"), ..CommandAction::default() };
    assert_eq!(read.tasks[0].actions, [TaskAction::Unknown, TaskAction::Cmd(command)]);
    assert_eq!((read.digest.as_str(), read.tasks[0].id), ("d2", 6));
}

pub fn hello() -> Hello {
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
        runs: vec![KnownRun { run_id: text("run-1"), finished: true, task: None }],
        process_id: text("p1"),
        definitions_digest: String::new(),
        is_trial: false,
        packages_digest: String::new(),
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
