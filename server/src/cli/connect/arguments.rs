//! The arguments of `muster connect`.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

const EXAMPLES: &str = "\
Examples:
  export MUSTER_URL=https://rmm.example.com
  read -rs MUSTER_API_KEY && export MUSTER_API_KEY
  muster connect pc-1 terminal
  muster connect pc-1 ssh -- -l root
  muster connect pc-1 rdp
  muster connect pc-1 tcp 10.0.0.5:443 --listen 127.0.0.1:8443

In a terminal, ~. after Enter ends it, and ~~ is one ~.";

/// Arguments of `muster connect`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ConnectArguments {
    /// The agent: its agent_id, or its hostname where no other agent has the same.
    #[arg(value_name = "AGENT")]
    pub(super) agent: String,
    /// What to open there.
    #[arg(value_enum, value_name = "WHAT")]
    pub(super) kind: ConnectKind,
    /// Where a tunnel leads, as the agent sees it: HOST:PORT, HOST or PORT. Without it the
    /// agent's own port 22 (ssh), 3389 (rdp) or 5900 (vnc).
    #[arg(value_name = "HOST:PORT")]
    pub(super) target: Option<String>,
    /// The server's address.
    #[arg(long, value_name = "URL", env = "MUSTER_URL")]
    pub(super) server: String,
    /// A file with an API key in its first line; - is standard input. Without it
    /// MUSTER_API_KEY has the key, or what is piped in.
    #[arg(long, value_name = "FILE")]
    pub(super) key_file: Option<PathBuf>,
    /// Where to listen on this computer; port 0 is any that is free.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:0")]
    pub(super) listen: SocketAddr,
    /// Open no client: only listen.
    #[arg(long)]
    pub(super) no_client: bool,
    /// Why, for the audit log.
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub(super) reason: String,
    /// Of a terminal: a known shell or an absolute path; without it the agent's own choice.
    #[arg(long, value_name = "SHELL", default_value = "")]
    pub(super) shell: String,
    /// Of a terminal: as the logged-in user instead of the agent's account.
    #[arg(long)]
    pub(super) run_as_user: bool,
    /// Accept that the agent has another key than before, as after it was installed again.
    #[arg(long)]
    pub(super) new_key: bool,
    /// Use an http:// address of another computer, in a network you trust.
    #[arg(long)]
    pub(super) insecure: bool,
    /// Further arguments for the client, after --.
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub(super) extra: Vec<OsString>,
}

/// What to open on an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ConnectKind {
    /// A tunnel, and `ssh` through it.
    Ssh,
    /// A tunnel, and a client for Windows' remote desktop through it.
    Rdp,
    /// A tunnel, and a VNC viewer through it.
    Vnc,
    /// A tunnel, and nothing else.
    Tcp,
    /// A terminal, in this one.
    Terminal,
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Whole {
        #[command(flatten)]
        connect: ConnectArguments,
    }

    fn parse(arguments: &[&str]) -> Option<ConnectArguments> {
        let server = ["connect", "--server", "https://rmm.example.com"];
        let all = server.iter().chain(arguments).copied();
        Whole::try_parse_from(all).ok().map(|whole| whole.connect)
    }

    #[test]
    fn what_follows_two_hyphens_is_for_the_client() {
        let parsed = parse(&["pc-1", "ssh", "--", "-l", "root", "uptime"]).unwrap();
        assert_eq!((parsed.kind, parsed.target), (ConnectKind::Ssh, None));
        assert_eq!(parsed.extra, ["-l", "root", "uptime"]);
        let parsed = parse(&["pc-1", "tcp", "10.0.0.5:443", "--no-client"]).unwrap();
        assert_eq!(parsed.target.as_deref(), Some("10.0.0.5:443"));
        assert!(parsed.no_client && parsed.listen.ip().is_loopback());
    }

    #[test]
    fn a_key_is_never_an_argument() {
        assert!(parse(&["pc-1", "ssh", "--api-key", "secret"]).is_none());
        assert!(parse(&["pc-1", "telnet"]).is_none());
        assert!(parse(&["pc-1"]).is_none());
    }
}
