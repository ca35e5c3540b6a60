//! Reads the sources of the agent and fails when its structure is broken: when
//! a file outside of `os/` asks which system this is, when the systems differ
//! in what they offer, when files import each other in a circle, or when a
//! file outgrows its limit.

mod circles;
mod imports;
mod lengths;
mod sources;
mod systems;
