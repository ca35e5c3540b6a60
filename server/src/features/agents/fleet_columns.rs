//! What the list of agents shows: field by field, with the column behind it.

use std::io::Write;

use crate::domain::fleet::shown_checks;
use crate::features::winupdate;
use crate::listing::FieldKind;
use crate::time::Timestamp;

/// A field of an item and where it comes from.
pub struct Column {
    /// Name of the field.
    pub name: &'static str,
    /// Column of `agents a`.
    pub sql: &'static str,
    form: Form,
}

/// How the value in the database becomes the value of the field.
enum Form {
    /// As the database returns it.
    Text,
    Whole,
    /// SQLite has 0 and 1 for false and true.
    Flag,
    /// Microseconds become RFC 3339.
    Time,
    /// PostgreSQL writes 5.0 as 5.
    Decimal,
    /// JSON as text: checked when it came in, so passed on unread.
    Json,
    /// JSON about updates, which may not have been counted yet.
    Updates,
    /// JSON about checks, of which there may be none yet.
    Checks,
}

const fn column(name: &'static str, sql: &'static str, form: Form) -> Column {
    Column { name, sql, form }
}

use Form::{Checks, Decimal, Flag, Json, Text, Time, Updates, Whole};

/// The fields of an item that only change with the agent's row. The first of
/// them are those of a reduced item.
#[rustfmt::skip]
pub const FIXED: &[Column] = &[
    column("id", "a.id", Whole),
    column("agent_id", "a.agent_id", Text),
    column("hostname", "a.hostname", Text),
    column("plat", "a.plat", Text),
    column("monitoring_type", "a.monitoring_type", Text),
    column("description", "a.description", Text),
    column("goarch", "a.goarch", Text),
    column("boot_time", "a.boot_time", Decimal),
    column("version", "a.version", Text),
    column("operating_system", "a.operating_system", Text),
    column("public_ip", "a.public_ip", Text),
    column("local_ips", "a.local_ips", Text),
    column("make_model", "a.make_model", Text),
    column("serial_number", "a.serial_number", Text),
    column("cpu_model", "a.cpu_model", Json),
    column("graphics", "a.graphics", Text),
    column("physical_disks", "a.physical_disks", Json),
    column("total_ram", "a.total_ram", Whole),
    column("logged_username", "case when a.logged_in_username = ''
        then a.last_logged_in_user else a.logged_in_username end", Text),
    column("italic", "a.logged_in_username = ''", Flag),
    column("needs_reboot", "a.needs_reboot", Flag),
    column("maintenance_mode", "a.maintenance_mode", Flag),
    column("maintenance_until", "a.maintenance_until", Time),
    column("policy", "a.policy", Whole),
    column("block_policy_inheritance", "a.block_policy_inheritance", Flag),
    column("overdue_email_alert", "a.overdue_email_alert", Flag),
    column("overdue_text_alert", "a.overdue_text_alert", Flag),
    column("overdue_dashboard_alert", "a.overdue_dashboard_alert", Flag),
    column("offline_time", "a.offline_time", Whole),
    column("overdue_time", "a.overdue_time", Whole),
    column("updates", "a.updates", Updates),
    column("checks", "a.checks", Checks),
    column("software_collected_at", "a.software_collected_at", Time),
];

/// How many of them a reduced item has.
pub const REDUCED: usize = 5;

/// When an agent was last seen, which changes twice a minute and does not count
/// as a change of the agent.
pub const LAST_SEEN: Column = column("last_seen", "a.last_seen", Time);

impl Column {
    /// How the list can be filtered by it, if it can.
    pub fn kind(&self) -> Option<FieldKind> {
        match self.form {
            Form::Text => Some(FieldKind::Text),
            Form::Whole => Some(FieldKind::Whole),
            Form::Flag => Some(FieldKind::Flag),
            Form::Time => Some(FieldKind::Time),
            Form::Decimal => Some(FieldKind::Decimal),
            Form::Json | Form::Updates | Form::Checks => None,
        }
    }

    /// Writes the value of a cell.
    pub fn write(&self, cell: &str, out: &mut Vec<u8>) {
        match self.form {
            _ if cell == "null" => out.extend_from_slice(b"null"),
            Form::Text | Form::Whole => out.extend_from_slice(cell.as_bytes()),
            Form::Flag if matches!(cell, "1" | "true") => out.extend_from_slice(b"true"),
            Form::Flag => out.extend_from_slice(b"false"),
            Form::Time => {
                let time = Timestamp::from_micros(cell.parse().unwrap_or(0));
                // Writing to memory cannot fail.
                let _ = write!(out, "\"{time}\"");
            }
            Form::Decimal => {
                out.extend_from_slice(cell.as_bytes());
                if !cell.contains(['.', 'e', 'E']) {
                    out.extend_from_slice(b".0");
                }
            }
            Form::Json => {
                let text: String = serde_json::from_str(cell).unwrap_or_default();
                let text = if text.is_empty() { "null" } else { &text };
                out.extend_from_slice(text.as_bytes());
            }
            Form::Updates => {
                let text: String = serde_json::from_str(cell).unwrap_or_default();
                out.extend_from_slice(winupdate::shown(&text).as_bytes());
            }
            Form::Checks => {
                let text: String = serde_json::from_str(cell).unwrap_or_default();
                out.extend_from_slice(shown_checks(&text).as_bytes());
            }
        }
    }
}
