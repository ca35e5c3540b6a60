//! The binary `muster`; everything is in the library.

use std::process::ExitCode;

/// Gives memory back after a large answer, and is faster under many threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    muster::cli::main()
}
