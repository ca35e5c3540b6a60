//! What the features share: the fleet, its runs, the agents' definitions, and
//! the settings.
//!
//! Between the foundations and the features. A module here knows the
//! foundations and `agent_link`, and no feature.

pub mod alert_events;
pub mod alert_templates;
pub mod alerts;
pub mod check_points;
pub mod checks;
pub mod collections;
pub mod custom_fields;
pub mod definitions;
pub mod dependencies;
pub mod enrolment;
pub mod exclusions;
pub mod fleet;
pub mod freeze;
pub mod key_store;
pub mod mail;
pub mod maintenance_windows;
pub mod metrics;
pub mod ownership;
pub mod placeholders;
pub mod policies;
pub mod push;
pub mod recordings;
pub mod references;
pub mod remote;
pub mod runs;
pub mod settings;
pub mod sms;
pub mod watches;
pub mod webhooks;
