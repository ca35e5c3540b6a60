//! `muster-agent self-test`: what the agent can do on this computer, as a table or as
//! JSON.

use std::process::ExitCode;

use clap::Args;
use muster_protocol::{SelfTestReport, SelfTestStatus, SelfTestStep};
use tokio_util::sync::CancellationToken;

use super::output::say;
use crate::data_dir::DataDir;
use crate::os::signals;
use crate::self_test::SelfTest;

/// Options of `self-test`.
#[derive(Debug, Args)]
pub struct SelfTestArguments {
    /// Print the report as JSON, for a program or to send it to somebody
    #[arg(long)]
    json: bool,
}

/// What the end of the table counts, in this order, and how the table says it.
const STATUSES: [(SelfTestStatus, &str); 6] = [
    (SelfTestStatus::Works, "works"),
    (SelfTestStatus::Failed, "FAILED"),
    (SelfTestStatus::TimedOut, "TIMED OUT"),
    (SelfTestStatus::Refused, "refused"),
    (SelfTestStatus::NotThere, "not there"),
    (SelfTestStatus::NotTried, "not tried"),
];

impl SelfTestArguments {
    /// Tests and prints; the exit code is 0 when nothing fails that should work here.
    pub async fn run(&self, data: &DataDir) -> anyhow::Result<ExitCode> {
        let test = SelfTest::default();
        if !self.json {
            say(&format!("Trying {} functions; this can take two minutes.", test.step_count()));
        }
        let stopping = CancellationToken::new();
        let run = test.run(data, &stopping);
        tokio::pin!(run);
        let report = tokio::select! {
            report = &mut run => report?,
            () = signals::stop_requested() => {
                // The commands that run now are ended, and the folder goes.
                stopping.cancel();
                run.await?
            }
        };
        match self.json {
            true => say(&serde_json::to_string_pretty(&report)?),
            false => lines_of(&report).iter().for_each(|line| say(line)),
        }
        let is_well = report.problems() == 0;
        Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn lines_of(report: &SelfTestReport) -> Vec<String> {
    let SelfTestReport { version, plat, goarch, account, .. } = report;
    let enrolled = if report.is_enrolled { "enrolled" } else { "not enrolled" };
    let mut lines =
        vec![format!("muster-agent {version} on {plat} {goarch}, as {account}, {enrolled}")];
    if !report.has_full_rights {
        lines.push(format!(
            "{account} does not have full rights here: what the service may do can be refused"
        ));
    }
    lines.push(String::new());
    let width = report.steps.iter().map(|step| step.title.chars().count()).max().unwrap_or(0);
    lines.extend(report.steps.iter().map(|step| line_of(step, width)));
    lines.push(String::new());
    let count = |status| report.steps.iter().filter(|step| step.status == status).count();
    let counts =
        STATUSES.map(|(status, word)| format!("{} {}", count(status), word.to_lowercase()));
    lines.push(format!("{} ({:.1} s)", counts.join(", "), report.milliseconds as f64 / 1000.0));
    lines
}

fn line_of(step: &SelfTestStep, width: usize) -> String {
    let known = STATUSES.iter().find(|(status, _)| *status == step.status);
    let word = known.map_or("unknown", |(_, word)| *word);
    let (title, detail) = (&step.title, &step.detail);
    format!("{title:width$}  {word:9}  {:>6} ms  {detail}", step.milliseconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_failed_and_who_asked() {
        let step = |title: &str, status, detail: &str| SelfTestStep {
            title: title.to_owned(),
            status,
            detail: detail.to_owned(),
            milliseconds: 7,
            ..SelfTestStep::default()
        };
        let report = SelfTestReport {
            version: "1.2.3".to_owned(),
            plat: "linux".to_owned(),
            goarch: "amd64".to_owned(),
            account: "ann".to_owned(),
            milliseconds: 1540,
            steps: vec![
                step("Disks", SelfTestStatus::Works, "1 disk"),
                step("Processes", SelfTestStatus::TimedOut, "it did not end"),
                step("Newer", SelfTestStatus::Unknown, ""),
            ],
            ..SelfTestReport::default()
        };
        let expected = [
            "muster-agent 1.2.3 on linux amd64, as ann, not enrolled",
            "ann does not have full rights here: what the service may do can be refused",
            "",
            "Disks      works           7 ms  1 disk",
            "Processes  TIMED OUT       7 ms  it did not end",
            "Newer      unknown         7 ms  ",
            "",
            "1 works, 0 failed, 1 timed out, 0 refused, 0 not there, 0 not tried (1.5 s)",
        ];
        assert_eq!(lines_of(&report), expected);
    }
}
