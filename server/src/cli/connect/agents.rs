//! Which agent is meant.

use std::fmt::Write;

use anyhow::{Context, bail};
use serde::Deserialize;

use super::api::Api;
use crate::remote_viewer::printable;

/// An agent as the list shows it.
#[derive(Clone, Debug, Deserialize)]
pub struct Agent {
    /// Its identifier.
    pub agent_id: String,
    /// The name of the computer.
    pub hostname: String,
    #[serde(default)]
    client_name: String,
    #[serde(default)]
    site_name: String,
}

impl Agent {
    /// Computers choose their names themselves.
    fn make_printable(&mut self) {
        for text in [&mut self.hostname, &mut self.client_name, &mut self.site_name] {
            *text = printable(text);
        }
    }
}

/// How many of several agents with one name are listed.
const LISTED: usize = 10;

/// The agent with this id, or the only one with this hostname.
pub async fn find(api: &Api, wanted: &str) -> anyhow::Result<Agent> {
    // One phrase, whatever is in it.
    let phrase = format!("\"{}\"", wanted.replace('"', ""));
    let found = api.get("/agents/", &[("detail", "false"), ("search", &phrase)]).await?;
    let mut found: Vec<Agent> =
        serde_json::from_value(found).context("the list of agents cannot be read")?;
    for agent in &mut found {
        agent.make_printable();
    }
    choose(found, wanted)
}

fn choose(mut found: Vec<Agent>, wanted: &str) -> anyhow::Result<Agent> {
    if let Some(place) = found.iter().position(|agent| agent.agent_id == wanted) {
        return Ok(found.swap_remove(place));
    }
    found.retain(|agent| agent.hostname.eq_ignore_ascii_case(wanted));
    match found.len() {
        0 => bail!(
            "no agent that you may see is called {wanted}: name its hostname or agent_id as \
             the list of agents shows it"
        ),
        1 => Ok(found.remove(0)),
        count => {
            bail!("{count} agents are called {wanted}: name one by its agent_id{}", listed(&found))
        }
    }
}

fn listed(agents: &[Agent]) -> String {
    let mut lines = String::new();
    for Agent { agent_id, client_name, site_name, .. } in agents.iter().take(LISTED) {
        // Writing to memory cannot fail.
        let _ = write!(lines, "\n  {agent_id}  {client_name} / {site_name}");
    }
    if agents.len() > LISTED {
        lines.push_str("\n  …");
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(agent_id: &str, hostname: &str) -> Agent {
        let (client_name, site_name) = ("Acme".to_owned(), "Main".to_owned());
        let (agent_id, hostname) = (agent_id.to_owned(), hostname.to_owned());
        Agent { agent_id, hostname, client_name, site_name }
    }

    fn chosen(wanted: &str) -> Result<String, String> {
        let all = vec![
            agent("a1", "pc-1"),
            agent("a2", "PC-2"),
            agent("a3", "pc-2"),
            agent("a4", "pc-10"),
        ];
        let found = choose(all, wanted);
        found.map(|agent| agent.agent_id).map_err(|error| error.to_string())
    }

    #[test]
    fn an_agent_is_named_by_its_id_or_by_a_hostname_that_is_its_own() {
        for (wanted, id) in [("a3", "a3"), ("pc-1", "a1"), ("PC-10", "a4")] {
            assert_eq!(chosen(wanted).as_deref(), Ok(id), "{wanted}");
        }
        assert!(chosen("pc").unwrap_err().starts_with("no agent"), "a part is no name");
        let several = chosen("pc-2").unwrap_err();
        let expected = "2 agents are called pc-2: name one by its agent_id\n  a2  Acme / Main\n  \
                        a3  Acme / Main";
        assert_eq!(several, expected);
    }
}
