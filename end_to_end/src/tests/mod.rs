//! One file for each thing that the whole has to keep.

mod commands;
mod first_start;
