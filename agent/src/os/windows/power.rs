//! Restarting Windows, or switching it off.

use std::time::Duration;

use windows::Win32::Foundation::{
    ERROR_NOT_ALL_ASSIGNED, ERROR_SHUTDOWN_IN_PROGRESS, ERROR_SHUTDOWN_IS_SCHEDULED, GetLastError,
    HANDLE,
};
use windows::Win32::Security::{
    AdjustTokenPrivileges, LUID_AND_ATTRIBUTES, LookupPrivilegeValueW, SE_PRIVILEGE_ENABLED,
    SE_SHUTDOWN_NAME, TOKEN_ADJUST_PRIVILEGES, TOKEN_PRIVILEGES, TOKEN_QUERY,
};
use windows::Win32::System::Shutdown::{
    AbortSystemShutdownW, InitiateSystemShutdownExW, SHTDN_REASON_FLAG_PLANNED,
    SHTDN_REASON_MAJOR_OTHER, SHTDN_REASON_MINOR_MAINTENANCE,
};
use windows::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};
use windows::core::{Error, HSTRING, Owned, PCWSTR, Result as ApiResult};

use super::system_error::{code_of, text_of};
use super::wake_timers;
use crate::os::{PowerAction, Problem, WakeTimer};

/// Windows refuses to wait longer: ten years.
const MAX_DELAY_SECONDS: u64 = 315_360_000;

/// Restarts the machine or switches it off after this time; returns before that.
///
/// Windows itself counts the time down, and shows it to those who are logged in.
pub async fn change_power(action: PowerAction, delay: Duration) -> Result<(), Problem> {
    tokio::task::spawn_blocking(move || begin_shutdown(action, delay)).await?
}

/// What will wake the machine when it sleeps.
pub async fn wake_timers() -> Result<Vec<WakeTimer>, Problem> {
    wake_timers::list().await
}

fn begin_shutdown(action: PowerAction, delay: Duration) -> Result<(), Problem> {
    allow_shutdown()?;
    let seconds = delay_seconds(delay);
    let mut result = initiate(action, seconds);
    if matches!(&result, Err(error) if code_of(error) == Some(ERROR_SHUTDOWN_IS_SCHEDULED)) {
        // Somebody planned one for later: what is asked for now counts.
        abort();
        result = initiate(action, seconds);
    }
    result.or_else(|error| judge(&error))
}

/// Whole seconds, and no longer than Windows waits.
fn delay_seconds(delay: Duration) -> u32 {
    u32::try_from(delay.as_secs().min(MAX_DELAY_SECONDS)).unwrap_or(u32::MAX)
}

/// What those who are logged in read. They may not know the name of the agent.
fn message(action: PowerAction, seconds: u32) -> String {
    let deed = match action {
        PowerAction::Reboot => "restarts",
        PowerAction::Shutdown => "shuts down",
    };
    let time = match seconds {
        0..10 => "now".to_owned(),
        10..120 => format!("in {seconds} seconds"),
        _ => format!("in {} minutes", seconds / 60),
    };
    format!("Your administrator {deed} this computer {time}. Please save your work.")
}

/// A machine that goes down already does what it was asked for.
fn judge(error: &Error) -> Result<(), Problem> {
    match code_of(error) {
        Some(ERROR_SHUTDOWN_IN_PROGRESS | ERROR_SHUTDOWN_IS_SCHEDULED) => Ok(()),
        _ => Err(Problem::failed(format!("Windows does not shut down: {}", text_of(error)))),
    }
}

#[expect(unsafe_code, reason = "a function of Windows")]
fn initiate(action: PowerAction, seconds: u32) -> ApiResult<()> {
    let message = HSTRING::from(message(action, seconds));
    let reason =
        SHTDN_REASON_MAJOR_OTHER | SHTDN_REASON_MINOR_MAINTENANCE | SHTDN_REASON_FLAG_PLANNED;
    let (here, force) = (PCWSTR::null(), true);
    let reboot = action == PowerAction::Reboot;
    // SAFETY: null means this machine, and the message lives during the call.
    unsafe { InitiateSystemShutdownExW(here, &message, seconds, force, reboot, reason) }
}

#[expect(unsafe_code, reason = "a function of Windows")]
fn abort() {
    // SAFETY: null means this machine.
    if let Err(error) = unsafe { AbortSystemShutdownW(PCWSTR::null()) } {
        tracing::warn!(%error, "a shutdown that was planned for later cannot be replaced");
    }
}

/// Uses the right to shut the machine down, which even the system account has only on
/// demand.
pub(in crate::os::windows) fn allow_shutdown() -> Result<(), Problem> {
    let reason = match enable_privilege() {
        Ok(true) => return Ok(()),
        Ok(false) => "its account lacks the right for that".to_owned(),
        Err(error) => text_of(&error),
    };
    Err(Problem::failed(format!("the agent may not shut this computer down: {reason}")))
}

/// Whether the account of this process has the right, which is in use from now on.
#[expect(unsafe_code, reason = "functions of Windows")]
fn enable_privilege() -> ApiResult<bool> {
    let mut privilege =
        LUID_AND_ATTRIBUTES { Attributes: SE_PRIVILEGE_ENABLED, ..Default::default() };
    let mut token = HANDLE::default();
    let access = TOKEN_ADJUST_PRIVILEGES | TOKEN_QUERY;
    // SAFETY: the token is new and ours; the structures are complete and live during the
    // calls. The last error is read before anything else can change it.
    unsafe {
        OpenProcessToken(GetCurrentProcess(), access, &mut token)?;
        let token = Owned::new(token);
        LookupPrivilegeValueW(PCWSTR::null(), SE_SHUTDOWN_NAME, &mut privilege.Luid)?;
        let privileges = TOKEN_PRIVILEGES { PrivilegeCount: 1, Privileges: [privilege] };
        AdjustTokenPrivileges(*token, false, Some(&privileges), 0, None, None)?;
        Ok(GetLastError() != ERROR_NOT_ALL_ASSIGNED)
    }
}

#[cfg(test)]
mod tests {
    use windows::Win32::Foundation::{ERROR_ACCESS_DENIED, WIN32_ERROR};

    use super::*;

    #[test]
    fn users_read_what_happens_and_when() {
        let text = message(PowerAction::Reboot, 60);
        let expected =
            "Your administrator restarts this computer in 60 seconds. Please save your work.";
        assert_eq!(text, expected);
        for (seconds, time) in [(2, "now"), (10, "in 10 seconds"), (600, "in 10 minutes")] {
            let text = message(PowerAction::Shutdown, seconds);
            assert!(text.contains(&format!("shuts down this computer {time}.")), "{text}");
        }
    }

    #[test]
    fn windows_waits_for_no_more_than_ten_years() {
        assert_eq!(delay_seconds(Duration::from_millis(2900)), 2);
        assert_eq!(delay_seconds(Duration::MAX), 315_360_000);
    }

    #[test]
    fn a_machine_that_goes_down_already_does_what_it_should() {
        for code in [ERROR_SHUTDOWN_IN_PROGRESS, ERROR_SHUTDOWN_IS_SCHEDULED, WIN32_ERROR(1115)] {
            assert_eq!(judge(&Error::from(code)), Ok(()));
        }
        let problem = judge(&Error::from(ERROR_ACCESS_DENIED)).unwrap_err().to_string();
        assert!(problem.starts_with("Windows does not shut down: "), "{problem}");
    }
}
