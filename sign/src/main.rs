//! `muster-sign`: signs agent programs for agents that were enrolled with a
//! publisher's key, on a computer that no server can reach.

mod key_file;
mod signing;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::signing::Program;

/// Signs agent programs for agents that take only those of one publisher.
///
/// Keep the key on a computer that your Muster server cannot reach, and set its
/// public half as MUSTER_PUBLISHER_KEY on the server.
#[derive(Debug, Parser)]
#[command(name = "muster-sign", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make a key; its public half is printed alone on the last line
    Keygen {
        /// The file to make; one that exists is never overwritten
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Print the public half of a key
    PublicKey {
        /// The file that `keygen` made
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Sign an agent program: PROGRAM.sig belongs beside it on the server
    Sign {
        /// The file that `keygen` made
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
        /// The system the program is for
        #[arg(long, value_parser = ["linux", "windows", "darwin"])]
        plat: String,
        /// The processor the program is for, with -static after it for the static program
        #[arg(long, value_parser = ["amd64", "amd64-static", "386", "386-static", "arm64",
            "arm64-static", "arm", "arm-static"])]
        arch: String,
        /// Let agents with a newer release go back to this one, by PROGRAM.downgrade.sig
        #[arg(long)]
        downgrade: bool,
        /// The program
        #[arg(value_name = "PROGRAM")]
        program: PathBuf,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(line) => {
            // A reader that has closed the pipe has read enough.
            let _ = writeln!(std::io::stdout(), "{line}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "muster-sign: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Does it, and returns what to print.
fn run(command: Command) -> anyhow::Result<String> {
    match command {
        Command::Keygen { file } => {
            let public = key_file::create(&file)?;
            Ok(format!("the private key is in {}: keep it offline\n{public}", file.display()))
        }
        Command::PublicKey { file } => Ok(key_file::public_half(&key_file::read(&file)?)),
        Command::Sign { key, plat, arch, downgrade, program } => {
            let key = key_file::read(&key)?;
            let program = Program { path: &program, plat: &plat, goarch: &arch };
            program.sign(&key, downgrade)
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
