//! Finds an agent's connection, whichever server holds it.
//!
//! A server has a table of its own connections. For all other agents it asks
//! the server that welcomed them last according to the database, in one message
//! for many agents. That server knows whether it still holds the connection; if
//! it does not, and no server has welcomed the agent since, the agent is
//! offline.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use muster_protocol::{decode, encode};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::parcel::{ForwardedReply, Item, Parcel};
use super::{AgentLink, LinkReply, LinkRequest};
use crate::bus::RequestError;
use crate::ids::AgentId;
use crate::storage::sql;

/// Agents asked at the same time; each order may be a megabyte.
const AT_ONCE: usize = 64;
/// Messages to other servers at the same time.
const PARCELS_AT_ONCE: usize = 4;
/// How much longer a request to another server may take.
const ROUND_TRIP: Duration = Duration::from_secs(2);
/// How often an agent is followed when it moves from server to server
/// meanwhile.
const MAX_MOVES: usize = 3;

/// The result of a request to a connection.
pub type LinkResult = Result<LinkReply, RequestError>;

impl AgentLink {
    /// The result of each request, in their order.
    pub(super) async fn request_all(&self, parcel: &Parcel) -> Vec<LinkResult> {
        let mut answers = self.request_local(parcel).await;
        if !self.bus.is_shared() {
            return answers;
        }
        let mut asked = HashMap::new();
        for _ in 0..MAX_MOVES {
            let missing: Vec<usize> = (0..answers.len())
                .filter(|index| answers[*index] == Err(RequestError::NoResponders))
                .collect();
            let Ok(elsewhere) = self.find_servers(parcel, &missing, &mut asked).await else {
                missing.into_iter().for_each(|index| answers[index] = Err(RequestError::Down));
                break;
            };
            if elsewhere.is_empty() {
                break;
            }
            for (server, indexes) in elsewhere {
                for (index, answer) in self.request_at(&server, parcel, &indexes).await {
                    answers[index] = answer;
                }
            }
        }
        answers
    }

    /// Sends requests to the connections of this server.
    pub(super) async fn request_local(&self, parcel: &Parcel) -> Vec<LinkResult> {
        let one = async |item: &Item| {
            self.connections.request(&item.agent_id, parcel.request(item), parcel.limit()).await
        };
        stream::iter(&parcel.items).map(one).buffered(AT_ONCE).collect().await
    }

    /// The servers that may hold these connections, except those that were
    /// already asked for the same connection.
    async fn find_servers(
        &self,
        parcel: &Parcel,
        indexes: &[usize],
        asked: &mut HashMap<usize, String>,
    ) -> Result<BTreeMap<String, Vec<usize>>, DbErr> {
        let agents = indexes.iter().map(|index| &parcel.items[*index].agent_id);
        let connections = list_connections(self.db.read(), &agents.collect::<Vec<_>>()).await?;
        let mut servers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for index in indexes {
            let Some(connection) = connections.get(&parcel.items[*index].agent_id) else {
                continue;
            };
            let before = asked.insert(*index, connection.clone());
            if before.as_ref() == Some(connection) {
                continue;
            }
            if let Some(server) = server_of(connection) {
                servers.entry(server.to_owned()).or_default().push(*index);
            }
        }
        Ok(servers)
    }

    /// Sends a request to this connection, if it is still open.
    pub async fn request_connection(
        &self,
        connection: &str,
        agent_id: &AgentId,
        request: LinkRequest,
        limit: Duration,
    ) -> LinkResult {
        let Some(server) = server_of(connection) else { return Err(RequestError::NoResponders) };
        let parcel = Parcel::one(agent_id, request, limit);
        let answer = self.request_at(server, &parcel, &[0]).await.pop();
        answer.map_or(Err(RequestError::Down), |(_, answer)| answer)
    }

    /// Sends requests to connections that, as far as we know, this server
    /// holds.
    async fn request_at(
        &self,
        server: &str,
        parcel: &Parcel,
        indexes: &[usize],
    ) -> Vec<(usize, LinkResult)> {
        let one = async |(indexes, parcel): (Vec<usize>, Parcel)| {
            let answers = if server == self.replica_id {
                self.request_local(&parcel).await
            } else {
                self.request_remote(server, &parcel).await
            };
            indexes.into_iter().zip(answers).collect::<Vec<_>>()
        };
        let parcels = stream::iter(parcel.split(indexes)).map(one);
        parcels.buffered(PARCELS_AT_ONCE).concat().await
    }

    async fn request_remote(&self, server: &str, parcel: &Parcel) -> Vec<LinkResult> {
        let limit = parcel.limit().saturating_add(ROUND_TRIP);
        let answer = self.bus.request(&server_subject(server), encode(parcel), limit).await;
        let forwarded = answer.and_then(|answer| {
            let forwarded: Result<Vec<ForwardedReply>, _> = decode(&answer);
            forwarded.map_err(|_| RequestError::Down)
        });
        match forwarded {
            Ok(forwarded) if forwarded.len() == parcel.items.len() => {
                forwarded.into_iter().map(Into::into).collect()
            }
            Ok(_) => vec![Err(RequestError::Down); parcel.items.len()],
            Err(reason) => vec![Err(reason); parcel.items.len()],
        }
    }

    /// A unique name for the next connection of this server.
    pub fn new_connection_name(&self) -> String {
        let number = self.last_connection.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        format!("{}.{number}", self.replica_id)
    }
}

/// The server that held a connection; none if there never was one.
fn server_of(connection: &str) -> Option<&str> {
    connection.split_once('.').map(|(server, _)| server)
}

/// The bus subject on which a server receives requests to its connections.
pub(super) fn server_subject(server: &str) -> String {
    format!("server.{server}")
}

#[derive(FromQueryResult)]
struct LastConnection {
    agent_id: AgentId,
    line: String,
}

/// The connections on which these agents were last welcomed.
async fn list_connections(
    db: &impl ConnectionTrait,
    agents: &[&AgentId],
) -> Result<HashMap<AgentId, String>, DbErr> {
    let mut connections = HashMap::with_capacity(agents.len());
    for list in sql::in_lists(agents) {
        let placeholders = sql::rows(list.len(), 1);
        let text = format!("select agent_id, line from agents where agent_id in {placeholders}");
        let found: Vec<LastConnection> =
            sql::all(db, &text, list.into_iter().map(Value::from)).await?;
        connections.extend(found.into_iter().map(|agent| (agent.agent_id, agent.line)));
    }
    Ok(connections)
}
