//! Questions to WMI, Windows' own inventory, which is slow, broken or hung on some
//! machines: each question has a limit, and all of a session have one together.

mod class;
mod value;
mod words;
mod worker;

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::os::Problem;
use worker::Worker;

pub use class::{CIMV2, Class, Row};

/// Held while a question is asked: WMI answers several no faster, and under Wine their
/// answers get mixed up.
static TURN: Mutex<()> = Mutex::new(());

/// Some questions, one after the other, on a thread of their own.
///
/// A question that is not answered in time leaves its thread behind, as nothing can
/// end it; the next one gets another. While too many of them hang, there is none.
#[derive(Debug)]
pub struct Session {
    worker: Option<Worker>,
    deadline: Instant,
}

impl Session {
    /// A session that ends after so long.
    pub fn new(limit: Duration) -> Self {
        Self { worker: None, deadline: Instant::now() + limit }
    }

    /// The objects of a class. Waits so long at most.
    pub fn rows(&mut self, class: &Class, limit: Duration) -> Result<Vec<Row>, Problem> {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Problem::failed("WMI is too slow"));
        }
        let worker = match self.worker.take() {
            Some(worker) => worker,
            None => Worker::start()?,
        };
        let answer = worker.ask(*class, limit.min(left));
        match answer {
            Some(answer) => {
                self.worker = Some(worker);
                answer
            }
            None => Err(Problem::failed(format!("WMI does not answer about {}", class.name))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SYSTEM: Class = Class {
        namespace: CIMV2,
        name: "Win32_OperatingSystem",
        condition: "",
        properties: &["Caption", "BuildNumber", "InstallDate"],
    };

    const LIMIT: Duration = Duration::from_secs(60);

    #[test]
    fn this_system_is_described() {
        let rows = Session::new(LIMIT).rows(&SYSTEM, LIMIT).unwrap();
        assert_eq!(rows.len(), 1);
        assert!(rows[0]["Caption"].as_str().is_some_and(|text| text.contains("Windows")));
        assert!(rows[0].keys().all(|name| SYSTEM.properties.contains(&&**name)), "{rows:?}");
    }

    #[test]
    fn a_property_of_another_release_is_left_out_and_the_others_are_there() {
        let class = Class { properties: &["Caption", "NoSuchProperty"], ..SYSTEM };
        let rows = Session::new(LIMIT).rows(&class, LIMIT).unwrap();
        assert!(rows[0].contains_key("Caption") && !rows[0].contains_key("NoSuchProperty"));
    }

    #[test]
    fn a_class_that_does_not_exist_is_a_problem_and_the_next_one_is_answered() {
        let mut session = Session::new(LIMIT);
        let none = Class { name: "Muster_NoSuchClass", ..SYSTEM };
        let elsewhere = Class { namespace: r"ROOT\MusterNoSuchNamespace", ..SYSTEM };
        for class in [none, elsewhere] {
            let found = session.rows(&class, LIMIT);
            // Wine lists nothing where Windows refuses.
            assert!(found.as_ref().map_or(true, Vec::is_empty), "{found:?}");
        }
        assert_eq!(session.rows(&SYSTEM, LIMIT).unwrap().len(), 1);
    }

    #[test]
    fn a_session_that_is_over_asks_nothing() {
        let mut session = Session::new(Duration::ZERO);
        let expected = Err(Problem::failed("WMI is too slow"));
        assert_eq!(session.rows(&SYSTEM, LIMIT), expected);
        assert!(session.worker.is_none());
    }
}
