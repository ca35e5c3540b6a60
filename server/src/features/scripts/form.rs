//! The fields of a script that a caller may write.

use utoipa::ToSchema;

use super::script::{DEFAULT_TIMEOUT, Script};
use crate::domain::fleet::PLATFORMS;
use crate::domain::ownership::{SentOwners, sent_owners};
use crate::environment;
use crate::input::{Field, Fields, Parse};

/// The interpreters of scripts.
pub const SHELLS: &[&str] = &["powershell", "cmd", "python", "shell", "nushell", "deno"];
/// Bytes of the longest body, also with its snippets: with arguments and
/// environment it fits into one frame of the link and one message of the bus.
pub const LONGEST_BODY: usize = 512 * 1024;

const LONGEST_NAME: usize = 255;
const LONGEST_CATEGORY: usize = 100;
const LONGEST_TEXT: usize = 10_000;
/// Seconds, as many as callers can write. A run has its own limit.
const LONGEST_TIMEOUT: i64 = 2_147_483_647;
/// Bytes of all arguments, and of all environment entries.
const LONGEST_LIST: usize = 32 * 1024;

/// What to change of a script. Absent keys keep their value.
#[derive(ToSchema)]
pub struct ScriptForm {
    /// Trimmed, 1 to 255 characters.
    #[schema(required = false, value_type = String)]
    name: Option<String>,
    /// `powershell`, `cmd`, `python`, `shell`, `nushell` or `deno`.
    #[schema(required = false, value_type = String)]
    shell: Option<String>,
    /// The code, at most 512 KiB; may also be sent as `code`.
    #[schema(required = false, value_type = String)]
    script_body: Option<String>,
    #[serde(flatten)]
    details: ScriptDetails,
}

/// What a script need not have. Null means the default.
#[derive(ToSchema)]
pub struct ScriptDetails {
    /// What it does.
    description: Option<String>,
    /// A file name without folders.
    filename: Option<String>,
    /// How its arguments are written.
    syntax: Option<String>,
    /// Where it stands in the library. Trimmed.
    category: Option<String>,
    /// Arguments when a run names none.
    args: Option<Vec<String>>,
    /// `NAME=value` each. `NAME=********` keeps the value that is stored.
    env_vars: Option<Vec<String>>,
    /// `windows`, `linux`, `darwin`; empty for all.
    supported_platforms: Option<Vec<String>>,
    /// Seconds, 0 to 2147483647; 90 if never said. 0 means 90 when a run
    /// names none either, and no run takes longer than 86400.
    default_timeout: Option<i64>,
    /// Whether every run is as the person at the machine.
    run_as_user: Option<bool>,
    /// Whether it is among the favourites.
    favorite: Option<bool>,
    /// Whether lists leave it out.
    hidden: Option<bool>,
    /// Keys of the clients it belongs to; empty for all. By default all, or
    /// those that the caller's scope has as a whole.
    #[schema(value_type = Option<Vec<i64>>)]
    pub(super) owner_clients: SentOwners,
}

impl Parse for ScriptForm {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            name: name(fields).optional(),
            shell: shell(fields).optional(),
            script_body: body(fields).optional(),
            details: ScriptDetails::parse(fields),
        }
    }
}

impl ScriptForm {
    /// The clients it will belong to, if the body names them.
    pub fn sent_owners(&self) -> SentOwners {
        self.details.owner_clients.clone()
    }

    /// The script with this change made, except for its owners.
    pub fn applied_to(self, mut script: Script) -> Script {
        let item = &mut script.item;
        item.name = self.name.unwrap_or_else(|| item.name.clone());
        item.shell = self.shell.unwrap_or_else(|| item.shell.clone());
        if let Some(body) = self.script_body {
            script.set_body(body);
        }
        self.details.applied_to(script)
    }
}

impl Parse for ScriptDetails {
    fn parse(fields: &Fields<'_>) -> Self {
        let text = |name: &str, longest| or_default(fields.text(name).max(longest), String::new());
        let list = |field: Field<'_, '_, Vec<String>>| or_default(field, Vec::new());
        let flag = |name: &str| or_default(fields.flag(name), false);
        let args = short(fields.texts("args"));
        let env_vars = short(fields.texts("env_vars"));
        let timeout = fields.whole("default_timeout").between(0..=LONGEST_TIMEOUT);
        let category = fields.text("category").trimmed().max(LONGEST_CATEGORY);
        let filename = fields.text("filename").trimmed().max(LONGEST_NAME);
        Self {
            description: text("description", LONGEST_TEXT),
            filename: or_default(
                filename.check(is_file_name, "must be a file name without folders"),
                String::new(),
            ),
            syntax: text("syntax", LONGEST_TEXT),
            category: or_default(category, String::new()),
            args: list(args),
            env_vars: list(
                env_vars.check(|texts| are_entries(texts), "must be entries such as NAME=value"),
            ),
            supported_platforms: list(platforms(fields)),
            default_timeout: or_default(timeout, DEFAULT_TIMEOUT),
            run_as_user: flag("run_as_user"),
            favorite: flag("favorite"),
            hidden: flag("hidden"),
            owner_clients: sent_owners(fields),
        }
    }
}

impl ScriptDetails {
    /// The script with these details, except for its owners.
    pub fn applied_to(self, mut script: Script) -> Script {
        fn set<T>(value: &mut T, new: Option<T>) {
            if let Some(new) = new {
                *value = new;
            }
        }
        let item = &mut script.item;
        let env_vars = self.env_vars.map(|sent| unmasked(sent, &item.env_vars));
        set(&mut item.description, self.description);
        set(&mut item.filename, self.filename);
        set(&mut item.syntax, self.syntax);
        set(&mut item.category, self.category);
        set(&mut item.args, self.args);
        set(&mut item.env_vars, env_vars);
        set(&mut item.supported_platforms, self.supported_platforms);
        set(&mut item.default_timeout, self.default_timeout);
        set(&mut item.run_as_user, self.run_as_user);
        set(&mut item.favorite, self.favorite);
        set(&mut item.hidden, self.hidden);
        script
    }
}

fn unmasked(mut sent: Vec<String>, stored: &[String]) -> Vec<String> {
    environment::unmask(&mut sent, &[stored]);
    sent
}

/// The name of a script.
pub fn name<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("name").trimmed().not_blank().max(LONGEST_NAME)
}

/// The shell of a script or snippet.
pub fn shell<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    fields.text("shell").one_of(SHELLS)
}

/// The body of a script, under either of its names.
pub fn body<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, String> {
    let is_code = !fields.has("script_body") && fields.has("code");
    let field = fields.text(if is_code { "code" } else { "script_body" });
    field.not_blank().max_bytes(LONGEST_BODY)
}

fn or_default<T>(field: Field<'_, '_, T>, default: T) -> Option<T> {
    field.nullable().map(|value| value.unwrap_or(default))
}

fn short<'f, 'a>(field: Field<'f, 'a, Vec<String>>) -> Field<'f, 'a, Vec<String>> {
    field.check(
        |texts| texts.iter().map(String::len).sum::<usize>() <= LONGEST_LIST,
        "must have at most 32768 bytes in all",
    )
}

fn is_file_name(text: &String) -> bool {
    !text.contains(['/', '\\'])
        && !text.chars().any(char::is_control)
        && text != ".."
        && text != "."
}

fn are_entries(texts: &[String]) -> bool {
    texts.iter().all(|text| text.find('=').is_some_and(|sign| sign > 0))
}

fn platforms<'f, 'a>(fields: &'f Fields<'a>) -> Field<'f, 'a, Vec<String>> {
    let problem = "must be some of windows, linux, darwin, each once";
    let field = fields.texts("supported_platforms").each_of(PLATFORMS, problem);
    field.check(|texts| is_each_once(texts), problem)
}

fn is_each_once(texts: &[String]) -> bool {
    texts.iter().enumerate().all(|(index, text)| !texts[..index].contains(text))
}
