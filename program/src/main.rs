//! The binary `muster`: the server's library, and the files of the web interface.

mod web;

use std::process::ExitCode;

/// Returns memory after a large answer, and is faster under many threads.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    muster::cli::main(web::read)
}
