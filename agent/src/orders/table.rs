//! Every kind of order this build knows: its name, its body, what it may take
//! and what carries it out.

use muster_protocol::{
    ChangeSoftware, InstallUpdates, Order, Power, RecoverAgent, RunCommand, RunScript, RunTask,
    ScanUpdates, ScheduleReboot, UpdateAgent, order_name,
};

use super::work::{LeaveWork, RunWork, Work};
use crate::ledger::Promise;
use crate::packages::{self, Change};
use crate::run::{Limits, TaskRun, run_command, run_script, run_task};
use crate::{power, reboot, upkeep};

/// What orders may take that only pass something on to the system.
const SHORT: Limits = Limits { seconds: 60, output_bytes: 4096 };

/// Reads the body of an order; none when it is of another type.
type Read = fn(&Order) -> Option<Work>;

const TABLE: [(&str, Read); 11] = [
    (order_name::RUN_COMMAND, |order| {
        let body: RunCommand = order.read().ok()?;
        let limits = limits(body.timeout_seconds, body.output_limit);
        run(RunWork::new(limits, |_, job| async move { run_command(&job, &body).await }))
    }),
    (order_name::RUN_SCRIPT, |order| {
        let body: RunScript = order.read().ok()?;
        let limits = limits(body.timeout_seconds, body.output_limit);
        run(RunWork::new(limits, |_, job| async move { run_script(&job, &body).await }))
    }),
    (order_name::RUN_TASK, |order| {
        let RunTask { definition } = order.read().ok()?;
        let (task, policy) = (definition.id, definition.rule.instance_policy);
        let work = run_task_actions(TaskRun { definition, ends: None });
        run(work.instance_of_task(task, policy))
    }),
    (order_name::SCHEDULE_REBOOT, |order| {
        let body: ScheduleReboot = order.read().ok()?;
        let promise = Some(Promise::Reboot(body.clone()));
        leave(LeaveWork::new(reboot::LIMITS, promise, move |shared, job| {
            reboot::carry_out(shared, job, body)
        }))
    }),
    (order_name::SCAN_UPDATES, |order| {
        let body: ScanUpdates = order.read().ok()?;
        let limits = limits(body.timeout_seconds, body.output_limit);
        run(RunWork::new(limits, |_, job| async move {
            packages::carry_out(&job, Change::Scan(&body)).await
        }))
    }),
    (order_name::INSTALL_UPDATES, |order| run(install_updates(order.read().ok()?))),
    (order_name::INSTALL_SOFTWARE, |order| {
        let body: ChangeSoftware = order.read().ok()?;
        let limits = limits(body.timeout_seconds, body.output_limit);
        run(RunWork::new(limits, |_, job| async move {
            packages::carry_out(&job, Change::Install(&body)).await
        }))
    }),
    (order_name::UNINSTALL_SOFTWARE, |order| {
        let body: ChangeSoftware = order.read().ok()?;
        let limits = limits(body.timeout_seconds, body.output_limit);
        run(RunWork::new(limits, |_, job| async move {
            packages::carry_out(&job, Change::Remove(&body)).await
        }))
    }),
    (order_name::CHANGE_POWER, |order| {
        let body: Power = order.read().ok()?;
        run(RunWork::new(SHORT, |shared, job| async move {
            power::carry_out(&shared.data, &job, &body)
        }))
    }),
    (order_name::UPDATE_AGENT, |order| {
        let body: UpdateAgent = order.read().ok()?;
        let limits = limits(body.timeout_seconds, SHORT.output_bytes);
        let promise = Some(Promise::Update(body.version.clone()));
        leave(LeaveWork::new(limits, promise, |shared, job| upkeep::update(shared, job, body)))
    }),
    (order_name::RECOVER_AGENT, |order| {
        let body: RecoverAgent = order.read().ok()?;
        leave(LeaveWork::new(SHORT, None, |shared, job| upkeep::recover(shared, job, body)))
    }),
];

/// The names of all orders.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, _)| *name)
}

/// What an order asks for; none for an unknown name or a body of another type.
pub fn read(order: &Order) -> Option<Work> {
    let (_, read) = TABLE.iter().find(|(name, _)| *name == order.name)?;
    read(order)
}

/// The run that installs certain updates; the schedule starts it as well.
pub fn install_updates(body: InstallUpdates) -> RunWork {
    let limits = limits(body.timeout_seconds, body.output_limit);
    RunWork::new(
        limits,
        |_, job| async move { packages::carry_out(&job, Change::Update(&body)).await },
    )
}

/// The run of a task's actions; the schedule starts it as well.
pub fn run_task_actions(task: TaskRun) -> RunWork {
    RunWork::new(task.limits(), |_, job| async move { run_task(&job, &task).await })
}

fn limits(seconds: u32, output_bytes: u64) -> Limits {
    Limits { seconds, output_bytes }
}

fn run(work: RunWork) -> Option<Work> {
    Some(Work::Run(work))
}

fn leave(work: LeaveWork) -> Option<Work> {
    Some(Work::Leave(work))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_order_has_a_name_of_its_own() {
        assert_eq!(names().collect::<BTreeSet<_>>().len(), TABLE.len());
    }

    #[test]
    fn an_unknown_name_and_a_body_of_another_type_are_not_orders() {
        assert!(read(&Order::new("run", "make_coffee", &())).is_none());
        for name in names() {
            assert!(read(&Order::new("run", name, &7)).is_none(), "{name}");
        }
    }

    fn reboot_at(at: i64) -> ScheduleReboot {
        ScheduleReboot { at, message: "Please save your work.".to_owned() }
    }

    #[test]
    fn only_work_that_the_next_process_must_end_leaves_a_promise() {
        let reboot = Order::new("run", order_name::SCHEDULE_REBOOT, &reboot_at(5));
        assert_eq!(read(&reboot).unwrap().promise(), Some(Promise::Reboot(reboot_at(5))));
        let recover = RecoverAgent { part: "agent".to_owned() };
        let recover = read(&Order::new("run", order_name::RECOVER_AGENT, &recover)).unwrap();
        assert!(matches!(recover, Work::Leave(_)) && recover.promise().is_none());
        let scan = ScanUpdates { timeout_seconds: 9, output_limit: 8, ..ScanUpdates::default() };
        let scan = read(&Order::new("run", order_name::SCAN_UPDATES, &scan)).unwrap();
        assert!(matches!(scan, Work::Run(_)) && scan.promise().is_none());
        assert_eq!(scan.limits(), limits(9, 8));
    }
}
