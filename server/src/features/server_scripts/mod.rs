//! Scripts on the server's own machine: whether they may run, and code to be
//! tried out there. Those of the library run by `runs`, in the name of an
//! agent.

mod test_server_script;
#[cfg(test)]
mod tests;

pub use test_server_script::*;
