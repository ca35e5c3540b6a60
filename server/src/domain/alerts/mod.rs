//! Alerts: what becomes of failures and recoveries.
//!
//! What happens to an alert is decided by the crate `alerting`, which has no database.
//! A [`Round`](round) locks the causes that events are about, reads what the settings
//! say of them, asks the machine, and stores state, alerts and the jobs for messages
//! and actions in one transaction.
//!
//! Events come from [`crate::domain::alert_events`] (`decide`), from people
//! (`by_hand`), from timers (`timers`, `site`, `overdue`) and from maintenance
//! (`silence`).

mod action;
mod alert_queries;
mod announce;
mod by_hand;
mod carry_out;
mod cause;
mod cause_queries;
mod covers;
mod decide;
mod departures;
mod facts;
mod facts_queries;
mod messages;
mod overdue;
mod push;
mod recent;
mod relation_queries;
mod relations;
mod retention;
mod round;
mod sending;
mod silence;
mod site;
mod timers;
mod wording;

pub use action::{
    ActionAlert, action_failed, find_action_alert, find_by_delivery, record_action, record_delivery,
};
pub use alert_queries::ActionResult;
pub use by_hand::{Deed, act, open_custom};
pub use decide::decide;
pub use overdue::{OVERDUE_KIND, still_overdue};
pub use retention::{RETENTION, prune_before};
pub use sending::{MAIL_KIND, SMS_KIND, send_alert_mail, send_alert_sms};
pub use silence::follow_silence;
pub use site::{DEPARTURES_KIND, departures_due};
pub use timers::{TIMER_KIND, timer_due};

/// Kind of the jobs that start the action of an alert. Payload: `alert`, its key, and
/// `recovery`, whether it is the action for recoveries.
pub const ACTION_KIND: &str = "alert_action";
