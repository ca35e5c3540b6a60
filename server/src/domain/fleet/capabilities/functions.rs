//! Every function an agent may have: a new order, question or capability of the
//! protocol gets a row here.

use muster_protocol::{capability, order_name, question_name};

/// One function.
pub struct Function {
    /// Its name in the protocol.
    pub name: &'static str,
    /// What an agent without it cannot do, to follow "cannot".
    pub deed: &'static str,
    /// The platforms that have anything like it, and the sentence for the others;
    /// none where every platform has it.
    pub platforms: Option<(&'static [&'static str], &'static str)>,
}

impl Function {
    /// What to do about an agent whose version lacks it.
    pub fn advice(&self) -> &'static str {
        match self.name {
            order_name::UPDATE_AGENT => "install a newer one on the computer",
            _ => "update it",
        }
    }
}

const fn everywhere(name: &'static str, deed: &'static str) -> Function {
    Function { name, deed, platforms: None }
}

const fn registry(name: &'static str, deed: &'static str) -> Function {
    Function { name, deed, platforms: Some((&["windows"], "only Windows has a registry")) }
}

/// All functions: orders, questions, and what else a hello may name.
pub const FUNCTIONS: &[Function] = &[
    everywhere(order_name::RUN_COMMAND, "run commands"),
    everywhere(order_name::RUN_SCRIPT, "run scripts"),
    everywhere(order_name::RUN_TASK, "run a task on demand"),
    everywhere(order_name::SCHEDULE_REBOOT, "restart its computer at a set time"),
    everywhere(order_name::SCAN_UPDATES, "search for updates"),
    everywhere(order_name::INSTALL_UPDATES, "install updates"),
    everywhere(order_name::INSTALL_SOFTWARE, "install software"),
    everywhere(order_name::UNINSTALL_SOFTWARE, "uninstall software"),
    everywhere(order_name::CHANGE_POWER, "restart or shut down its computer later"),
    everywhere(order_name::UPDATE_AGENT, "update itself"),
    everywhere(order_name::RECOVER_AGENT, "repair itself"),
    everywhere(question_name::LIST_PROCESSES, "list processes"),
    everywhere(question_name::END_PROCESS, "kill processes"),
    everywhere(question_name::TERMINATE_PROCESS, "end processes without force"),
    everywhere(question_name::LIST_SERVICES, "list services"),
    everywhere(question_name::READ_SERVICE, "show a service"),
    everywhere(question_name::CONTROL_SERVICE, "control services"),
    everywhere(question_name::READ_EVENT_LOG, "read the event log"),
    everywhere(question_name::LIST_SOFTWARE, "list software"),
    everywhere(question_name::POWER, "restart or shut down its computer"),
    everywhere(question_name::WAKE_ON_LAN, "wake other computers"),
    everywhere(question_name::RUN_CHECKS, "run checks on demand"),
    registry(question_name::READ_REGISTRY, "read the registry"),
    registry(question_name::CREATE_REGISTRY_KEY, "create registry keys"),
    registry(question_name::DELETE_REGISTRY_KEY, "delete registry keys"),
    registry(question_name::RENAME_REGISTRY_KEY, "rename registry keys"),
    registry(question_name::SET_REGISTRY_VALUE, "set registry values"),
    registry(question_name::DELETE_REGISTRY_VALUE, "delete registry values"),
    registry(question_name::RENAME_REGISTRY_VALUE, "rename registry values"),
    everywhere(question_name::SELF_TEST, "test itself"),
    everywhere(question_name::OPEN_REMOTE, "open terminals, files and screens"),
    everywhere(question_name::PING, "answer a ping"),
    everywhere(capability::CANCEL, "cancel a run"),
    everywhere(capability::DEFINITIONS, "run tasks by itself"),
    everywhere(capability::UNINSTALL, "uninstall itself when it is removed"),
    everywhere(capability::CHECKS, "run checks"),
    everywhere(capability::INVENTORY, "send its inventory when asked"),
    everywhere(capability::FREEZE, "stop its own tasks while it is frozen"),
    everywhere(capability::RECORDINGS, "record remote sessions"),
    everywhere(capability::REBOOT_MESSAGE, "show a message before a restart"),
    Function {
        name: capability::HIDE_UPDATES,
        deed: "hide updates",
        platforms: Some((&["windows"], "only Windows can hide an update")),
    },
];
