//! Clients and their sites.
//!
//! What is outside the caller's scope is answered as if it did not exist: 404,
//! so that ids cannot be probed. 403 is for what can be seen but not changed: a
//! client that is only partly in scope.

mod client;
mod create_client;
mod create_site;
mod delete_client;
mod delete_site;
mod form;
mod list_clients;
mod list_sites;
mod moving;
mod queries;
mod read_client;
mod read_site;
mod searching;
mod site;
#[cfg(test)]
mod tests;
mod update_client;
mod update_site;

pub use create_client::*;
pub use create_site::*;
pub use delete_client::*;
pub use delete_site::*;
pub use list_clients::*;
pub use list_sites::*;
pub use read_client::*;
pub use read_site::*;
pub use update_client::*;
pub use update_site::*;
