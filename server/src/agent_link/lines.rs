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

use super::parcel::{Item, Parcel, Passed};
use super::{AgentLink, LinkReply, LinkRequest};
use crate::bus::RequestError;
use crate::ids::AgentId;
use crate::storage::sql;

/// Agents asked at the same time; each order may be a megabyte.
const AT_ONCE: usize = 64;
/// Messages to other servers at the same time.
const PARCELS_AT_ONCE: usize = 4;
/// How much longer a request to another server may take.
const WAY: Duration = Duration::from_secs(2);
/// How often an agent is followed when it moves from server to server
/// meanwhile.
const MOVES: usize = 3;

/// The result of a request to a connection.
pub type Answered = Result<LinkReply, RequestError>;

impl AgentLink {
    /// The result of each request, in their order.
    pub(super) async fn request_all(&self, parcel: &Parcel) -> Vec<Answered> {
        let mut answers = self.request_here(parcel).await;
        if !self.bus.is_shared() {
            return answers;
        }
        let mut asked = HashMap::new();
        for _ in 0..MOVES {
            let missing: Vec<usize> = (0..answers.len())
                .filter(|place| answers[*place] == Err(RequestError::NoResponders))
                .collect();
            let Ok(elsewhere) = self.find_servers(parcel, &missing, &mut asked).await else {
                missing.into_iter().for_each(|place| answers[place] = Err(RequestError::Down));
                break;
            };
            if elsewhere.is_empty() {
                break;
            }
            for (server, places) in elsewhere {
                for (place, answer) in self.request_at(&server, parcel, &places).await {
                    answers[place] = answer;
                }
            }
        }
        answers
    }

    /// Sends requests to the connections of this server.
    pub(super) async fn request_here(&self, parcel: &Parcel) -> Vec<Answered> {
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
        places: &[usize],
        asked: &mut HashMap<usize, String>,
    ) -> Result<BTreeMap<String, Vec<usize>>, DbErr> {
        let agents = places.iter().map(|place| &parcel.items[*place].agent_id);
        let lines = list_lines(self.db.read(), &agents.collect::<Vec<_>>()).await?;
        let mut servers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for place in places {
            let Some(line) = lines.get(&parcel.items[*place].agent_id) else { continue };
            let before = asked.insert(*place, line.clone());
            if before.as_ref() == Some(line) {
                continue;
            }
            if let Some(server) = server_of(line) {
                servers.entry(server.to_owned()).or_default().push(*place);
            }
        }
        Ok(servers)
    }

    /// Sends a request to this connection, if it is still open.
    pub async fn request_line(
        &self,
        line: &str,
        agent_id: &AgentId,
        request: LinkRequest,
        limit: Duration,
    ) -> Answered {
        let Some(server) = server_of(line) else { return Err(RequestError::NoResponders) };
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
        places: &[usize],
    ) -> Vec<(usize, Answered)> {
        let one = async |(places, parcel): (Vec<usize>, Parcel)| {
            let answers = if server == self.replica_id {
                self.request_here(&parcel).await
            } else {
                self.request_there(server, &parcel).await
            };
            places.into_iter().zip(answers).collect::<Vec<_>>()
        };
        let parcels = stream::iter(parcel.split(places)).map(one);
        parcels.buffered(PARCELS_AT_ONCE).concat().await
    }

    async fn request_there(&self, server: &str, parcel: &Parcel) -> Vec<Answered> {
        let limit = parcel.limit().saturating_add(WAY);
        let answer = self.bus.request(&server_subject(server), encode(parcel), limit).await;
        let passed = answer.and_then(|answer| {
            let passed: Result<Vec<Passed>, _> = decode(&answer);
            passed.map_err(|_| RequestError::Down)
        });
        match passed {
            Ok(passed) if passed.len() == parcel.items.len() => {
                passed.into_iter().map(Into::into).collect()
            }
            Ok(_) => vec![Err(RequestError::Down); parcel.items.len()],
            Err(reason) => vec![Err(reason); parcel.items.len()],
        }
    }

    /// A unique name for the next connection of this server.
    pub fn name_line(&self) -> String {
        let number = self.last_line.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        format!("{}.{number}", self.replica_id)
    }
}

/// The server that held a connection; none if there never was one.
fn server_of(line: &str) -> Option<&str> {
    line.split_once('.').map(|(server, _)| server)
}

/// The bus subject on which a server receives requests to its connections.
pub(super) fn server_subject(server: &str) -> String {
    format!("server.{server}")
}

#[derive(FromQueryResult)]
struct Welcomed {
    agent_id: AgentId,
    line: String,
}

/// The connections on which these agents were last welcomed.
async fn list_lines(
    db: &impl ConnectionTrait,
    agents: &[&AgentId],
) -> Result<HashMap<AgentId, String>, DbErr> {
    let mut lines = HashMap::with_capacity(agents.len());
    for chunk in sql::even_chunks(agents) {
        let places = sql::rows(chunk.len(), 1);
        let text = format!("select agent_id, line from agents where agent_id in {places}");
        let found: Vec<Welcomed> =
            sql::all(db, &text, chunk.iter().map(|agent| Value::from(*agent))).await?;
        lines.extend(found.into_iter().map(|agent| (agent.agent_id, agent.line)));
    }
    Ok(lines)
}
