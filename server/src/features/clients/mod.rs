//! Clients and their sites.

mod client;
mod list_clients;
mod queries;
mod site;
#[cfg(test)]
mod tests;

pub use client::Client;
pub use list_clients::*;
pub use site::Site;
