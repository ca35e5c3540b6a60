//! Terminals: a shell with a pseudo-terminal, and everything that it starts.

use std::future::poll_fn;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::pin::Pin;
use std::process::ExitStatus;

use nix::sys::termios::{LocalFlags, tcgetattr};
use nix::unistd::{Uid, fchown};
use pty_process::{OwnedReadPty, OwnedWritePty, Size};
use tokio::io::AsyncWrite;
use tokio::process::Child;

use super::terminal_shell::resolve_shell;
use crate::os::accounts::{self, Account};
use crate::os::child_process::{Tree, command_for, tree_of};
use crate::os::{Echo, Problem, ProcessCommand, TerminalProgram, TerminalRefusal, TerminalRequest};
use crate::run_id::RUN_VARIABLE;

/// What every terminal of the web understands.
const TERM: &str = "xterm-256color";

/// What a shell prints.
pub type TerminalReader = OwnedReadPty;

/// What is typed into a shell.
#[derive(Debug)]
pub struct TerminalWriter {
    pty: OwnedWritePty,
    /// The terminal itself, to ask how it is set.
    settings: OwnedFd,
}

/// A shell in a terminal of its own, and everything that it starts.
#[derive(Debug)]
pub struct Terminal {
    program: TerminalProgram,
    child: Child,
    tree: Tree,
}

/// Refuses where no terminal can be opened, whatever is asked for.
pub fn require() -> Result<(), Problem> {
    Ok(())
}

/// Starts a shell in a terminal of its own.
pub async fn open(
    request: &TerminalRequest,
) -> Result<(Terminal, TerminalReader, TerminalWriter), TerminalRefusal> {
    let own = accounts::own_account();
    let user = match request.run_as_user {
        true => Some(accounts::active_user().await?).filter(|user| !user.is_same(&own)),
        false => None,
    };
    let account = user.as_ref().unwrap_or(&own);
    let shell = resolve_shell(&request.shell, account)?;
    let program =
        TerminalProgram { shell: shell.display().to_string(), account: account.name.clone() };
    let command = ProcessCommand {
        program: shell,
        arguments: Vec::new(),
        environment: environment(account, request),
        directory: if account.home.is_dir() { account.home.clone() } else { "/".into() },
        become_user: user,
    };
    start(command, program, request).map_err(|error| {
        let problem = error.downcast::<Problem>();
        problem.unwrap_or_else(|error| Problem::failed(format!("no terminal: {error}"))).into()
    })
}

fn environment(
    account: &Account,
    request: &TerminalRequest,
) -> Vec<(std::ffi::OsString, std::ffi::OsString)> {
    let mut environment = accounts::environment(account);
    environment.push(("TERM".into(), TERM.into()));
    environment.push(("COLORTERM".into(), "truecolor".into()));
    environment.push((RUN_VARIABLE.into(), request.mark.as_str().into()));
    environment
}

fn start(
    spec: ProcessCommand,
    program: TerminalProgram,
    request: &TerminalRequest,
) -> anyhow::Result<(Terminal, TerminalReader, TerminalWriter)> {
    let mut command = command_for(&spec)?;
    command.env_clear().envs(spec.environment).current_dir(spec.directory).kill_on_drop(true);
    let (pty, pts) = pty_process::open()?;
    pty.resize(Size::new(request.rows, request.cols))?;
    if let Some(user) = &spec.become_user {
        // Else their programs could not open the terminal by its name.
        fchown(&pts, Some(Uid::from_raw(user.uid)), None)?;
    }
    // In a session of its own, of which this is the terminal.
    let child = pty_process::Command::from(command).spawn(pts)?;
    // Not the group of the helper, which may be in one with the same mark.
    let tree = tree_of(&request.mark, &request.folder.join("shell"), child.id());
    let settings = pty.as_fd().try_clone_to_owned()?;
    let (reader, writer) = pty.into_split();
    let writer = TerminalWriter { pty: writer, settings };
    Ok((Terminal { program, child, tree }, reader, writer))
}

/// Changes the size of a terminal.
pub fn resize(writer: &TerminalWriter, rows: u16, cols: u16) -> io::Result<()> {
    writer.pty.resize(Size::new(rows, cols)).map_err(|error| io::Error::other(error.to_string()))
}

/// Types as much as the terminal takes, and says who shows it. A program may change that with
/// the last byte that it waited for, so it is asked before and after.
pub async fn write(writer: &mut TerminalWriter, bytes: &[u8]) -> io::Result<(usize, Echo)> {
    poll_fn(|context| {
        let before = echo(&writer.settings);
        let written = Pin::new(&mut writer.pty).poll_write(context, bytes);
        written.map_ok(|count| (count, before.until(echo(&writer.settings))))
    })
    .await
}

/// Who shows what is typed. Where nobody knows, it is not shown.
fn echo(terminal: &OwnedFd) -> Echo {
    let Ok(settings) = tcgetattr(terminal) else { return Echo::Off };
    let has = |flag| settings.local_flags.contains(flag);
    match (has(LocalFlags::ECHO), has(LocalFlags::ICANON)) {
        (true, _) => Echo::On,
        (false, true) => Echo::Off,
        (false, false) => Echo::ByProgram,
    }
}

impl Terminal {
    /// What runs in it.
    pub fn program(&self) -> &TerminalProgram {
        &self.program
    }

    /// Waits for the end of the shell, not for what it left in the background.
    pub async fn wait(&mut self) -> io::Result<ExitStatus> {
        self.child.wait().await
    }

    /// Ends the shell and everything that it started.
    pub async fn end(&mut self) {
        self.tree.kill().await;
        // It has ended, unless the kernel itself holds it.
        let _ = self.child.start_kill();
        let _ = tokio::time::timeout(std::time::Duration::from_secs(1), self.child.wait()).await;
    }
}
