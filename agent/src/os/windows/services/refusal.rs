//! What the service control manager refuses, in a sentence for a technician.

use windows::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_CIRCULAR_DEPENDENCY, ERROR_DEPENDENT_SERVICES_RUNNING,
    ERROR_INVALID_NAME, ERROR_INVALID_SERVICE_CONTROL, ERROR_SERVICE_CANNOT_ACCEPT_CTRL,
    ERROR_SERVICE_DATABASE_LOCKED, ERROR_SERVICE_DEPENDENCY_DELETED, ERROR_SERVICE_DEPENDENCY_FAIL,
    ERROR_SERVICE_DISABLED, ERROR_SERVICE_DOES_NOT_EXIST, ERROR_SERVICE_LOGON_FAILED,
    ERROR_SERVICE_MARKED_FOR_DELETE, ERROR_SERVICE_REQUEST_TIMEOUT, ERROR_SHUTDOWN_IN_PROGRESS,
};
use windows::core::Error;

use crate::os::windows::system_error::{code_of, text_of};
use crate::os::{Problem, refusals};

/// What was to happen to the service, as in "cannot be …".
pub type Deed = &'static str;

pub const READ: Deed = "read";
pub const STARTED: Deed = "started";
pub const STOPPED: Deed = "stopped";
pub const RESUMED: Deed = "resumed";
pub const CHANGED: Deed = "changed";

/// Whether the error says that there is no such service.
pub fn is_missing(error: &Error) -> bool {
    matches!(code_of(error), Some(ERROR_SERVICE_DOES_NOT_EXIST | ERROR_INVALID_NAME))
}

/// The sentence for an error.
pub fn refusal(name: &str, deed: Deed, error: &Error) -> Problem {
    if is_missing(error) {
        return refusals::no_service(name);
    }
    let reason = match code_of(error) {
        Some(ERROR_ACCESS_DENIED) => "the agent may not do that",
        Some(ERROR_SERVICE_DISABLED) => "it is disabled; change its start type first",
        Some(ERROR_SERVICE_DEPENDENCY_FAIL) => "a service that it depends on does not start",
        Some(ERROR_SERVICE_DEPENDENCY_DELETED) => "a service that it depends on does not exist",
        Some(ERROR_CIRCULAR_DEPENDENCY) => "it depends on itself through other services",
        Some(ERROR_SERVICE_REQUEST_TIMEOUT) => "it did not answer Windows in time",
        Some(ERROR_SERVICE_LOGON_FAILED) => {
            "its account cannot log on; its password or its rights may have changed"
        }
        Some(ERROR_SERVICE_MARKED_FOR_DELETE) => "it is about to be removed",
        Some(ERROR_SERVICE_DATABASE_LOCKED) => "another program holds the list of services",
        Some(ERROR_DEPENDENT_SERVICES_RUNNING) => "a service that depends on it was started",
        Some(ERROR_INVALID_SERVICE_CONTROL | ERROR_SERVICE_CANNOT_ACCEPT_CTRL) => {
            "it does not allow that in its present state"
        }
        Some(ERROR_SHUTDOWN_IN_PROGRESS) => "the computer shuts down",
        _ => return Problem::failed(sentence(name, deed, &text_of(error))),
    };
    Problem::failed(sentence(name, deed, reason))
}

fn sentence(name: &str, deed: Deed, reason: &str) -> String {
    format!("the service {name} cannot be {deed}: {reason}")
}

#[cfg(test)]
mod tests {
    use windows::Win32::Foundation::WIN32_ERROR;

    use super::*;

    fn text(code: u32) -> String {
        refusal("Spooler", STARTED, &Error::from(WIN32_ERROR(code))).to_string()
    }

    #[test]
    fn errors_are_sentences() {
        for (code, expected) in [
            (5, "the service Spooler cannot be started: the agent may not do that"),
            (123, "there is no service Spooler"),
            (1060, "there is no service Spooler"),
            (
                1058,
                "the service Spooler cannot be started: it is disabled; change its start type first",
            ),
            (
                1068,
                "the service Spooler cannot be started: a service that it depends on does not start",
            ),
            (1053, "the service Spooler cannot be started: it did not answer Windows in time"),
        ] {
            assert_eq!(text(code), expected);
        }
        let other = text(2);
        assert!(other.starts_with("the service Spooler cannot be started: "), "{other}");
        assert!(is_missing(&Error::from(ERROR_SERVICE_DOES_NOT_EXIST)));
        assert!(!is_missing(&Error::from(ERROR_ACCESS_DENIED)));
    }
}
