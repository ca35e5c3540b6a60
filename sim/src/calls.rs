//! The calls of the API that callers make.

use std::str::FromStr;

use rand::RngExt;
use rand::rngs::SmallRng;
use reqwest::{Client, RequestBuilder};
use serde_json::json;

use crate::clock;

/// The range of a chart of a month.
const MONTH_SECONDS: u64 = 30 * 24 * 3600;

/// One kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// `GET /clients/`.
    Clients,
    /// `GET /agents/`, all of it.
    Agents,
    /// `GET /agents/?detail=false`, all of it.
    AgentsReduced,
    /// `GET /agents/?page_size=100`.
    AgentsPage,
    /// `GET /agents/<agent_id>/`.
    Agent,
    /// `GET /software/<agent_id>/`.
    Software,
    /// `GET /agents/<agent_id>/tasks/`.
    AgentTasks,
    /// `GET /agents/<agent_id>/metrics/`: 30 days in 500 points.
    Metrics,
    /// `GET /metrics/fleet/?name=cpu`.
    MetricsFleet,
    /// `GET /metrics/agents`, for Prometheus.
    MetricsExport,
    /// `PATCH /logs/audit/`, the newest 50 rows.
    Audit,
    /// The same, 1,000 pages further back.
    AuditDeep,
    /// `POST /agents/<agent_id>/cmd/`.
    Command,
    /// `POST /scripts/<agent_id>/test/`.
    Code,
}

/// Every call with the name people give it by, and its share when nobody says
/// which calls to make: what technicians do, not what is dearest.
const ALL: &[(Call, &str, u32)] = &[
    (Call::Clients, "clients", 2),
    (Call::Agents, "agents", 0),
    (Call::AgentsReduced, "agents-reduced", 0),
    (Call::AgentsPage, "agents-page", 2),
    (Call::Agent, "agent", 6),
    (Call::Software, "software", 1),
    (Call::AgentTasks, "agent-tasks", 2),
    (Call::Metrics, "metrics", 0),
    (Call::MetricsFleet, "metrics-fleet", 0),
    (Call::MetricsExport, "metrics-export", 0),
    (Call::Audit, "audit", 1),
    (Call::AuditDeep, "audit-deep", 0),
    (Call::Command, "command", 5),
    (Call::Code, "code", 1),
];

impl Call {
    /// The calls to choose from when nobody says which, each as often as its
    /// share.
    pub fn mix() -> Vec<Self> {
        let times = |(call, _, share): &(Self, &str, u32)| vec![*call; *share as usize];
        ALL.iter().flat_map(times).collect()
    }

    /// The name people give it by.
    pub fn name(self) -> &'static str {
        ALL.iter().find(|(call, ..)| *call == self).map_or("", |(_, name, _)| name)
    }

    /// The place among all calls.
    pub fn place(self) -> usize {
        ALL.iter().position(|(call, ..)| *call == self).unwrap_or(0)
    }

    /// All calls there are.
    pub fn all() -> impl Iterator<Item = Self> {
        ALL.iter().map(|(call, ..)| *call)
    }

    /// The request, about an agent by chance.
    pub fn request(
        self,
        http: &Client,
        url: &str,
        agent_ids: &[String],
        chance: &mut SmallRng,
    ) -> RequestBuilder {
        let any = || String::from("none");
        let id = match agent_ids.len() {
            0 => any(),
            count => agent_ids[chance.random_range(0..count)].clone(),
        };
        match self {
            Self::Clients => http.get(format!("{url}/clients/")),
            Self::Agents => http.get(format!("{url}/agents/")),
            Self::AgentsReduced => http.get(format!("{url}/agents/?detail=false")),
            Self::AgentsPage => http.get(format!("{url}/agents/?page_size=100")),
            Self::Agent => http.get(format!("{url}/agents/{id}/")),
            Self::Software => http.get(format!("{url}/software/{id}/")),
            Self::AgentTasks => http.get(format!("{url}/agents/{id}/tasks/")),
            Self::Metrics => {
                let from = clock::since_1970().as_secs().saturating_sub(MONTH_SECONDS);
                http.get(format!("{url}/agents/{id}/metrics/?from={from}&points=500"))
            }
            Self::MetricsFleet => http.get(format!("{url}/metrics/fleet/?name=cpu")),
            Self::MetricsExport => http.get(format!("{url}/metrics/agents")),
            Self::Audit | Self::AuditDeep => {
                let page = if self == Self::Audit { 1 } else { 1000 };
                http.patch(format!("{url}/logs/audit/"))
                    .json(&json!({ "pagination": { "page": page, "rowsPerPage": 50 } }))
            }
            Self::Command => http
                .post(format!("{url}/agents/{id}/cmd/"))
                .json(&json!({ "shell": "bash", "cmd": "uptime", "timeout": 60 })),
            Self::Code => http.post(format!("{url}/scripts/{id}/test/")).json(
                &json!({ "shell": "shell", "code": "uptime", "timeout": 60, "args": ["a", "b"] }),
            ),
        }
    }
}

impl FromStr for Call {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = ALL.iter().find(|(_, name, _)| *name == text);
        found.map(|(call, ..)| *call).ok_or_else(|| {
            let names: Vec<&str> = ALL.iter().map(|(_, name, _)| *name).collect();
            format!("there is no such call; there are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_is_found_by_its_name_and_an_unknown_one_is_refused_with_the_list() {
        for (place, call) in Call::all().enumerate() {
            assert_eq!((call.name().parse(), call.place()), (Ok(call), place));
        }
        let refused = "coffee".parse::<Call>().unwrap_err();
        assert!(refused.contains("agents-reduced"), "{refused}");
        assert!(Call::mix().len() > 10);
    }
}
