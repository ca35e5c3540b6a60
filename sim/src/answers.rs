//! Answers to questions, made up but of the right shape.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use muster_protocol::{
    Answer, Question, ReadEventLog, capability, encode, order_name, question_name,
};
use rand::rngs::SmallRng;
use serde::Serialize;

use crate::machine;

/// Names of everything that simulated agents understand.
pub const CAPABILITIES: &[&str] = &[
    capability::CANCEL,
    capability::DEFINITIONS,
    capability::INVENTORY,
    order_name::RUN_COMMAND,
    order_name::RUN_SCRIPT,
    order_name::RUN_TASK,
    order_name::SCHEDULE_REBOOT,
    order_name::SCAN_UPDATES,
    order_name::INSTALL_UPDATES,
    order_name::INSTALL_SOFTWARE,
    order_name::UNINSTALL_SOFTWARE,
    order_name::CHANGE_POWER,
    question_name::LIST_PROCESSES,
    question_name::END_PROCESS,
    question_name::TERMINATE_PROCESS,
    question_name::LIST_SERVICES,
    question_name::READ_SERVICE,
    question_name::CONTROL_SERVICE,
    question_name::READ_EVENT_LOG,
    question_name::LIST_SOFTWARE,
    question_name::POWER,
    question_name::WAKE_ON_LAN,
    question_name::PING,
    question_name::OPEN_REMOTE,
];

/// Answers a question.
pub fn answer(question: &Question, chance: &mut SmallRng) -> Answer {
    match question.name.as_str() {
        question_name::LIST_PROCESSES => data(&machine::processes(chance)),
        question_name::LIST_SERVICES => data(&machine::services()),
        question_name::READ_SERVICE => match question.read::<String>() {
            Ok(name) => data(&machine::service(&name)),
            Err(error) => Answer::Failed(error.to_string()),
        },
        question_name::READ_EVENT_LOG => match question.read::<ReadEventLog>() {
            Ok(page) => data(&machine::log_entries(page.offset, page.limit)),
            Err(error) => Answer::Failed(error.to_string()),
        },
        question_name::LIST_SOFTWARE => data(&machine::software(chance)),
        name if CAPABILITIES.contains(&name) => data(&()),
        _ => Answer::UnknownQuestion,
    }
}

/// An answer with this in it.
pub fn data<A: Serialize>(answer: &A) -> Answer {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    let written = encoder.write_all(&encode(answer)).and_then(|()| encoder.finish());
    Answer::Data(written.expect("memory takes everything"))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::ZlibDecoder;
    use muster_protocol::{MAX_ANSWER_BYTES, Process, Software, decode};

    use super::*;
    use crate::identity::chance;

    fn ask(name: &str) -> Vec<u8> {
        let question = Question::new(1, name, &());
        let Answer::Data(data) = answer(&question, &mut chance(1, 1, "test")) else {
            panic!("{name} is answered with data");
        };
        assert!(data.len() < MAX_ANSWER_BYTES);
        let mut plain = Vec::new();
        ZlibDecoder::new(&data[..]).read_to_end(&mut plain).unwrap();
        plain
    }

    #[test]
    fn answers_have_the_shape_of_their_question_and_follow_from_the_seed() {
        let software: Vec<Software> = decode(&ask(question_name::LIST_SOFTWARE)).unwrap();
        assert!((80..160).contains(&software.len()));
        assert_eq!(software, decode::<Vec<Software>>(&ask(question_name::LIST_SOFTWARE)).unwrap());
        let processes: Vec<Process> = decode(&ask(question_name::LIST_PROCESSES)).unwrap();
        assert_eq!(processes.len(), 119);
        decode::<()>(&ask(question_name::PING)).unwrap();
    }

    #[test]
    fn an_unknown_question_is_said_to_be_unknown() {
        let question = Question::new(1, "guess", &());
        assert_eq!(answer(&question, &mut chance(1, 1, "test")), Answer::UnknownQuestion);
    }
}
