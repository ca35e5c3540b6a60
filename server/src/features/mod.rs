//! One folder per noun of the API.

pub mod accounts;
pub mod agents;
pub mod audit_log;
pub mod beta;
pub mod bulk;
pub mod clients;
pub mod collection;
pub mod custom_fields;
pub mod dashboard;
pub mod deployments;
pub mod event_log;
pub mod health;
pub mod home;
pub mod key_store;
pub mod live_events;
pub mod mail;
pub mod maintenance;
pub mod notes;
pub mod pending_actions;
pub mod policies;
pub mod processes;
pub mod runs;
pub mod schema;
pub mod scripts;
pub mod server_scripts;
pub mod services;
pub mod settings;
pub mod software;
pub mod tasks;
pub mod views;
pub mod winupdate;

use crate::agent_link;
use crate::jobs::{HOUSEKEEPING, Periodic, Work};

/// Every kind of job and who does it. A kind keeps its word for ever.
pub const WORK: &[Work] = &[
    Work {
        kind: agent_link::LOOK_KIND,
        handler: |app, payload| Box::pin(agent_link::look(app, payload)),
    },
    Work {
        kind: mail::SEND_MAIL_KIND,
        handler: |app, payload| Box::pin(mail::send_mail(app, payload)),
    },
    Work {
        kind: agent_link::SCANNED_KIND,
        handler: |app, payload| Box::pin(winupdate::store_scan(app, payload)),
    },
    Work {
        kind: agent_link::UPDATED_KIND,
        handler: |app, payload| Box::pin(winupdate::after_install(app, payload)),
    },
    Work {
        kind: winupdate::DECIDE_KIND,
        handler: |app, payload| Box::pin(winupdate::decide(app, payload)),
    },
    Work {
        kind: agent_link::SOFTWARE_KIND,
        handler: |app, payload| Box::pin(software::after_change(app, payload)),
    },
    Work {
        kind: agent_link::KEEP_KIND,
        handler: |app, payload| Box::pin(runs::follow_up(app, payload)),
    },
    Work {
        kind: agent_link::BULK_KIND,
        handler: |app, payload| Box::pin(bulk::drive(app, payload)),
    },
    Work {
        kind: bulk::CANCEL_KIND,
        handler: |app, payload| Box::pin(bulk::tell_cancelled(app, payload)),
    },
    Work {
        kind: agent_link::DEFINITIONS_KIND,
        handler: |app, payload| Box::pin(tasks::push_definitions(app, payload)),
    },
    Work {
        kind: tasks::REMOVAL_KIND,
        handler: |app, payload| Box::pin(tasks::remove_expired(app, payload)),
    },
    Work {
        kind: collection::SOFTWARE_KIND,
        handler: |app, payload| Box::pin(collection::collect_software(app, payload)),
    },
    Work { kind: runs::EXPIRE_KIND, handler: |app, payload| Box::pin(runs::expire(app, payload)) },
];

/// Everything that is done again and again.
pub const PERIODIC: &[Periodic] = &[
    HOUSEKEEPING,
    agent_link::ABSENCE,
    agents::AUTO_UPDATE,
    bulk::WATCH,
    bulk::RETENTION,
    collection::COLLECTION,
    runs::REDELIVERY,
    runs::RETENTION,
    runs::SERVER_SWEEP,
    tasks::SWEEP,
    winupdate::RETENTION,
];
