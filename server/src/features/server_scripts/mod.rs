//! Scripts on the server's own machine: whether they may run, and code to try
//! out there. Those of the library are run by `runs`, on behalf of an agent.

mod test_server_script;
#[cfg(test)]
mod tests;

pub use test_server_script::*;
