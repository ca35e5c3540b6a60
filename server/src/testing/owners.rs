//! What belongs to clients, and a caller who sees one of two.

use super::{Client, Location, TestServer};
use crate::auth::Right;

/// The refusal to change what belongs to all clients.
pub const ALL: &str = "It belongs to all clients, and your role's scope does not have all of them.";
/// The refusal to change what belongs to other clients.
pub const OTHERS: &str = "It belongs to clients outside your role's scope.";
/// The refusal to create what would belong to no client of the caller.
pub const NONE: &str = "It has to belong to a client that your role's scope has as a whole.";

/// A server with two clients, and a caller with these rights who sees the first.
pub async fn server_with_caller(rights: &[Right]) -> (TestServer, Location, Location, Client) {
    let server = TestServer::start().await;
    let (mine, theirs) = (server.add_site("A", "Main").await, server.add_site("B", "M").await);
    let caller = server.scoped_caller(rights, &[mine.client], &[]).await;
    (server, mine, theirs, caller)
}
