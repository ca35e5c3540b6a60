//! What a caller sends to open a session, or to join one.

use muster_remote::{Kind, Target, Terminal};
use utoipa::ToSchema;

use crate::auth::Secret;
use crate::domain::fleet::{is_shell_or_path, shell_or_path_problem};
use crate::domain::remote::{KINDS, SessionDetails, kind_named, tunnel_problem};
use crate::hex::hex_bytes;
use crate::ids::AgentId;
use crate::input::{Fields, Parse};

/// Bytes of an X25519 key.
const KEY_BYTES: usize = 32;
const KEY_DIGITS: usize = 2 * KEY_BYTES;
const LONGEST_ID: usize = 255;
const LONGEST_REASON: usize = 500;
const LONGEST_HOST: usize = 255;

/// A session to open.
#[derive(ToSchema)]
pub struct OpenRemoteSession {
    /// Identifier of the agent.
    #[schema(value_type = String)]
    pub(super) agent_id: AgentId,
    /// `terminal`, `files`, `screen` or `tunnel`.
    kind: String,
    /// Why, for the audit log; at most 500 characters.
    #[schema(required = false)]
    pub(super) reason: String,
    /// Whether the caller only watches.
    #[schema(required = false)]
    pub(super) view_only: bool,
    /// The X25519 key that the caller made for this connection, 64 hexadecimal digits.
    #[schema(value_type = String)]
    pub(super) public_key: Vec<u8>,
    /// Six digits of the authenticator app; needed where the role wants them for remote
    /// sessions and the last ones were entered more than 15 minutes ago.
    #[schema(value_type = Option<String>)]
    pub(super) twofactor: Option<Secret>,
    /// Of a terminal: a known shell or an absolute path; empty: the agent's own choice.
    #[schema(required = false)]
    shell: String,
    /// Of a terminal: whether it runs as the logged-in user.
    #[schema(required = false)]
    run_as_user: bool,
    /// Of a terminal: its height in characters.
    #[schema(required = false)]
    rows: u16,
    /// Of a terminal: its width in characters.
    #[schema(required = false)]
    cols: u16,
    /// Of a tunnel: the host that it leads to, as the agent sees it.
    #[schema(required = false)]
    host: String,
    /// Of a tunnel: the TCP port.
    #[schema(required = false)]
    port: u16,
}

impl Parse for OpenRemoteSession {
    fn parse(fields: &Fields<'_>) -> Self {
        let shell = fields.text("shell").max(LONGEST_HOST);
        let shell =
            shell.check(|text| text.is_empty() || is_shell_or_path(text), &shell_or_path_problem());
        let number = |name, most, default| small(fields.whole(name).between(1..=most).or(default));
        let kind = fields.text("kind").one_of(KINDS).required();
        let host = fields.text("host").trimmed().max(LONGEST_HOST).or(String::new());
        let port = number("port", 65_535, 0);
        if kind == Kind::Tunnel.as_str() {
            if let Some(problem) = tunnel_problem(&host) {
                fields.problem("host", problem);
            }
            // One that was sent and is wrong has a problem already.
            if port == 0 && !fields.has("port") {
                fields.problem("port", "this field is required");
            }
        }
        Self {
            agent_id: fields.text("agent_id").not_blank().max(LONGEST_ID).required().into(),
            kind,
            reason: fields.text("reason").trimmed().max(LONGEST_REASON).or(String::new()),
            view_only: fields.flag("view_only").or(false),
            public_key: public_key(fields),
            twofactor: code(fields),
            shell: shell.or(String::new()),
            run_as_user: fields.flag("run_as_user").or(false),
            rows: number("rows", 1000, 24),
            cols: number("cols", 2000, 80),
            host,
            port,
        }
    }
}

impl OpenRemoteSession {
    /// The kind, and what the session is about beyond it.
    pub(super) fn wanted(&self) -> Option<(Kind, SessionDetails)> {
        let kind = kind_named(&self.kind)?;
        let details = match kind {
            Kind::Terminal => SessionDetails {
                terminal: Some(Terminal {
                    shell: self.shell.clone(),
                    run_as_user: self.run_as_user,
                    rows: self.rows,
                    cols: self.cols,
                }),
                ..SessionDetails::default()
            },
            Kind::Tunnel => SessionDetails {
                tunnel: Some(Target { host: self.host.clone(), port: self.port }),
                ..SessionDetails::default()
            },
            Kind::Files | Kind::Screen => SessionDetails::default(),
        };
        Some((kind, details))
    }
}

/// A connection to a session that is open already.
#[derive(ToSchema)]
pub struct JoinRemoteSession {
    /// The X25519 key that the caller made for this connection, 64 hexadecimal digits.
    #[schema(value_type = String)]
    pub(super) public_key: Vec<u8>,
    /// Whether the caller only watches.
    #[schema(required = false)]
    pub(super) view_only: bool,
    /// Six digits of the authenticator app, as for opening a session; not needed by a
    /// login that takes part already.
    #[schema(value_type = Option<String>)]
    pub(super) twofactor: Option<Secret>,
}

impl Parse for JoinRemoteSession {
    fn parse(fields: &Fields<'_>) -> Self {
        Self {
            public_key: public_key(fields),
            view_only: fields.flag("view_only").or(false),
            twofactor: code(fields),
        }
    }
}

fn public_key(fields: &Fields<'_>) -> Vec<u8> {
    let text = fields
        .text("public_key")
        .min(KEY_DIGITS)
        .max(KEY_DIGITS)
        .check(|text| hex_bytes(text, KEY_BYTES).is_some(), "must be 64 hexadecimal digits")
        .required();
    hex_bytes(&text, KEY_BYTES).unwrap_or_default()
}

/// Nothing typed is no code.
fn code(fields: &Fields<'_>) -> Option<Secret> {
    let typed = fields.text("twofactor").trimmed().nullable().flatten();
    typed.filter(|typed| !typed.is_empty()).map(Secret::new)
}

/// A number that was checked to be small.
fn small(number: i64) -> u16 {
    u16::try_from(number).unwrap_or_default()
}
