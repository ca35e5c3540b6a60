//! Where a process logs that nobody sees: a service, and what it starts beside itself.
//!
//! A service has no standard error. Its lines go to files in its data directory, and what
//! needs the attention of a person goes to the Application log of Windows as well.

mod event_source;
mod lines;
mod rolling_file;

use std::path::Path;

use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::prelude::*;

use super::detached::is_detached;
use super::service_manager::is_service;
use crate::os::LogLayer;
use event_source::EventSource;
use lines::{EventLines, FileLines, Lines};
use rolling_file::RollingFile;

pub use event_source::{forget_source, register_source};

/// What records log lines instead of standard error; nothing for a process that has a
/// console. The files are in the folder.
pub fn layers(folder: &Path) -> Vec<LogLayer> {
    if !is_service() && !is_detached() {
        return Vec::new();
    }
    let file = if is_service() { Some(RollingFile::open(folder)) } else { None };
    let (file, problem) = match file.transpose() {
        Ok(file) => (file, None),
        Err(error) => (None, Some(error)),
    };
    let has_file = file.is_some();
    let Some(lines) = Lines::start(file, EventSource::open()) else { return Vec::new() };
    let plain = || {
        let layer = tracing_subscriber::fmt::layer().with_ansi(false).with_target(false);
        // There is no standard error to complain to.
        layer.log_internal_errors(false)
    };
    let events = plain().without_time().with_level(false).with_writer(EventLines::from(&lines));
    let mut layers = vec![events.with_filter(LevelFilter::WARN).boxed()];
    if has_file {
        layers.push(plain().with_writer(FileLines::from(&lines)).boxed());
    }
    if let Some(error) = problem {
        lines.warn(&format!("the agent cannot log to {}: {error}", folder.display()));
    }
    lines::keep(lines);
    layers
}

/// Waits until what was logged is recorded, though not for ever.
pub fn flush() {
    lines::flush();
}
