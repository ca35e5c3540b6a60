//! Running processes of an agent, queried live.

mod end_process;
mod list_processes;
mod process;
mod read_process;
#[cfg(test)]
mod tests;

pub use end_process::*;
pub use list_processes::*;
pub use read_process::*;
