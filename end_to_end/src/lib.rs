//! Real servers, real agents and real engines, as their users start them.
//!
//! Nothing here is linked into the programs it tests: they are started from
//! `MUSTER_TEST_BIN`, or from the folder cargo built them into, and are spoken
//! to over HTTP, signals, files and their command lines.

#[cfg(test)]
mod agent;
#[cfg(test)]
mod api;
#[cfg(test)]
mod certificates;
#[cfg(test)]
mod clock;
#[cfg(test)]
mod cluster;
#[cfg(test)]
mod computer;
#[cfg(test)]
mod curl;
#[cfg(test)]
mod cut_disk;
#[cfg(test)]
mod database;
#[cfg(test)]
mod dice;
#[cfg(test)]
mod engine;
#[cfg(test)]
mod held;
#[cfg(test)]
mod hostile_agent;
#[cfg(test)]
mod proc_files;
#[cfg(test)]
mod process;
#[cfg(test)]
mod proxy;
#[cfg(test)]
mod receivers;
#[cfg(test)]
mod remote_viewer;
#[cfg(test)]
mod server;
#[cfg(test)]
mod simulated;
#[cfg(test)]
mod slow;
#[cfg(test)]
mod small_disk;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod turn;
#[cfg(test)]
mod waiting;
#[cfg(test)]
mod windows;
