//! What the service control manager knows about the service.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use windows_service::service::{
    Service, ServiceAccess, ServiceAction, ServiceActionType, ServiceErrorControl,
    ServiceFailureActions, ServiceFailureResetPeriod, ServiceInfo, ServiceStartType, ServiceType,
};
use windows_service::service_manager::ServiceManager;
use windows_service::{Error, Result};

use super::control::{SERVICE, code_of, open, plain};

const DISPLAY_NAME: &str = "Muster agent";
const DESCRIPTION: &str =
    "Lets your Muster server look after this computer: inventory, checks, updates and scripts.";

/// How long Windows waits before it starts a service again that failed: the first time,
/// the second, and from then on.
const RESTART_DELAYS: [Duration; 3] =
    [Duration::from_secs(5), Duration::from_secs(5), Duration::from_secs(60)];

/// After so long without a failure, the next one is the first again.
const FAILURES_FORGOTTEN: Duration = Duration::from_secs(86_400);

/// What a service control manager answers that does not know a setting:
/// `ERROR_CALL_NOT_IMPLEMENTED`, `ERROR_INVALID_LEVEL` and `RPC_S_INVALID_TAG`.
const UNKNOWN_SETTING: [i32; 3] = [120, 124, 1733];

/// The service that runs this program with this data directory.
pub fn service_info(program: &Path, data: &Path) -> ServiceInfo {
    let arguments = ["run".into(), "--service".into(), "--data".into(), data.into()];
    ServiceInfo {
        name: SERVICE.into(),
        display_name: DISPLAY_NAME.into(),
        service_type: ServiceType::OWN_PROCESS,
        start_type: ServiceStartType::AutoStart,
        error_control: ServiceErrorControl::Normal,
        executable_path: program.to_owned(),
        launch_arguments: arguments.to_vec(),
        dependencies: Vec::new(),
        account_name: Some(OsString::from("LocalSystem")),
        account_password: None,
    }
}

/// Creates the service, or makes the one that is there already what it should be.
pub fn create_or_change(manager: &ServiceManager, wanted: &ServiceInfo) -> anyhow::Result<Service> {
    // Who sets that it is started again after a failure needs the right to start it.
    let access = ServiceAccess::QUERY_STATUS
        | ServiceAccess::QUERY_CONFIG
        | ServiceAccess::CHANGE_CONFIG
        | ServiceAccess::START
        | ServiceAccess::STOP;
    let Some(service) = open(manager, access)? else {
        let created = manager.create_service(wanted, access).map_err(plain);
        return created.with_context(|| format!("cannot create the service {SERVICE}"));
    };
    let changed = service.change_config(wanted).map_err(plain);
    changed.with_context(|| format!("cannot change the service {SERVICE}"))?;
    Ok(service)
}

/// Sets what a service is not created with.
pub fn describe(service: &Service, stop_limit: Duration) -> anyhow::Result<()> {
    let action = |delay| ServiceAction { action_type: ServiceActionType::Restart, delay };
    let failure_actions = ServiceFailureActions {
        reset_period: ServiceFailureResetPeriod::After(FAILURES_FORGOTTEN),
        reboot_msg: None,
        command: None,
        actions: Some(RESTART_DELAYS.map(action).to_vec()),
    };
    for (what, set) in [
        ("its description", service.set_description(DESCRIPTION)),
        ("its delayed start", service.set_delayed_auto_start(true)),
        ("its restart after a failure", service.update_failure_actions(failure_actions)),
        (
            "its restart after it ended with an error",
            service.set_failure_actions_on_non_crash_failures(true),
        ),
        ("its time to stop with Windows", service.set_preshutdown_timeout(stop_limit)),
    ] {
        accept_unknown(what, set)?;
    }
    Ok(())
}

/// A setting that this system does not know is left out, and nothing else.
fn accept_unknown(what: &str, set: Result<()>) -> anyhow::Result<()> {
    match set {
        Err(error) if is_unknown(&error) => {
            tracing::warn!("this system does not know for the service {SERVICE}: {what}");
            Ok(())
        }
        other => other.map_err(plain).with_context(|| format!("cannot set for {SERVICE}: {what}")),
    }
}

fn is_unknown(error: &Error) -> bool {
    code_of(error).is_some_and(|code| UNKNOWN_SETTING.contains(&code))
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::super::command_line::read_command_line;
    use super::*;
    use crate::os::service_command::ServiceCommand;

    #[test]
    fn only_a_setting_that_the_system_does_not_know_is_left_out() {
        let error = |code| Err(Error::Winapi(io::Error::from_raw_os_error(code)));
        for code in UNKNOWN_SETTING {
            accept_unknown("it", error(code)).unwrap();
        }
        for code in [5, 6, 87, 1072] {
            accept_unknown("it", error(code)).unwrap_err();
        }
        accept_unknown("it", Ok(())).unwrap();
    }

    #[test]
    fn the_service_starts_this_program_with_its_own_data() {
        let (program, data) = (Path::new(r"C:\a b\muster-agent.exe"), Path::new(r"D:\my data"));
        let info = service_info(program, data);
        let words: Vec<String> =
            info.launch_arguments.iter().map(|word| format!("{word:?}")).collect();
        let line = format!("{:?} {}", info.executable_path, words.join(" ")).replace(r"\\", r"\");
        let started = ServiceCommand { program: program.into(), data: data.into() };
        assert_eq!(read_command_line(&line), Some(started));
        assert_eq!(info.start_type, ServiceStartType::AutoStart);
    }
}
