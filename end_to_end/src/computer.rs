//! A computer to install an agent on: this one, with folders of its own in the
//! places where an installer writes, and stand-ins for `systemctl` and `sudo`.

use std::process::Stdio;

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use crate::process::write_program;
use crate::waiting::PATIENCE;

/// Starts what the unit says and stops it, without systemd's other promises:
/// those are tried by `make try-systemd`.
const SYSTEMCTL: &str = r#"#!/bin/sh
echo "$*" >>/run/systemctl.log
stop() {
    [ -e /run/agent.pid ] || return 0
    kill "$(cat /run/agent.pid)"
    while kill -0 "$(cat /run/agent.pid)" 2>/dev/null; do sleep 0.05; done
    rm /run/agent.pid
}
case $1 in
    stop | disable) stop ;;
    restart)
        stop
        eval "set -- $(sed -n 's/^ExecStart=//p' "/etc/systemd/system/$2")"
        setsid "$@" </dev/null >>/run/agent.log 2>&1 &
        echo $! >/run/agent.pid
        ;;
esac
"#;

const SUDO: &str = "#!/bin/sh\nexec \"$@\"\n";

/// Everything in it ends with the shell, which is its process 1.
const START: &str = r#"
set -e
mount --bind "$1/run" /run
mount --bind "$1/bin" /usr/local/bin
mount --bind "$1/units" /etc/systemd/system
mount --bind "$1/lib" /var/lib
PATH=/usr/local/bin:$PATH
set +e
echo ended 0
. /dev/stdin
"#;

/// A running one; what runs in it ends when it is dropped.
pub struct Computer {
    folder: TempDir,
    stdin: ChildStdin,
    stdout: Lines<BufReader<ChildStdout>>,
    _shell: Child,
}

impl Computer {
    /// Starts one; nothing where the system does not let this user have
    /// namespaces.
    pub async fn start() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["run/systemd/system", "bin", "units", "lib"] {
            std::fs::create_dir_all(folder.path().join(name)).expect("a folder");
        }
        write_program(&folder.path().join("bin/systemctl"), SYSTEMCTL).await;
        write_program(&folder.path().join("bin/sudo"), SUDO).await;
        let mut command = Command::new("unshare");
        command
            .args(["--map-root-user", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"])
            .args(["sh", "-c", START, "sh"])
            .arg(folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
        let mut shell = command.spawn().ok()?;
        let stdin = shell.stdin.take().expect("it is piped");
        let stdout = BufReader::new(shell.stdout.take().expect("it is piped")).lines();
        let mut computer = Self { folder, stdin, stdout, _shell: shell };
        computer.end_of_command().await.map(|_| computer)
    }

    /// Runs a command and returns its exit code and output.
    pub async fn run(&mut self, command: &str) -> (i32, String) {
        let text = format!("( {command}\n) </dev/null 2>&1; printf '\\nended %s\\n' $?\n");
        self.stdin.write_all(text.as_bytes()).await.expect("the shell reads");
        self.end_of_command().await.expect("the shell lives")
    }

    /// A file in it, such as `run/systemctl.log`; empty when there is none.
    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.folder.path().join(path)).unwrap_or_default()
    }

    /// Whether there is such a file in it.
    pub fn has(&self, path: &str) -> bool {
        self.folder.path().join(path).exists()
    }

    async fn end_of_command(&mut self) -> Option<(i32, String)> {
        let mut said = String::new();
        loop {
            let line = timeout(PATIENCE * 2, self.stdout.next_line()).await;
            let line = line.expect("it ends in time").expect("its output is text")?;
            if let Some(code) = line.strip_prefix("ended ") {
                return Some((code.parse().expect("a number"), said.trim_end().to_owned()));
            }
            said.push_str(&line);
            said.push('\n');
        }
    }
}
