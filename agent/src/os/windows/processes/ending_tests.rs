//! The ends of real processes, and what must never be ended.

use std::process::{Child, Command, Stdio};

use windows::Win32::Foundation::{STATUS_ACCESS_DENIED, STATUS_SUCCESS};

use super::*;

/// One that reads and so waits for ever; its input stays open as long as it is held.
#[expect(clippy::disallowed_methods, reason = "each test ends its own")]
fn waiting_process() -> Child {
    let mut command = Command::new("cmd.exe");
    command.args(["/d", "/c", "set /p answer="]).stdin(Stdio::piped()).stdout(Stdio::null());
    command.spawn().unwrap()
}

#[test]
fn a_process_is_ended_and_then_not_there() {
    let mut child = waiting_process();
    let pid = child.id();
    let problem = ask(pid).unwrap_err().to_string();
    let expected = format!(
        "process {pid} (cmd.exe) has no window that the agent can ask to close; it can only be ended"
    );
    assert_eq!(problem.to_lowercase(), expected);
    end(pid).unwrap();
    // The child is still held open here, and yet it is gone.
    assert_eq!(end(pid).unwrap_err().to_string(), format!("there is no process {pid}"));
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn what_must_live_is_not_ended() {
    let own = std::process::id();
    for (pid, expected) in [
        (own, "the agent does not end itself"),
        (0, "process 0 is not one to end"),
        (4, "process 4 is not one to end"),
        (0xffff_fff0, "there is no process 4294967280"),
    ] {
        assert_eq!(ask(pid).unwrap_err().to_string(), expected);
        assert_eq!(end(pid).unwrap_err().to_string(), expected);
    }
    // Windows would take this for the number of the agent, too.
    let problem = end(own + 1).unwrap_err().to_string();
    assert_eq!(problem, format!("there is no process {}", own + 1));
}

#[test]
fn a_process_that_windows_needs_is_recognised() {
    assert_eq!(decide_critical(STATUS_SUCCESS, 1), Ok(true));
    assert_eq!(decide_critical(STATUS_SUCCESS, 0), Ok(false));
    assert_eq!(decide_critical(STATUS_INVALID_INFO_CLASS, 1), Ok(false));
    assert!(decide_critical(STATUS_ACCESS_DENIED, 0).is_err());
}

#[test]
fn a_protected_process_is_named() {
    let problem = refused("process 7 (lsass.exe)", &Error::from(ERROR_ACCESS_DENIED));
    let expected = "process 7 (lsass.exe) cannot be ended: \
        Windows protects it, or the agent may not do that";
    assert_eq!(problem.to_string(), expected);
}
