//! What a simulation found out, as a table for people and JSON for programs.

use std::fmt::{Display, Formatter};

use serde::Serialize;

use crate::callers::CallTally;
use crate::counts::Tally;
use crate::faults::Faults;
use crate::histogram::Summary;
use crate::process::Usage;

/// What a simulation found out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The seed everything followed from.
    pub seed: u64,
    /// Agents that were asked for.
    pub agents: usize,
    /// The server's address.
    pub server: String,
    /// Whether all agents had a line before the load began.
    pub all_arrived: bool,
    /// Seconds until all agents had an identity.
    pub enrolled_after: f64,
    /// Seconds from then until all had a line.
    pub arrived_after: f64,
    /// Seconds the load lasted.
    pub seconds: f64,
    /// What the network did wrong.
    pub faults: Faults,
    /// What the agents did.
    pub link: Tally,
    /// What came of the calls.
    pub calls: Vec<CallTally>,
    /// Seconds from each storm until all were back; none when they were not.
    pub storms: Vec<Option<f64>>,
    /// Lines open at each second of the load.
    pub timeline: Vec<u64>,
    /// KiB of memory of the server's process at the same seconds, when it runs
    /// here.
    pub memory_kib: Vec<u64>,
    /// What the server's process used, when it runs here.
    pub process: Option<ProcessReport>,
    /// The different reasons for which lines failed.
    pub problems: Vec<String>,
}

/// What the server's process used.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProcessReport {
    /// Before the agents came.
    pub before: Usage,
    /// When all agents had come.
    pub arrived: Usage,
    /// When the load ended.
    pub after: Usage,
    /// Memory that each connected agent costs, in KiB.
    pub kib_per_agent: f64,
    /// Processor time per call of the API while the load lasted, in
    /// milliseconds; null without calls.
    pub cpu_ms_per_call: Option<f64>,
    /// Part of one processor that was used while the load lasted.
    pub processors: f64,
}

impl ProcessReport {
    /// Compares three looks at one process.
    pub fn new(looks: [Usage; 3], agents: u64, calls: u64, seconds: f64) -> Self {
        let [before, arrived, after] = looks;
        let grown = arrived.rss_kib.saturating_sub(before.rss_kib) as f64;
        let cpu = after.cpu_ms - arrived.cpu_ms;
        Self {
            before,
            arrived,
            after,
            kib_per_agent: if agents == 0 { 0.0 } else { grown / agents as f64 },
            cpu_ms_per_call: (calls > 0).then(|| cpu / calls as f64),
            processors: if seconds > 0.0 { cpu / 1000.0 / seconds } else { 0.0 },
        }
    }
}

impl Report {
    /// Calls of the API that were answered with 200.
    pub fn good_calls(&self) -> u64 {
        self.calls.iter().map(|call| call.took.count).sum()
    }

    /// The report for programs.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain JSON")
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} agents on {}, seed {}", self.agents, self.server, self.seed)?;
        let (enrolled, arrived) = (self.enrolled_after, self.arrived_after);
        writeln!(
            f,
            "enrolled in {enrolled:.1} s, connected in {arrived:.1} s, load {:.1} s",
            self.seconds
        )?;
        writeln!(f)?;
        writeln!(
            f,
            "{:<28}{:>9}{:>10}{:>10}{:>10}{:>10}",
            "milliseconds", "count", "p50", "p95", "p99", "max"
        )?;
        row(f, "enrolment", &self.link.enrolling)?;
        row(f, "connecting", &self.link.connecting)?;
        row(f, "storing a result", &self.link.storing)?;
        row(f, "storing metrics", &self.link.storing_metrics)?;
        row(f, "storing checks", &self.link.storing_checks)?;
        for call in &self.calls {
            row(f, call.call, &call.took)?;
        }
        writeln!(f)?;
        self.write_counts(f)?;
        if let Some(process) = &self.process {
            writeln!(f)?;
            write!(f, "{process}")?;
        }
        for problem in &self.problems {
            writeln!(f, "problem: {problem}")?;
        }
        Ok(())
    }
}

impl Report {
    fn write_counts(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let link = &self.link;
        let put_off: u64 = self.calls.iter().map(|call| call.put_off).sum();
        let refused: u64 = self.calls.iter().map(|call| call.refused).sum();
        let unanswered: u64 = self.calls.iter().map(|call| call.unanswered).sum();
        for (name, count) in [
            ("connected at the end", link.connected),
            ("connections opened", link.lines),
            ("connections put off", link.put_off),
            ("connections failed", link.failed),
            ("connections cut on purpose", link.broken),
            ("connections lost", link.lost),
            ("orders", link.orders),
            ("results stored", link.closed),
            ("questions", link.questions),
            ("inventories", link.inventories),
            ("metrics sent", link.metrics_sent),
            ("metrics stored", link.metrics_stored),
            ("metrics lost on the way", link.metrics_lost),
            ("check messages sent", link.checks_sent),
            ("check messages stored", link.checks_stored),
            ("check messages lost", link.checks_lost),
            ("check results stored", link.check_results),
            ("definitions stored", link.definitions),
            ("calls put off", put_off),
            ("calls refused", refused),
            ("calls unanswered", unanswered),
        ] {
            writeln!(f, "{name:<28}{count:>9}")?;
        }
        for (number, back) in self.storms.iter().enumerate() {
            match back {
                Some(seconds) => writeln!(f, "storm {}: all back in {seconds:.1} s", number + 1)?,
                None => writeln!(f, "storm {}: not all came back", number + 1)?,
            }
        }
        Ok(())
    }
}

impl Display for ProcessReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let mib = |kib: u64| kib as f64 / 1024.0;
        writeln!(f, "{:<28}{:>9.1} MiB", "memory before", mib(self.before.rss_kib))?;
        writeln!(f, "{:<28}{:>9.1} MiB", "memory with all agents", mib(self.arrived.rss_kib))?;
        writeln!(f, "{:<28}{:>9.1} MiB", "most memory", mib(self.after.peak_kib))?;
        writeln!(f, "{:<28}{:>9.1} KiB", "memory per agent", self.kib_per_agent)?;
        writeln!(f, "{:<28}{:>9.2}", "processors in use", self.processors)?;
        if let Some(cpu) = self.cpu_ms_per_call {
            writeln!(f, "{:<28}{cpu:>9.2} ms", "processor time per call")?;
        }
        Ok(())
    }
}

fn row(f: &mut Formatter<'_>, name: &str, of: &Summary) -> std::fmt::Result {
    if of.count == 0 {
        return Ok(());
    }
    let (p50, p95, p99, max) = (of.p50, of.p95, of.p99, of.max);
    writeln!(f, "{name:<28}{:>9}{p50:>10.2}{p95:>10.2}{p99:>10.2}{max:>10.2}", of.count)
}
