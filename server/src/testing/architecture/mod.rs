//! The building inspector: reads the sources and fails when the structure that
//! ARCHITECTURE.md describes is broken.
//!
//! Each rule has a list of today's exceptions. A list may only shrink: entries
//! that are not needed any more must be removed.

mod edges;
mod imports;
mod layers;
mod lengths;
mod readers;
mod sources;
mod tables;
