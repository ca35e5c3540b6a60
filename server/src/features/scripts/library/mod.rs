//! The starter library: scripts that come with the program.
//!
//! Their files are in `assets/scripts`, described by `library.toml` there.

mod install;
mod manifest;
#[cfg(test)]
mod tests;

pub use install::{install, install_library};
