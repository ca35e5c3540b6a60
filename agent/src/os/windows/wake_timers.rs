//! What wakes the machine, as `powercfg` lists it: Windows has no documented function for that.
//!
//! The sentences are in the language of the system. What is read from them is the same in each:
//! the mark of the kind of program, its path, and the name of a task in quotes.

use std::process::Output;
use std::time::Duration;

use anyhow::Context;

use super::code_page;
use crate::os::tool::tool;
use crate::os::{Problem, WakeTimer};

const TOOL_LIMIT: Duration = Duration::from_secs(10);

/// More timers than a machine has.
const MOST: usize = 200;

/// Who set a timer, in every language.
const MARKS: [&str; 3] = ["[SERVICE]", "[PROCESS]", "[DRIVER]"];

/// What stands before the name of a scheduled task, in every language.
const TASK: &str = "NT TASK\\";

/// All of them. Refused without the rights of an administrator.
pub async fn list() -> Result<Vec<WakeTimer>, Problem> {
    let mut powercfg = tool("powercfg", &["/waketimers"]);
    let ended = tokio::time::timeout(TOOL_LIMIT, powercfg.output()).await;
    let Output { status, stdout, stderr } =
        ended.context("powercfg does not answer")?.context("cannot run powercfg")?;
    let decode = code_page::console().decode;
    if status.success() {
        return Ok(parse(&decode(&stdout)));
    }
    // It complains on either of them.
    let complaint = [decode(&stderr), decode(&stdout)].concat();
    let line = complaint.lines().map(str::trim).find(|line| !line.is_empty());
    Err(Problem::failed(line.unwrap_or("powercfg fails, and does not say why")))
}

/// Reads its answer: each timer begins with a line that has a mark, and goes on with indented
/// ones. Without any timer there is one sentence, which has no mark.
fn parse(text: &str) -> Vec<WakeTimer> {
    let mut timers: Vec<Vec<&str>> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        match timers.last_mut() {
            _ if MARKS.iter().any(|mark| line.contains(mark)) => timers.push(vec![line.trim()]),
            Some(timer) => timer.push(line.trim()),
            None => {}
        }
    }
    timers.iter().take(MOST).map(|lines| timer_of(&lines.join(" "))).collect()
}

fn timer_of(text: &str) -> WakeTimer {
    let program = program_in(text).unwrap_or_default();
    let set_by = match task_in(text) {
        Some(task) if program.is_empty() => task.to_owned(),
        Some(task) => format!("{task} ({program})"),
        None => program,
    };
    WakeTimer { set_by, text: text.to_owned(), ..WakeTimer::default() }
}

/// The name of a scheduled task, which is in quotes: `'NT TASK\Microsoft\Windows\Backup'`.
fn task_in(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once(TASK)?;
    let end = rest.find(['\'', '"', '\u{201c}', '\u{201d}', '\u{bb}', '\u{ab}']);
    let name = rest[..end.unwrap_or(rest.len())].trim();
    (!name.is_empty()).then_some(name)
}

/// The program behind the mark, without the device it is on: of
/// `[SERVICE] \Device\HarddiskVolume3\Windows\System32\svchost.exe (SystemEventsBroker)`
/// the name of the service, of others the name of the file.
fn program_in(text: &str) -> Option<String> {
    let (_, rest) = MARKS.iter().find_map(|mark| text.split_once(mark))?;
    let rest = rest.trim_start();
    let path_end = rest.to_ascii_lowercase().find(".exe").map(|at| at + ".exe".len());
    let Some(path_end) = path_end else {
        // A driver: its name, up to the first space.
        return rest.split_whitespace().next().map(str::to_owned);
    };
    let file = rest[..path_end].rsplit('\\').next().unwrap_or_default();
    let service = rest[path_end..].trim_start().strip_prefix('(');
    let service = service.and_then(|rest| rest.split_once(')')).map(|(name, _)| name.trim());
    Some(match service {
        Some(name) if !name.is_empty() => format!("{file}, {name}"),
        _ => file.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENGLISH: &str = "\
        Timer set by [SERVICE] \\Device\\HarddiskVolume3\\Windows\\System32\\svchost.exe \
        (SystemEventsBroker) expires at 2:31:57 AM on 4/12/2027.\r\n\
        \x20 Reason: Windows will execute 'NT TASK\\Microsoft\\Windows\\UpdateOrchestrator\\Reboot' \
        scheduled task that requested waking the computer.\r\n\r\n\
        Timer set by [PROCESS] \\Device\\HarddiskVolume3\\Program Files\\Contoso\\Backup Agent.exe \
        expires at 03:00:00 on 4/12/2027.\r\n\r\n";

    #[test]
    fn timers_are_read_with_the_task_or_program_that_set_them() {
        let timers = parse(ENGLISH);
        let set_by: Vec<&str> = timers.iter().map(|timer| timer.set_by.as_str()).collect();
        let task = r"Microsoft\Windows\UpdateOrchestrator\Reboot (svchost.exe, SystemEventsBroker)";
        assert_eq!(set_by, [task, "Backup Agent.exe"]);
        assert!(timers[0].text.starts_with("Timer set by [SERVICE]"), "{}", timers[0].text);
        assert!(timers[0].text.ends_with("waking the computer."), "{}", timers[0].text);
        assert!(timers.iter().all(|timer| timer.due.is_none()));
    }

    #[test]
    fn another_language_has_the_same_marks() {
        let german = "Der von [SERVICE] \\Device\\HarddiskVolume2\\Windows\\System32\\svchost.exe \
            (SystemEventsBroker) festgelegte Zeitgeber l\u{e4}uft ab um 02:31:57 am 12.04.2027.\r\n\
            \x20 Grund: Die geplante Aufgabe \"NT TASK\\Sicherung\" wird ausgef\u{fc}hrt.\r\n";
        let timers = parse(german);
        assert_eq!(timers.len(), 1);
        assert_eq!(timers[0].set_by, "Sicherung (svchost.exe, SystemEventsBroker)");
    }

    #[test]
    fn no_timer_is_one_sentence_in_any_language() {
        for text in ["There are no active wake timers in the system.\r\n", "", "\r\n\r\n"] {
            assert_eq!(parse(text), [], "{text:?}");
        }
    }

    #[test]
    fn a_driver_is_named_by_its_first_word_and_odd_text_harms_nothing() {
        let set_by = |text: &str| parse(text).into_iter().map(|timer| timer.set_by).next();
        let driver = "Timer set by [DRIVER] ACPI\\PNP0C0C expires at 1:00";
        assert_eq!(set_by(driver).as_deref(), Some("ACPI\\PNP0C0C"));
        assert_eq!(set_by("[PROCESS]").as_deref(), Some(""));
        assert_eq!(set_by("[SERVICE] a.exe (").as_deref(), Some("a.exe"));
        assert_eq!(set_by("[SERVICE] a.exe () 'NT TASK\\'").as_deref(), Some("a.exe"));
    }

    #[tokio::test]
    async fn a_machine_can_be_asked() {
        // Wine has no such program, or one that prints nothing.
        match list().await {
            Ok(timers) => assert!(timers.iter().all(|timer| !timer.text.is_empty())),
            Err(problem) => assert!(!problem.to_string().is_empty()),
        }
    }
}
