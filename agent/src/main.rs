//! `muster-agent`: see `muster-agent --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    muster_agent::cli::main()
}
