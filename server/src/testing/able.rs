//! The capabilities of the fake agent, and a valid answer to every question.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use muster_protocol::{
    Answer, LogEntry, OpenedRemote, Order, Process, Question, RunCommand, RunScript,
    SelfTestReport, Service, Software, Update, UpdateScan, capability, encode, order_name,
    question_name,
};
use serde::Serialize;

/// Every capability there is.
pub fn everything() -> Vec<String> {
    let names = [
        capability::RUN_COMMAND,
        capability::RUN_SCRIPT,
        capability::CANCEL,
        capability::INVENTORY,
        capability::DEFINITIONS,
        capability::CHECKS,
        capability::FREEZE,
        capability::RECORDINGS,
        capability::HIDE_UPDATES,
        capability::REBOOT_MESSAGE,
        order_name::RUN_TASK,
        order_name::SCAN_UPDATES,
        order_name::SCHEDULE_REBOOT,
        order_name::INSTALL_UPDATES,
        order_name::INSTALL_SOFTWARE,
        order_name::UNINSTALL_SOFTWARE,
        order_name::CHANGE_POWER,
        order_name::UPDATE_AGENT,
        order_name::RECOVER_AGENT,
        question_name::LIST_PROCESSES,
        question_name::END_PROCESS,
        question_name::TERMINATE_PROCESS,
        question_name::LIST_SERVICES,
        question_name::READ_SERVICE,
        question_name::CONTROL_SERVICE,
        question_name::READ_EVENT_LOG,
        question_name::LIST_SOFTWARE,
        question_name::RUN_CHECKS,
        capability::CHECKS,
        question_name::POWER,
        question_name::WAKE_ON_LAN,
        question_name::PING,
        question_name::SELF_TEST,
        question_name::OPEN_REMOTE,
        question_name::READ_REGISTRY,
        question_name::CREATE_REGISTRY_KEY,
        question_name::DELETE_REGISTRY_KEY,
        question_name::RENAME_REGISTRY_KEY,
        question_name::SET_REGISTRY_VALUE,
        question_name::DELETE_REGISTRY_VALUE,
        question_name::RENAME_REGISTRY_VALUE,
    ];
    names.map(str::to_owned).to_vec()
}

/// An answer of a question's type, as it travels.
pub fn data<A: Serialize>(answer: &A) -> Answer {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&encode(answer)).expect("memory takes everything");
    Answer::Data(encoder.finish().expect("memory takes everything"))
}

/// A valid answer.
pub fn answer(question: &Question) -> Answer {
    match question.name.as_str() {
        question_name::LIST_PROCESSES => {
            data(&[Process { pid: 7, name: "sh".to_owned(), ..Process::default() }])
        }
        question_name::LIST_SERVICES => data(&[service()]),
        question_name::READ_SERVICE => data(&service()),
        question_name::READ_EVENT_LOG => {
            data(&[LogEntry { message: "something happened".to_owned(), ..LogEntry::default() }])
        }
        question_name::LIST_SOFTWARE => {
            data(&[Software { name: "vim".to_owned(), ..Software::default() }])
        }
        question_name::RUN_CHECKS => data(&Some(1_u32)),
        question_name::SELF_TEST => data(&SelfTestReport::default()),
        name if name.contains("registry") => super::registry_examples::answer(question),
        question_name::OPEN_REMOTE => data(&OpenedRemote::default()),
        _ => data(&()),
    }
}

fn service() -> Service {
    Service { name: "cron".to_owned(), status: "running".to_owned(), ..Service::default() }
}

pub fn output(order: &Order) -> String {
    match order.name.as_str() {
        order_name::RUN_COMMAND => order.read::<RunCommand>().expect("a command").command,
        order_name::RUN_SCRIPT => order.read::<RunScript>().expect("a script").code,
        order_name::SCAN_UPDATES => {
            let update = Update { guid: "vim=9".to_owned(), ..Update::default() };
            let scan = UpdateScan { updates: vec![update], ..UpdateScan::default() };
            serde_json::to_string(&scan).expect("a scan is plain JSON")
        }
        _ => String::new(),
    }
}
