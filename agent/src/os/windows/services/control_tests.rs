//! A service control manager that keeps its services in memory: `web` and `queue` need
//! `database`, and `web` needs `queue`.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::super::status::Exit;
use super::*;

struct Fake {
    states: RefCell<BTreeMap<&'static str, State>>,
    /// What happened, in this order.
    deeds: RefCell<Vec<String>>,
    /// The one that never gets from one state to the next.
    stuck: &'static str,
    /// The one that ends right after its start.
    crashing: &'static str,
    /// The one that the agent is.
    own: &'static str,
    waits: Cell<u32>,
}

impl Fake {
    fn new(states: &[(&'static str, State)]) -> Self {
        let (stuck, crashing, own) = ("", "", "");
        let (states, deeds) = (RefCell::new(states.iter().copied().collect()), RefCell::default());
        Self { states, deeds, stuck, crashing, own, waits: Cell::new(0) }
    }

    fn all_running() -> Self {
        Self::new(&["database", "queue", "web"].map(|name| (name, State::Running)))
    }

    fn begin(&self, name: &str, deed: &str, state: State) -> Result<(), Problem> {
        self.deeds.borrow_mut().push(format!("{deed} {name}"));
        *self.states.borrow_mut().get_mut(name).unwrap() = state;
        Ok(())
    }

    fn deeds(&self) -> String {
        self.deeds.borrow().join(", ")
    }
}

impl Services for Fake {
    fn status(&self, name: &str) -> Result<Status, Problem> {
        let missing = || Problem::failed(format!("there is no service {name}"));
        let state = *self.states.borrow().get(name).ok_or_else(missing)?;
        let pid = if name == self.own { self.own_pid() } else { 7 };
        let exit = if name == self.crashing { Exit::Own(3) } else { Exit::Well };
        Ok(Status { state, pid, exit })
    }

    fn begin_start(&self, name: &str) -> Result<(), Problem> {
        self.begin(name, "start", State::Starting)
    }

    fn begin_stop(&self, name: &str) -> Result<(), Problem> {
        self.begin(name, "stop", State::Stopping)
    }

    fn begin_resume(&self, name: &str) -> Result<(), Problem> {
        self.begin(name, "resume", State::Resuming)
    }

    fn running_dependents(&self, name: &str) -> Result<Vec<String>, Problem> {
        let all: &[&str] = match name {
            "database" => &["web", "queue"],
            "queue" => &["web"],
            _ => &[],
        };
        let states = self.states.borrow();
        let running = all.iter().filter(|name| states[**name] != State::Stopped);
        Ok(running.map(|name| (*name).to_owned()).collect())
    }

    fn wait(&self) -> bool {
        for (name, state) in self.states.borrow_mut().iter_mut() {
            *state = match *state {
                state if *name == self.stuck => state,
                State::Starting if *name == self.crashing => State::Stopped,
                State::Starting | State::Resuming => State::Running,
                State::Stopping => State::Stopped,
                state => state,
            };
        }
        self.waits.set(self.waits.get() + 1);
        self.waits.get() < 100
    }

    fn own_pid(&self) -> u32 {
        4242
    }
}

#[test]
fn a_service_is_started_once_and_resumed_when_it_pauses() {
    for (state, deeds) in [
        (State::Stopped, "start web"),
        (State::Stopping, "start web"),
        (State::Paused, "resume web"),
        (State::Running, ""),
        (State::Starting, ""),
    ] {
        let services = Fake::new(&[("web", state)]);
        assert_eq!(start(&services, "web"), Ok(()), "{state:?}");
        assert_eq!(services.deeds(), deeds, "{state:?}");
        assert_eq!(services.status("web").unwrap().state, State::Running);
    }
}

#[test]
fn what_depends_on_a_service_is_stopped_before_it_and_started_after_it() {
    let services = Fake::all_running();
    assert_eq!(restart(&services, "database"), Ok(()));
    let expected = "stop web, stop queue, stop database, start database, start queue, start web";
    assert_eq!(services.deeds(), expected);

    let services = Fake::all_running();
    assert_eq!(stop(&services, "queue"), Ok(()));
    assert_eq!(services.deeds(), "stop web, stop queue");
    // Only what ran is started.
    assert_eq!(restart(&services, "database"), Ok(()));
    assert_eq!(services.deeds(), "stop web, stop queue, stop database, start database");
    assert_eq!(stop(&services, "web"), Ok(()));
}

#[test]
fn a_dependent_that_does_not_stop_is_named_and_the_others_run_again() {
    let services = Fake { stuck: "queue", ..Fake::all_running() };
    let problem = restart(&services, "database").unwrap_err().to_string();
    let expected = "the service database still runs, for queue depends on it: \
        the service queue takes too long: it is still stopping";
    assert_eq!(problem, expected);
    assert_eq!(services.deeds(), "stop web, stop queue, start web");
}

#[test]
fn a_service_that_ends_at_once_is_reported_with_its_own_error() {
    let services = Fake { crashing: "database", ..Fake::all_running() };
    let problem = restart(&services, "database").unwrap_err().to_string();
    let expected = "the service database started and ended at once, with its own error 3; \
        stopped with it, and not started: queue, web";
    assert_eq!(problem, expected);

    let services = Fake { crashing: "web", ..Fake::all_running() };
    let problem = restart(&services, "queue").unwrap_err().to_string();
    let expected = "the service queue was restarted, but \
        the service web started and ended at once, with its own error 3";
    assert_eq!(problem, expected);
}

#[test]
fn the_agent_does_not_stop_itself() {
    let services = Fake { own: "web", ..Fake::all_running() };
    let problem = restart(&services, "web").unwrap_err().to_string();
    assert_eq!(problem, "the agent does not stop its own service web");
    let problem = stop(&services, "database").unwrap_err().to_string();
    assert_eq!(problem, "the agent does not stop its own service web, which depends on database");
    assert_eq!(services.deeds(), "");
    assert_eq!(start(&services, "web"), Ok(()));
}

#[test]
fn a_service_that_does_not_exist_is_named() {
    let services = Fake::all_running();
    for act in [start, stop, restart] {
        let problem = act(&services, "none").unwrap_err().to_string();
        assert_eq!(problem, "there is no service none");
    }
}
