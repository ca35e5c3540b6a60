//! What is asked of the service control manager to answer one question, within its time.

use std::time::{Duration, Instant};

use windows::Win32::Foundation::{ERROR_SERVICE_ALREADY_RUNNING, ERROR_SERVICE_NOT_ACTIVE};
use windows::Win32::System::Services::{
    SERVICE_CHANGE_CONFIG, SERVICE_CONTROL_CONTINUE, SERVICE_CONTROL_STOP,
    SERVICE_ENUMERATE_DEPENDENTS, SERVICE_PAUSE_CONTINUE, SERVICE_QUERY_CONFIG,
    SERVICE_QUERY_STATUS, SERVICE_START, SERVICE_STOP,
};

use super::control::{self, Services};
use super::manager::Manager;
use super::name::ServiceName;
use super::open_service::OpenService;
use super::refusal::{CHANGED, Deed, READ, RESUMED, STARTED, STOPPED, refusal};
use super::start_type::{self, StartType};
use super::status::Status;
use crate::os::windows::system_error::code_of;
use crate::os::{Problem, refusals};

/// How long services may take to start or stop: less than the question may.
const LIMIT: Duration = Duration::from_secs(25);

const BETWEEN_CHECKS: Duration = Duration::from_millis(100);

struct Session {
    manager: Manager,
    deadline: Instant,
}

/// Changes the state or the start type of a service. Blocks until that has happened.
pub fn control(name: &ServiceName, action: &str) -> Result<(), Problem> {
    let name = name.as_str();
    let act = match action {
        "start" => control::start,
        "stop" => control::stop,
        "restart" => control::restart,
        "auto" => return change_start_type(name, StartType::Auto),
        "autodelay" => return change_start_type(name, StartType::AutoDelayed),
        "manual" => return change_start_type(name, StartType::Manual),
        "disabled" => return change_start_type(name, StartType::Disabled),
        _ => return Err(refusals::unknown_service_action(action)),
    };
    act(&Session::begin()?, name)
}

/// The agent itself has to come back after a restart of the machine.
fn change_start_type(name: &str, wanted: StartType) -> Result<(), Problem> {
    let session = Session::begin()?;
    if !wanted.is_automatic() {
        control::refuse_own(&session, name)?;
    }
    let access = SERVICE_QUERY_CONFIG | SERVICE_CHANGE_CONFIG;
    start_type::change(&session.open(name, access, CHANGED)?, name, wanted)
}

impl Session {
    fn begin() -> Result<Self, Problem> {
        Ok(Self { manager: Manager::connect()?, deadline: Instant::now() + LIMIT })
    }

    fn open(&self, name: &str, access: u32, deed: Deed) -> Result<OpenService, Problem> {
        self.manager.open(name, access).map_err(|error| refusal(name, deed, &error))
    }
}

impl Services for Session {
    fn status(&self, name: &str) -> Result<Status, Problem> {
        let service = self.open(name, SERVICE_QUERY_STATUS, READ)?;
        service.status().map_err(|error| refusal(name, READ, &error))
    }

    fn begin_start(&self, name: &str) -> Result<(), Problem> {
        match self.open(name, SERVICE_START, STARTED)?.start() {
            Err(error) if code_of(&error) == Some(ERROR_SERVICE_ALREADY_RUNNING) => Ok(()),
            started => started.map_err(|error| refusal(name, STARTED, &error)),
        }
    }

    fn begin_stop(&self, name: &str) -> Result<(), Problem> {
        match self.open(name, SERVICE_STOP, STOPPED)?.control(SERVICE_CONTROL_STOP) {
            Err(error) if code_of(&error) == Some(ERROR_SERVICE_NOT_ACTIVE) => Ok(()),
            stopping => stopping.map_err(|error| refusal(name, STOPPED, &error)),
        }
    }

    fn begin_resume(&self, name: &str) -> Result<(), Problem> {
        let service = self.open(name, SERVICE_PAUSE_CONTINUE, RESUMED)?;
        let resuming = service.control(SERVICE_CONTROL_CONTINUE);
        resuming.map_err(|error| refusal(name, RESUMED, &error))
    }

    fn running_dependents(&self, name: &str) -> Result<Vec<String>, Problem> {
        let service = self.open(name, SERVICE_ENUMERATE_DEPENDENTS, STOPPED)?;
        service.running_dependents().map_err(|error| refusal(name, STOPPED, &error))
    }

    fn wait(&self) -> bool {
        let left = self.deadline.saturating_duration_since(Instant::now());
        crate::os::windows::pause::pause(left.min(BETWEEN_CHECKS));
        !left.is_zero()
    }

    fn own_pid(&self) -> u32 {
        std::process::id()
    }
}
