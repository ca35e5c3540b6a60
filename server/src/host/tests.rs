//! Real scripts on this very machine.

use std::path::{Path, PathBuf};
use std::time::Duration;

use muster_protocol::{End, RunScript, Stream};
use tokio::sync::mpsc;

use super::isolation::Barriers;
use super::script_file::folder_of;
use super::{Host, OutputChunk, StopSignals, locking, run};
use crate::testing::until_equal;

impl Host {
    /// Behaves as on a machine that cannot keep scripts from the server's files.
    pub fn pretend_to_have_no_barriers(&self) {
        let none = Barriers { is_root: false, account: None, landlock: false };
        self.barriers.set(none).expect("nothing has run yet");
    }
}

fn script(code: &str) -> RunScript {
    RunScript {
        shell: "shell".to_owned(),
        code: code.to_owned(),
        args: Vec::new(),
        env_vars: Vec::new(),
        timeout_seconds: 30,
        run_as_user: false,
        output_limit: 1024 * 1024,
    }
}

struct Ran {
    end: End,
    stdout: String,
    stderr: String,
    truncated: bool,
    seconds: f64,
}

/// The same folder as a path that only this process can follow: scripts run
/// elsewhere.
fn from_here(folder: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap();
    let up: PathBuf = here.components().skip(1).map(|_| "..").collect();
    up.join(folder.strip_prefix("/").unwrap())
}

async fn run_id(id: &str, script: &RunScript, until: &StopSignals) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::new(vec![from_here(folder.path())]);
    run_on(&host, id, script, until).await
}

async fn run_on(host: &Host, id: &str, script: &RunScript, until: &StopSignals) -> Ran {
    let (sender, mut chunks) = mpsc::channel(4);
    let collect = async {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        while let Some(OutputChunk { stream, data }) = chunks.recv().await {
            match stream {
                Stream::Stdout => stdout.extend(data),
                Stream::Stderr => stderr.extend(data),
            }
        }
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(stdout), text(stderr))
    };
    let (outcome, (stdout, stderr)) = tokio::join!(run(host, id, script, until, sender), collect);
    assert!(!folder_of(id).exists(), "the script's file is still there");
    let (end, truncated, seconds) = (outcome.end, outcome.truncated, outcome.seconds);
    Ran { end, stdout, stderr, truncated, seconds }
}

async fn ran(script: &RunScript) -> Ran {
    run_id(&crate::auth::random_letters(32), script, &StopSignals::default()).await
}

#[tokio::test]
async fn a_script_gets_its_arguments_as_they_are_and_a_clean_environment() {
    let code = "printf '%s|' \"$@\"; env | sort | cut -d= -f1 >&2; echo $SECRET; exit 7";
    let args = ["two words", "$(id); `id`", "", "-x"].map(str::to_owned).to_vec();
    let env_vars = vec!["SECRET=a=b".to_owned()];

    let ran = ran(&RunScript { args, env_vars, ..script(code) }).await;

    assert_eq!(ran.end, End::Exited { code: 7 });
    assert_eq!(ran.stdout, "two words|$(id); `id`||-x|a=b\n");
    // `sh` itself sets the last ones.
    let names: Vec<&str> =
        ran.stderr.lines().filter(|name| !["_", "OLDPWD"].contains(name)).collect();
    assert_eq!(names, ["HOME", "LANG", "MUSTER_RUN_ID", "PATH", "PWD", "SECRET", "TMPDIR"]);
}

#[tokio::test]
async fn a_script_past_its_time_is_killed_with_all_it_started() {
    let id = crate::auth::random_letters(32);
    // One child left the group, another one cleared its environment.
    let code = "setsid sleep 300 & env -i sleep 300 & echo so far; wait";
    let mut timed = RunScript { timeout_seconds: 1, ..script(code) };

    let mut ran = run_id(&id, &timed, &StopSignals::default()).await;
    // One that stood still until its time was up has printed nothing: it gets more.
    while ran.stdout.is_empty() && timed.timeout_seconds < 60 {
        timed.timeout_seconds *= 4;
        ran = run_id(&id, &timed, &StopSignals::default()).await;
    }

    assert_eq!((ran.end, ran.stdout.as_str()), (End::TimedOut, "so far\n"));
    assert!(ran.seconds < 150.0, "{}", ran.seconds);
    // A killed process is there until it gets a processor to end on.
    until_equal(&0, async || marked_processes(&id)).await;
}

/// The processes that carry the mark of a run.
fn marked_processes(id: &str) -> usize {
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let environments = all.filter_map(|entry| std::fs::read(entry.path().join("environ")).ok());
    let mark = format!("MUSTER_RUN_ID={id}");
    let is_marked =
        |text: &Vec<u8>| text.split(|byte| *byte == 0).any(|entry| entry == mark.as_bytes());
    environments.filter(is_marked).count()
}

#[tokio::test]
async fn output_is_cut_at_its_limit_and_the_return_code_stays() {
    let code = "head -c 300000 /dev/zero | tr '\\0' x; echo done >&2; exit 3";
    let ran = ran(&RunScript { output_limit: 100_000, ..script(code) }).await;
    assert_eq!((ran.end, ran.truncated), (End::Exited { code: 3 }, true));
    assert_eq!((ran.stdout.len(), ran.stderr.as_str()), (100_000, "done\n"));
}

#[tokio::test]
async fn a_child_in_the_background_delays_nothing() {
    let timed = RunScript { timeout_seconds: 300, ..script("sleep 200 & echo out") };
    let ran = ran(&timed).await;
    assert_eq!((ran.end, ran.stdout.as_str()), (End::Exited { code: 0 }, "out\n"));
    assert!(ran.seconds < 100.0, "{}", ran.seconds);
}

#[tokio::test]
async fn a_script_ends_when_it_is_cancelled_and_when_the_server_stops() {
    let until = StopSignals::default();
    until.cancelled.cancel();
    let id = crate::auth::random_letters(32);
    let cancelled = run_id(&id, &script("sleep 300"), &until).await;
    assert_eq!(cancelled.end, End::Cancelled);
    let until = StopSignals::default();
    let stopping = until.stopping.clone();
    let later = async move {
        tokio::time::sleep(Duration::from_millis(20)).await;
        stopping.cancel();
    };
    let long = script("sleep 300");
    let (stopped, ()) = tokio::join!(run_id(&id, &long, &until), later);
    assert_eq!(stopped.end, End::Interrupted);
}

#[tokio::test]
async fn a_failed_start_reports_the_reason() {
    let reason = "the script needs /no/such/program, which is not on the server".to_owned();
    let ran = ran(&script("#!/no/such/program\necho")).await;
    assert_eq!(ran.end, End::CouldNotStart { reason });
    let args = vec!["a\0b".to_owned()];
    let End::CouldNotStart { reason } =
        super::tests::ran(&RunScript { args, ..script("echo") }).await.end
    else {
        panic!("a zero byte was passed on")
    };
    assert!(reason.contains("cannot be started"), "{reason}");
}

/// What a script tries on the folder of the server; prints `tried` at the end.
fn attempts(folder: &Path, link: &Path) -> String {
    let (folder, link) = (folder.display(), link.display());
    format!(
        "cat {folder}/secret.key {link}/secret.key
         ls {folder}
         echo changed > {folder}/secret.key
         truncate -s 0 {folder}/secret.key
         rm {folder}/secret.key
         touch {folder}/new
         echo tried"
    )
}

/// A folder with a secret, and another one with a link to it.
fn folder_with_a_secret() -> (tempfile::TempDir, tempfile::TempDir) {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    std::fs::write(folder.path().join("secret.key"), "0123").unwrap();
    std::os::unix::fs::symlink(folder.path(), other.path().join("link")).unwrap();
    (folder, other)
}

fn assert_untouched(folder: &Path) {
    let names: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["secret.key"]);
    assert_eq!(std::fs::read_to_string(folder.join("secret.key")).unwrap(), "0123");
}

#[tokio::test]
async fn a_script_has_no_access_to_the_servers_folder_and_has_one_of_its_own() {
    let (folder, other) = folder_with_a_secret();
    let host = Host::new(vec![from_here(folder.path())]);
    let code = attempts(folder.path(), &other.path().join("link"));
    let server = std::process::id();
    let own = format!(
        "; cat /proc/{server}/environ
         cd \"$HOME\" && echo x > file && cat file > /dev/stdout && test \"$TMPDIR\" = \"$PWD\""
    );
    let id = crate::auth::random_letters(32);

    let ran = run_on(&host, &id, &script(&(code + &own)), &StopSignals::default()).await;

    assert_eq!((ran.end, ran.stdout.as_str()), (End::Exited { code: 0 }, "tried\nx\n"));
    assert_untouched(folder.path());
}

/// Also as root, so that nothing but the kernel's lock is in the way.
#[tokio::test]
async fn under_the_servers_own_account_the_kernel_keeps_its_files_from_a_script() {
    let (folder, other) = folder_with_a_secret();
    let host = Host::new(vec![from_here(folder.path())]);
    let barriers = Barriers { is_root: false, account: None, landlock: true };
    host.barriers.set(barriers).unwrap();
    let code = attempts(folder.path(), &other.path().join("link"));
    let id = crate::auth::random_letters(32);

    let ran = run_on(&host, &id, &script(&code), &StopSignals::default()).await;

    if locking::is_available() {
        assert_eq!((ran.end, ran.stdout.as_str()), (End::Exited { code: 0 }, "tried\n"));
    } else {
        assert!(matches!(ran.end, End::CouldNotStart { .. }), "{:?}", ran.end);
    }
    assert_untouched(folder.path());
    assert!(std::fs::read(folder.path().join("secret.key")).is_ok(), "the server itself still may");
}
