//! The request to run a script of the library.

use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::script_input;
use crate::domain::runs::queue_hours;
use crate::input::{Fields, Parse};
use crate::mail::is_address;

/// People who get one result by mail.
const MOST_ADDRESSES: usize = 20;
const OUTPUTS: &[&str] = &["wait", "forget", "email", "collector", "note"];

/// Which script, and what becomes of its output.
#[derive(Debug, ToSchema)]
#[serde(rename_all = "snake_case")]
pub struct RunScript {
    /// Key of the script.
    pub(super) script: i64,
    /// `wait`, `forget`, `email`, `collector` or `note`.
    #[schema(required = false, default = "wait")]
    pub(super) output: String,
    /// Who gets the result, for `email`; at most 20 addresses.
    #[schema(required = false)]
    pub(super) emails: Vec<String>,
    /// `default` for the global recipients, `custom` for `emails`.
    #[schema(required = false, default = "default")]
    #[serde(rename = "emailMode")]
    pub(super) email_mode: String,
    /// Key of the custom field, for `collector`.
    pub(super) custom_field: Option<i64>,
    /// All output instead of its last line, for `collector`.
    #[schema(required = false)]
    pub(super) save_all_output: bool,
    /// Arguments, passed on as a list.
    #[schema(required = false)]
    pub(super) args: Vec<String>,
    /// `KEY=VALUE` each. `KEY=********` means the value that the script has.
    #[schema(required = false)]
    pub(super) env_vars: Vec<String>,
    /// Run as the person at the machine.
    #[schema(required = false)]
    pub(super) run_as_user: bool,
    /// Seconds until it is killed, 1 to 86400; the script's own if absent.
    pub(super) timeout: Option<u32>,
    /// Hours to wait for an agent that is offline, 1 to 720, for `forget`
    /// and `email`.
    #[schema(required = false, default = 24)]
    pub(super) queue_hours: u32,
    /// Run on the server instead, with the agent's values for placeholders;
    /// needs can_run_server_scripts and a caller without a scope.
    #[schema(required = false)]
    pub(super) run_on_server: bool,
    /// The body as it came.
    #[schema(ignore)]
    pub(super) raw: Map<String, Value>,
}

impl Parse for RunScript {
    fn parse(fields: &Fields<'_>) -> Self {
        let output = fields.text("output").one_of(OUTPUTS).or("wait".to_owned());
        let custom_field = fields.whole("custom_field").nullable().flatten();
        if output == "collector" && custom_field.is_none() {
            fields.problem("custom_field", "choose the custom field that keeps the output");
        }
        let emails = fields.texts("emails").max_items(MOST_ADDRESSES, "addresses");
        let emails = emails.or(Vec::new());
        for (index, address) in emails.iter().enumerate() {
            if !is_address(address) {
                fields.problem(&format!("emails[{index}]"), "must be an e-mail address");
            }
        }
        let modes = &["default", "custom"];
        let email_mode = fields.text("emailMode").one_of(modes).or("default".to_owned());
        if output == "email" && email_mode == "custom" && names_nobody(fields) {
            fields.problem("emails", "enter at least one recipient");
        }
        Self {
            script: fields.whole("script").required(),
            output,
            emails,
            email_mode,
            custom_field,
            save_all_output: fields.flag("save_all_output").or(false),
            args: script_input::args(fields),
            env_vars: script_input::env_vars(fields),
            run_as_user: fields.flag("run_as_user").or(false),
            timeout: script_input::timeout(fields),
            queue_hours: queue_hours(fields),
            run_on_server: fields.flag("run_on_server").or(false),
            raw: fields
                .names()
                .map(|name| (name.to_owned(), fields.json(name).or(Value::Null)))
                .collect(),
        }
    }
}

/// Whether no address is named. Too many, or something else than a list, has been
/// refused before.
fn names_nobody(fields: &Fields<'_>) -> bool {
    match fields.json("emails").or(Value::Null) {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        _ => false,
    }
}
