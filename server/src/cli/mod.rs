//! (under construction)

pub mod apikey;
mod output;
pub mod user;
