//! The frames of a program's terminal.

use serde_json::{Map, Value, json};

use crate::auth::Secret;
use crate::domain::fleet::is_shell_or_path;
use crate::error::ApiError;
use crate::input::{Fields, Parse, parse};

const LONGEST_SHELL: usize = 255;

/// What a program sends.
pub(super) enum FromProgram {
    Start(Start),
    Input(String),
    Resize { rows: u16, cols: u16 },
    Kill,
}

/// How a terminal begins, or goes on.
pub(super) struct Start {
    /// Empty for the default.
    pub(super) shell: String,
    pub(super) run_as_user: bool,
    pub(super) rows: u16,
    pub(super) cols: u16,
    /// The last message that has arrived, of one that goes on.
    pub(super) after: Option<u64>,
    pub(super) twofactor: Option<Secret>,
}

/// A frame that is refused while the socket stays.
pub(super) struct Refused {
    code: &'static str,
    error: String,
}

impl Refused {
    /// A refusal with a code of this socket.
    pub(super) fn new(code: &'static str, error: impl Into<String>) -> Self {
        Self { code, error: error.into() }
    }

    /// The frame that says so.
    pub(super) fn frame(&self) -> String {
        json!({ "action": "terminal_error", "error": self.error, "code": self.code }).to_string()
    }
}

impl From<ApiError> for Refused {
    fn from(error: ApiError) -> Self {
        let (_, code, error) = error.into_parts();
        Self { code, error }
    }
}

struct Size {
    rows: u16,
    cols: u16,
}

struct Input(String);

impl Parse for Start {
    fn parse(fields: &Fields<'_>) -> Self {
        let Size { rows, cols } = size(fields, Some((24, 80)));
        let code = fields.text("twofactor").trimmed().nullable().flatten();
        let after = fields.whole("after").between(0..=i64::MAX).nullable().flatten();
        Self {
            shell: fields.text("shell").trimmed().or(String::new()),
            run_as_user: fields.flag("run_as_user").or(false),
            rows,
            cols,
            after: after.and_then(|after| u64::try_from(after).ok()),
            twofactor: code.filter(|code| !code.is_empty()).map(Secret::new),
        }
    }
}

impl Parse for Size {
    fn parse(fields: &Fields<'_>) -> Self {
        size(fields, None)
    }
}

impl Parse for Input {
    fn parse(fields: &Fields<'_>) -> Self {
        Self(fields.text("data").required())
    }
}

/// Reads a frame.
pub(super) fn read(frame: &Map<String, Value>) -> Result<FromProgram, Refused> {
    match frame.get("action").and_then(Value::as_str) {
        Some("start") => {
            let start: Start = parse(frame, false)?;
            if !is_plain_shell(&start.shell) {
                let sentence = "The shell must be a known name or an absolute path, without quotes \
                                and characters that a shell understands.";
                return Err(Refused::new("invalid_shell", sentence));
            }
            Ok(FromProgram::Start(start))
        }
        Some("input") => Ok(FromProgram::Input(parse::<Input>(frame, false)?.0)),
        Some("resize") => {
            let Size { rows, cols } = parse(frame, false)?;
            Ok(FromProgram::Resize { rows, cols })
        }
        Some("kill") => Ok(FromProgram::Kill),
        _ => Err(ApiError::invalid("action", "must be start, input, resize or kill").into()),
    }
}

/// The height and width; these where none are sent.
fn size(fields: &Fields<'_>, default: Option<(u16, u16)>) -> Size {
    let number = |name, most, default: Option<u16>| {
        let field = fields.whole(name).between(1..=most);
        let sent = match default {
            Some(default) => field.or(default.into()),
            None => field.required(),
        };
        u16::try_from(sent).unwrap_or_default()
    };
    Size {
        rows: number("rows", 1000, default.map(|(rows, _)| rows)),
        cols: number("cols", 2000, default.map(|(_, cols)| cols)),
    }
}

/// Whether it is a name or a path with nothing in it that a shell would interpret.
fn is_plain_shell(shell: &str) -> bool {
    let is_plain = |letter: char| {
        letter.is_alphanumeric() || matches!(letter, '/' | '\\' | ':' | '.' | '-' | '_' | ' ' | '+')
    };
    shell.is_empty()
        || (shell.len() <= LONGEST_SHELL && is_shell_or_path(shell) && shell.chars().all(is_plain))
}

/// Something that a person may want to know.
pub(super) fn info(code: &str, message: &str) -> String {
    json!({ "action": "terminal_info", "message": message, "code": code }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_is_a_name_or_a_path_that_no_shell_interprets() {
        for shell in ["", "bash", "powershell", "/bin/zsh", "C:\\Program Files\\Git\\bash.exe"] {
            assert!(is_plain_shell(shell), "{shell}");
        }
        for shell in [
            "bash -c id",
            "zsh5",
            "/bin/'sh'",
            "/bin/sh;id",
            "/bin/\"sh\"",
            "/bin/$SHELL",
            "/bin/sh`id`",
            "/bin/sh&",
            "/bin/sh|id",
            "/bin/sh\n",
            "../sh",
        ] {
            assert!(!is_plain_shell(shell), "{shell}");
        }
        assert!(!is_plain_shell(&format!("/{}", "a".repeat(300))));
    }
}
