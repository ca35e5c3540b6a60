//! How a service comes to run, and the way from one start type to another.

use windows::Win32::System::Services::{
    SERVICE_AUTO_START, SERVICE_BOOT_START, SERVICE_DEMAND_START, SERVICE_DISABLED,
    SERVICE_START_TYPE, SERVICE_SYSTEM_START,
};

use super::open_service::OpenService;
use super::refusal::{CHANGED, refusal};
use crate::os::Problem;

/// The start types that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartType {
    Auto,
    AutoDelayed,
    Manual,
    Disabled,
}

/// One change of the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Type(SERVICE_START_TYPE),
    Delayed(bool),
}

impl StartType {
    /// Whether a service of this type starts with the machine.
    pub fn is_automatic(self) -> bool {
        matches!(self, Self::Auto | Self::AutoDelayed)
    }
}

/// The word of the protocol; empty for a number that is not documented.
pub fn word(start_type: SERVICE_START_TYPE, is_delayed: bool) -> &'static str {
    match start_type {
        SERVICE_AUTO_START if is_delayed => "autodelay",
        SERVICE_AUTO_START | SERVICE_BOOT_START | SERVICE_SYSTEM_START => "auto",
        SERVICE_DEMAND_START => "manual",
        SERVICE_DISABLED => "disabled",
        _ => "",
    }
}

/// Changes the start type; does not start or stop it now.
pub fn change(service: &OpenService, name: &str, wanted: StartType) -> Result<(), Problem> {
    let failed = |error| refusal(name, CHANGED, &error);
    let current = service.config().map_err(failed)?.start_type;
    let is_delayed = service.is_delayed().unwrap_or(false);
    for step in steps(wanted, current, is_delayed) {
        let result = match step {
            Step::Type(start_type) => service.set_start_type(start_type),
            Step::Delayed(delayed) => service.set_delayed(delayed),
        };
        match (result.map_err(failed), step) {
            (Ok(()), _) => {}
            (Err(problem), Step::Delayed(true)) => {
                let reason = format!("{problem}; it starts automatically, but without a delay");
                return Err(Problem::failed(reason));
            }
            (Err(problem), _) => return Err(problem),
        }
    }
    Ok(())
}

/// The flag of a delayed start is changed while the service starts automatically: for
/// others Windows ignores or refuses it.
fn steps(wanted: StartType, current: SERVICE_START_TYPE, is_delayed: bool) -> Vec<Step> {
    let clear = |is_needed: bool| is_needed.then_some(Step::Delayed(false));
    let was_delayed_start = is_delayed && current == SERVICE_AUTO_START;
    let steps = match wanted {
        StartType::Auto => [Some(Step::Type(SERVICE_AUTO_START)), clear(is_delayed)],
        StartType::AutoDelayed => [Some(Step::Type(SERVICE_AUTO_START)), Some(Step::Delayed(true))],
        StartType::Manual => [clear(was_delayed_start), Some(Step::Type(SERVICE_DEMAND_START))],
        StartType::Disabled => [clear(was_delayed_start), Some(Step::Type(SERVICE_DISABLED))],
    };
    steps.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_types_become_the_words_of_the_protocol() {
        for (number, is_delayed, expected) in [
            (2, false, "auto"),
            (2, true, "autodelay"),
            (3, true, "manual"),
            (4, false, "disabled"),
            (0, false, "auto"),
            (9, false, ""),
        ] {
            assert_eq!(word(SERVICE_START_TYPE(number), is_delayed), expected, "{number}");
        }
    }

    #[test]
    fn the_flag_of_a_delayed_start_is_set_and_cleared_while_it_counts() {
        let (auto, manual) = (Step::Type(SERVICE_AUTO_START), Step::Type(SERVICE_DEMAND_START));
        let disabled = Step::Type(SERVICE_DISABLED);
        let (set, clear) = (Step::Delayed(true), Step::Delayed(false));
        use StartType::{Auto, AutoDelayed, Disabled, Manual};
        for (wanted, current, is_delayed, expected) in [
            (Auto, SERVICE_DEMAND_START, false, vec![auto]),
            (Auto, SERVICE_AUTO_START, true, vec![auto, clear]),
            // A flag from earlier would come back to life.
            (Auto, SERVICE_DEMAND_START, true, vec![auto, clear]),
            (AutoDelayed, SERVICE_DISABLED, false, vec![auto, set]),
            (Manual, SERVICE_AUTO_START, true, vec![clear, manual]),
            (Manual, SERVICE_AUTO_START, false, vec![manual]),
            (Disabled, SERVICE_DEMAND_START, true, vec![disabled]),
            (Disabled, SERVICE_AUTO_START, true, vec![clear, disabled]),
        ] {
            assert_eq!(steps(wanted, current, is_delayed), expected, "{wanted:?} {current:?}");
        }
    }
}
