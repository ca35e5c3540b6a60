//! What was found out about remote sessions, as a table for people and JSON for programs.

use std::fmt::{Display, Formatter};

use serde::Serialize;

use super::flood::Flood;
use crate::histogram::Summary;
use crate::process::Usage;

/// What many sessions at one relay take.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CrowdReport {
    /// Terminals that somebody typed into.
    pub active: usize,
    /// Terminals in which nothing happened.
    pub idle: usize,
    /// Sessions that ended before their time.
    pub lost: u64,
    /// Keys without an echo at the end.
    pub unanswered: u64,
    /// Milliseconds to open one, sixteen at a time.
    pub opening: Summary,
    /// Milliseconds from a key to its echo.
    pub echo: Summary,
    /// Seconds of typing.
    pub seconds: f64,
    /// What the relay's process used, when it runs here.
    pub process: Option<RelayUsage>,
}

/// What the relay's process used.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RelayUsage {
    /// Memory with the agents, but without a session, in KiB.
    pub before_kib: u64,
    /// Memory with all sessions, in KiB, after the typing.
    pub with_all_kib: u64,
    /// The most that it ever was, in KiB.
    pub peak_kib: u64,
    /// Part of one processor that was used while people typed.
    pub processors: f64,
}

impl CrowdReport {
    /// Of so many active and idle sessions, lost ones and keys without an echo; with the
    /// looks at the process before, with all sessions, and after.
    pub fn new(
        (active, idle, lost, unanswered): (usize, usize, u64, u64),
        (opening, echo): (Summary, Summary),
        seconds: f64,
        looks: [Option<Usage>; 3],
    ) -> Self {
        let process = match looks {
            [Some(before), Some(with_all), Some(after)] => Some(RelayUsage {
                before_kib: before.rss_kib,
                with_all_kib: after.rss_kib,
                peak_kib: after.peak_kib,
                processors: (after.cpu_ms - with_all.cpu_ms) / 1000.0 / seconds,
            }),
            _ => None,
        };
        Self { active, idle, lost, unanswered, opening, echo, seconds, process }
    }

    /// The report for programs.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain JSON")
    }
}

impl Display for CrowdReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { active, idle, lost, unanswered, seconds, .. } = self;
        writeln!(f, "{active} terminals in use and {idle} idle ones for {seconds:.1} s")?;
        write_times(f, "opening", &self.opening)?;
        write_times(f, "key to echo", &self.echo)?;
        writeln!(f, "{:<28}{lost:>9}", "sessions lost")?;
        writeln!(f, "{:<28}{unanswered:>9}", "keys without an echo")?;
        let Some(usage) = &self.process else { return Ok(()) };
        writeln!(f, "{:<28}{:>9.1} MiB", "memory before", mib(usage.before_kib))?;
        writeln!(f, "{:<28}{:>9.1} MiB", "memory with all sessions", mib(usage.with_all_kib))?;
        writeln!(f, "{:<28}{:>9.1} MiB", "most memory", mib(usage.peak_kib))?;
        writeln!(f, "{:<28}{:>9.2}", "processors in use", usage.processors)
    }
}

/// What a session of a real agent takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SessionReport {
    /// The agent.
    pub agent_id: String,
    /// Milliseconds from the call to the prompt of a shell.
    pub opening: Summary,
    /// Milliseconds from a key to its echo.
    pub echo: Summary,
    /// A program that prints without end.
    pub flood: Flood,
    /// MiB of the file that was moved.
    pub file_mib: usize,
    /// Million bytes a second to the agent, up to the answer that it is on the disk.
    pub upload_mb_per_second: f64,
    /// And back.
    pub download_mb_per_second: f64,
}

impl SessionReport {
    /// The report for programs.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain JSON")
    }
}

impl Display for SessionReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write_times(f, "opening, to the prompt", &self.opening)?;
        write_times(f, "key to echo", &self.echo)?;
        write_times(f, "the same beside a flood", &self.flood.echo)?;
        for (what, grown) in [("relay", self.flood.relay_kib), ("helper", self.flood.helper_kib)] {
            let Some((full, most)) = grown else { continue };
            let what = format!("{what} in the flood");
            writeln!(f, "{what:<28}{:>9.1} MiB, at most {:.1} MiB", mib(full), mib(most))?;
        }
        writeln!(f, "{:<28}{:>9.1} MB/s", "upload", self.upload_mb_per_second)?;
        writeln!(f, "{:<28}{:>9.1} MB/s", "download", self.download_mb_per_second)
    }
}

/// What the screen of a real agent takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScreenReport {
    /// The agent.
    pub agent_id: String,
    /// Pixels across.
    pub width: u16,
    /// Pixels down.
    pub height: u16,
    /// How long frames were counted.
    pub seconds: f64,
    /// Frames with anything but the pointer.
    pub frames: u64,
    /// Of these, frames that some tiles were still missing in.
    pub partial_frames: u64,
    /// Tiles that were sent as a copy of another place.
    pub copied_tiles: u64,
    /// Frames that the viewer had in a second.
    pub frames_per_second: f64,
    /// Bytes of a frame, before it is sealed.
    pub bytes_per_frame: f64,
    /// Milliseconds of processor time that the agent's helper used for a frame.
    pub helper_ms_per_frame: Option<f64>,
    /// Milliseconds from one frame to the next.
    pub between: Summary,
}

impl ScreenReport {
    /// The report for programs.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a report is plain JSON")
    }
}

impl Display for ScreenReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let Self { width, height, seconds, frames, partial_frames, copied_tiles, .. } = self;
        writeln!(f, "{frames} frames of {width} x {height} pixels in {seconds:.1} s")?;
        writeln!(f, "{:<28}{:>9.1}", "frames a second", self.frames_per_second)?;
        writeln!(f, "{:<28}{:>9.1} KB", "bytes of a frame", self.bytes_per_frame / 1000.0)?;
        if let Some(used) = self.helper_ms_per_frame {
            writeln!(f, "{:<28}{used:>9.2} ms", "processor time of a frame")?;
        }
        write_times(f, "frame to frame", &self.between)?;
        writeln!(f, "{:<28}{partial_frames:>9}", "partial frames")?;
        writeln!(f, "{:<28}{copied_tiles:>9}", "tiles copied")
    }
}

fn write_times(f: &mut Formatter<'_>, what: &str, of: &Summary) -> std::fmt::Result {
    let Summary { count, p50, p95, p99, max } = of;
    writeln!(
        f,
        "{what:<28}{count:>9} times: {p50:.1} ms (p50), {p95:.1} (p95), {p99:.1} (p99), {max:.1}"
    )
}

fn mib(kib: u64) -> f64 {
    kib as f64 / 1024.0
}
