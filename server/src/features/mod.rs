//! One folder per noun of the API.

pub mod accounts;
pub mod agents;
pub mod alert_templates;
pub mod alerts;
pub mod audit_log;
pub mod beta;
pub mod bulk;
pub mod checks;
pub mod clients;
pub mod collection;
pub mod custom_fields;
pub mod dashboard;
pub mod debug_log;
pub mod dependencies;
pub mod deployments;
pub mod event_log;
pub mod freeze;
pub mod health;
pub mod home;
mod housekeeping;
pub mod key_store;
pub mod link;
pub mod live_events;
pub mod mail;
pub mod maintenance;
pub mod maintenance_windows;
pub mod metrics;
pub mod notes;
pub mod pending_actions;
pub mod pending_agents;
pub mod policies;
pub mod processes;
pub mod push;
pub mod recordings;
pub mod registry;
pub mod remote;
pub mod runs;
pub mod schema;
pub mod scripts;
pub mod self_test;
pub mod server_scripts;
pub mod services;
pub mod settings;
pub mod software;
pub mod tasks;
pub mod url_actions;
pub mod views;
pub mod watches;
pub mod winupdate;

pub use self::housekeeping::HOUSEKEEPING;
use crate::domain::references::{Referrer, UrlActionReferrer};
use crate::domain::{
    alert_events, alerts as alert_engine, checks as domain_checks, definitions, fleet,
    mail as domain_mail, maintenance_windows as domain_windows, metrics as domain_metrics,
    push as domain_push, recordings as domain_recordings, remote as domain_remote, runs as engine,
    settings as domain_settings, sms, watches as domain_watches, webhooks,
};
use crate::jobs::{Periodic, Work};

/// Every kind of job and its handler. A kind never changes its name.
pub const WORK: &[Work] = &[
    Work {
        kind: fleet::ABSENCE_CHECK_KIND,
        handler: |app, payload| Box::pin(fleet::check_absence(app, payload)),
    },
    Work {
        kind: domain_mail::SEND_MAIL_KIND,
        handler: |app, payload| Box::pin(domain_mail::send_mail(app, payload)),
    },
    Work {
        kind: webhooks::DELIVER_KIND,
        handler: |app, payload| Box::pin(webhooks::deliver_due(app, payload)),
    },
    Work {
        kind: sms::SEND_SMS_KIND,
        handler: |app, payload| Box::pin(sms::send_sms(app, payload)),
    },
    Work {
        kind: alert_events::ALERT_EVENTS_KIND,
        handler: |app, payload| Box::pin(alert_engine::decide(app, payload)),
    },
    Work {
        kind: alert_events::SILENCE_KIND,
        handler: |app, payload| Box::pin(alert_engine::follow_silence(app, payload)),
    },
    Work {
        kind: alert_engine::TIMER_KIND,
        handler: |app, payload| Box::pin(alert_engine::timer_due(app, payload)),
    },
    Work {
        kind: alert_engine::DEPARTURES_KIND,
        handler: |app, payload| Box::pin(alert_engine::departures_due(app, payload)),
    },
    Work {
        kind: alert_engine::OVERDUE_KIND,
        handler: |app, payload| Box::pin(alert_engine::still_overdue(app, payload)),
    },
    Work {
        kind: alert_engine::MAIL_KIND,
        handler: |app, payload| Box::pin(alert_engine::send_alert_mail(app, payload)),
    },
    Work {
        kind: alert_engine::SMS_KIND,
        handler: |app, payload| Box::pin(alert_engine::send_alert_sms(app, payload)),
    },
    Work {
        kind: alert_engine::ACTION_KIND,
        handler: |app, payload| Box::pin(alerts::start_action(app, payload)),
    },
    Work {
        kind: engine::ALERT_RUN_KIND,
        handler: |app, payload| Box::pin(alerts::store_action_run(app, payload)),
    },
    Work {
        kind: webhooks::FINISHED_KIND,
        handler: |app, payload| Box::pin(alerts::store_action_webhook(app, payload)),
    },
    Work {
        kind: domain_push::PUSH_ALERT_KIND,
        handler: |app, payload| Box::pin(domain_push::distribute(app, payload)),
    },
    Work {
        kind: domain_push::SEND_PUSH_KIND,
        handler: |app, payload| Box::pin(domain_push::send_push(app, payload)),
    },
    Work {
        kind: domain_recordings::FILES_KIND,
        handler: |app, payload| Box::pin(domain_recordings::delete_files(app, payload)),
    },
    Work {
        kind: domain_watches::TELL_KIND,
        handler: |app, payload| Box::pin(domain_watches::tell(app, payload)),
    },
    Work {
        kind: engine::SCANNED_KIND,
        handler: |app, payload| Box::pin(winupdate::store_scan(app, payload)),
    },
    Work {
        kind: engine::UPDATED_KIND,
        handler: |app, payload| Box::pin(winupdate::after_install(app, payload)),
    },
    Work {
        kind: definitions::DECIDE_KIND,
        handler: |app, payload| Box::pin(winupdate::decide(app, payload)),
    },
    Work {
        kind: engine::SOFTWARE_KIND,
        handler: |app, payload| Box::pin(software::after_change(app, payload)),
    },
    Work {
        kind: engine::KEEP_KIND,
        handler: |app, payload| Box::pin(runs::follow_up(app, payload)),
    },
    Work {
        kind: runs::RESULT_MAIL_KIND,
        handler: |app, payload| Box::pin(runs::mail_result(app, payload)),
    },
    Work { kind: engine::BULK_KIND, handler: |app, payload| Box::pin(bulk::drive(app, payload)) },
    Work {
        kind: bulk::CANCEL_KIND,
        handler: |app, payload| Box::pin(bulk::notify_cancelled(app, payload)),
    },
    Work {
        kind: definitions::DEFINITIONS_KIND,
        handler: |app, payload| Box::pin(tasks::push_definitions(app, payload)),
    },
    Work {
        kind: domain_checks::FAILURE_TASKS_KIND,
        handler: |app, payload| Box::pin(tasks::start_after_failures(app, payload)),
    },
    Work {
        kind: tasks::REMOVAL_KIND,
        handler: |app, payload| Box::pin(tasks::remove_expired(app, payload)),
    },
    Work {
        kind: collection::SOFTWARE_KIND,
        handler: |app, payload| Box::pin(collection::collect_software(app, payload)),
    },
    Work {
        kind: engine::REVOKED_KIND,
        handler: |app, payload| Box::pin(engine::notify_revoked(app, payload)),
    },
    Work {
        kind: freeze::FREEZE_KIND,
        handler: |app, payload| Box::pin(freeze::push_flags(app, payload)),
    },
    Work {
        kind: domain_windows::MAINTENANCE_KIND,
        handler: |app, _| Box::pin(maintenance_windows::check_windows(app)),
    },
    Work {
        kind: engine::EXPIRE_KIND,
        handler: |app, payload| Box::pin(engine::expire(app, payload)),
    },
];

/// Every feature that refers to scripts and custom fields.
pub const REFERRERS: &[Referrer] = &[tasks::REFERRER, checks::REFERRER, alert_templates::REFERRER];

/// Every feature that refers to URL actions.
pub const URL_ACTION_REFERRERS: &[UrlActionReferrer] =
    &[accounts::URL_ACTION_REFERRER, alert_templates::URL_ACTION_REFERRER];

/// The agents of a saved view, for features that keep such views in use.
pub const AGENTS_OF_VIEW: maintenance_windows::AgentsOfView =
    |app, scope, query| Box::pin(agents::agents_of_view(app, scope, query));

/// All periodic jobs.
pub const PERIODIC: &[Periodic] = &[
    HOUSEKEEPING,
    fleet::ABSENCE,
    agents::AUTO_UPDATE,
    agents::FINAL_REMOVAL,
    alert_engine::RETENTION,
    bulk::WATCH,
    bulk::RETENTION,
    collection::COLLECTION,
    domain_checks::CLEAR_FAULTS,
    domain_checks::RETENTION,
    domain_metrics::COMPACTION,
    domain_metrics::RETENTION,
    domain_settings::AUDIT_RETENTION,
    domain_settings::DEBUG_RETENTION,
    engine::ABANDONED,
    freeze::SWEEP,
    engine::REDELIVERY,
    engine::RETENTION,
    engine::SERVER_SWEEP,
    maintenance::SPACE,
    maintenance_windows::CHECK,
    tasks::SWEEP,
    domain_recordings::RETENTION,
    domain_remote::SWEEP,
    domain_watches::SWEEP,
    winupdate::RETENTION,
];
