//! Every step, in the order of the report: which orders, questions and capabilities it
//! stands for, and what it does. A test fails when one of those has no step.

use muster_protocol::{capability, order_name, question_name};

use super::snag::Snag;
use super::step::Step;
use super::{commands, machine, network, own, packages, processes, recordings, records, services};

/// A step whose function would change something.
macro_rules! not_tried {
    ($name:literal, $title:literal, $covers:expr, $reason:literal) => {
        Step::new($name, $title, $covers, |_| {
            Box::pin(async { Err(Snag::NotTried($reason.to_owned())) })
        })
    };
}

/// A command in a shell, which may need many seconds for its first one.
macro_rules! shell {
    ($name:literal, $title:literal, $shell:literal) => {
        Step::new($name, $title, &[order_name::RUN_COMMAND], |bench| {
            Box::pin(commands::shell(bench, $shell))
        })
        .within(30)
    };
}

macro_rules! log {
    ($name:literal, $title:literal, $log:literal) => {
        Step::new($name, $title, &[question_name::READ_EVENT_LOG], |_| {
            Box::pin(machine::event_log($log))
        })
        .with_full_rights()
    };
}

/// The changes of the registry.
const REGISTRY_CHANGES: [&str; 6] = [
    question_name::CREATE_REGISTRY_KEY,
    question_name::DELETE_REGISTRY_KEY,
    question_name::RENAME_REGISTRY_KEY,
    question_name::SET_REGISTRY_VALUE,
    question_name::DELETE_REGISTRY_VALUE,
    question_name::RENAME_REGISTRY_VALUE,
];

/// All steps.
pub const STEPS: [Step; 48] = [
    Step::new(
        "program",
        "The agent's program",
        &[question_name::PING, question_name::SELF_TEST],
        |bench| Box::pin(own::program(bench)),
    ),
    Step::new("private_folder", "Private folder", &[], |bench| {
        Box::pin(own::private_folder(bench))
    }),
    Step::new("ledger", "Ledger", &[], |bench| Box::pin(records::ledger(bench))),
    Step::new(
        "task",
        "Task with two actions",
        &[capability::DEFINITIONS, order_name::RUN_TASK],
        |bench| Box::pin(records::task(bench)),
    )
    .within(20),
    Step::new("signatures", "Signatures", &[capability::FREEZE], |bench| {
        Box::pin(own::signatures(bench))
    }),
    Step::new("clocks", "Clocks", &[], |bench| Box::pin(own::clocks(bench))),
    Step::new("certificates", "Certificate store", &[], |bench| {
        Box::pin(network::certificates(bench))
    }),
    Step::new("service", "The agent's service", &[], |bench| Box::pin(own::service(bench))),
    shell!("shell_cmd", "Commands in cmd", "cmd"),
    shell!("shell_powershell", "Commands in PowerShell", "powershell"),
    shell!("shell_pwsh", "Commands in PowerShell 7", "pwsh"),
    shell!("shell_bash", "Commands in bash", "bash"),
    shell!("shell_sh", "Commands in sh", "sh"),
    shell!("shell_python", "Commands in Python", "python"),
    shell!("shell_nushell", "Commands in Nushell", "nushell"),
    shell!("shell_deno", "Commands in Deno", "deno"),
    Step::new("script", "Script with argument and variable", &[order_name::RUN_SCRIPT], |bench| {
        Box::pin(commands::script(bench))
    })
    .within(30),
    Step::new("time_limit", "Process tree ended at its limit", &[], |bench| {
        Box::pin(processes::time_limit(bench))
    })
    .within(20),
    Step::new("cancel", "Command cancelled", &[capability::CANCEL], |bench| {
        Box::pin(processes::cancel(bench))
    })
    .within(20),
    Step::new("sessions", "Logged-in users", &[], |bench| Box::pin(machine::sessions(bench))),
    Step::new("run_as_user", "Command as the logged-in user", &[], |bench| {
        Box::pin(commands::as_user(bench))
    })
    .with_full_rights()
    .within(30),
    Step::new("list_processes", "Processes", &[question_name::LIST_PROCESSES], |bench| {
        Box::pin(processes::list(bench))
    }),
    Step::new("end_process", "Process ended", &[question_name::END_PROCESS], |bench| {
        Box::pin(processes::end(bench))
    })
    .within(20),
    Step::new(
        "terminate_process",
        "Process asked to end",
        &[question_name::TERMINATE_PROCESS],
        |bench| Box::pin(processes::terminate(bench)),
    )
    .within(20),
    Step::new("list_services", "Services", &[question_name::LIST_SERVICES], |bench| {
        Box::pin(services::list(bench))
    }),
    Step::new("read_service", "One service", &[question_name::READ_SERVICE], |bench| {
        Box::pin(services::read(bench))
    }),
    Step::new(
        "control_service",
        "Control of services",
        &[question_name::CONTROL_SERVICE],
        |bench| Box::pin(services::control(bench)),
    ),
    log!("log_application", "Log: Application", "Application"),
    log!("log_system", "Log: System", "System"),
    log!("log_security", "Log: Security", "Security"),
    Step::new("list_software", "Software", &[question_name::LIST_SOFTWARE], |bench| {
        Box::pin(machine::software(bench))
    }),
    Step::new("inventory", "Inventory", &[capability::INVENTORY], |bench| {
        Box::pin(machine::inventory(bench))
    })
    .within(20),
    Step::new("metrics", "Metrics", &[], |bench| Box::pin(machine::metrics(bench))),
    Step::new("disks", "Disks", &[], |bench| Box::pin(machine::disks(bench))),
    Step::new("ping", "Check: ping", &[capability::CHECKS, question_name::RUN_CHECKS], |bench| {
        Box::pin(network::echo(bench))
    }),
    Step::new("port", "Check: open port", &[], |bench| Box::pin(network::open_port(bench))),
    Step::new("scan_updates", "Search for updates", &[order_name::SCAN_UPDATES], |bench| {
        Box::pin(packages::scan(bench))
    })
    .within(30),
    not_tried!(
        "install_updates",
        "Installation of updates",
        &[order_name::INSTALL_UPDATES, capability::HIDE_UPDATES],
        "it would change what is installed"
    ),
    not_tried!(
        "change_software",
        "Installation and removal of software",
        &[order_name::INSTALL_SOFTWARE, order_name::UNINSTALL_SOFTWARE],
        "it would change what is installed"
    ),
    Step::new("read_registry", "Registry", &[question_name::READ_REGISTRY], |bench| {
        Box::pin(machine::registry(bench))
    }),
    Step::new("change_registry", "Changes of the registry", &REGISTRY_CHANGES, |bench| {
        Box::pin(machine::registry_changes(bench))
    }),
    Step::new(
        "power",
        "Restart and shutdown",
        &[
            question_name::POWER,
            order_name::CHANGE_POWER,
            order_name::SCHEDULE_REBOOT,
            capability::REBOOT_MESSAGE,
        ],
        |bench| Box::pin(machine::power(bench)),
    )
    .with_full_rights(),
    Step::new("wake_on_lan", "Wake-on-LAN", &[question_name::WAKE_ON_LAN], |bench| {
        Box::pin(network::wake_on_lan(bench))
    }),
    not_tried!(
        "update_agent",
        "Update of the agent",
        &[order_name::UPDATE_AGENT],
        "it would replace the agent's program"
    ),
    not_tried!(
        "recover_agent",
        "Restart of the agent",
        &[order_name::RECOVER_AGENT],
        "it would interrupt what the agent does"
    ),
    not_tried!(
        "uninstall",
        "Removal of the agent",
        &[capability::UNINSTALL],
        "it would remove the agent"
    ),
    Step::new("recordings", "Recording of a session", &[capability::RECORDINGS], |bench| {
        Box::pin(recordings::record(bench))
    }),
    not_tried!(
        "open_remote",
        "Remote session",
        &[question_name::OPEN_REMOTE],
        "it would need a viewer"
    ),
];
