//! The starter library: scripts that come with the program.
//!
//! Their files are in `assets/scripts`, described by `library.toml` there.

mod install;
mod manifest;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub use install::install;
pub use install::install_library;
