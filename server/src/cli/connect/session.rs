//! A session of this person: opened at the server, connected to, again after a break, and
//! ended.

use std::time::Duration;

use muster_remote::{Frame, ViewerKey};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, timeout};

use super::agents::Agent;
use super::api::Api;
use super::known_agents::KnownAgents;
use super::message;
use crate::hex::hex_digits;
use crate::remote_viewer::{Gone, Opened, Pipe, SESSION, Started, connect};

const SESSIONS: &str = "/remote/v1/sessions/";

/// The agent keeps a session so long for who comes back.
const KEPT_FOR: Duration = Duration::from_secs(600);

/// Tries of a session that has never begun.
const FIRST_TRIES: u32 = 3;

const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// The person at the computer may be asked meanwhile.
const START_LIMIT: Duration = Duration::from_secs(600);

const END_LIMIT: Duration = Duration::from_secs(5);

/// A place in a session that waits for its connection.
pub struct Invited {
    opened: Opened,
    key: ViewerKey,
}

/// An open session.
pub struct Session<'a> {
    api: &'a Api,
    known: &'a KnownAgents,
    agent: &'a Agent,
    id: String,
    /// Whether it goes on after a break where it was.
    resumes: bool,
    /// The connection that began last.
    last: Option<String>,
}

impl<'a> Session<'a> {
    /// Opens a session on an agent, and returns what to begin it with.
    pub async fn open(
        api: &'a Api,
        known: &'a KnownAgents,
        agent: &'a Agent,
        mut wanted: Value,
    ) -> anyhow::Result<(Self, Invited)> {
        let resumes = wanted["kind"] == "terminal";
        wanted["agent_id"] = json!(agent.agent_id);
        let invited = ask(api, SESSIONS, wanted).await.map_err(anyhow::Error::from)?;
        let id = invited.opened.session.clone();
        Ok((Self { api, known, agent, id, resumes, last: None }, invited))
    }

    /// Connects for the first time.
    pub async fn begin(&mut self, invited: Invited) -> Result<(Pipe, Started), Gone> {
        match self.connect(invited).await {
            Err(Gone::Broken(reason)) => self.retry(reason, FIRST_TRIES - 1).await,
            other => other,
        }
    }

    /// Connects again after a break, for as long as the agent may keep the session.
    pub async fn reconnect(&mut self, reason: String) -> Result<(Pipe, Started), Gone> {
        self.retry(reason, u32::MAX).await
    }

    async fn retry(&mut self, mut reason: String, most: u32) -> Result<(Pipe, Started), Gone> {
        let since = Instant::now();
        for tries in 0..most {
            if since.elapsed() > KEPT_FOR {
                break;
            }
            sleep(pause(tries, rand::random())).await;
            match self.rejoin().await {
                Err(Gone::Broken(again)) => reason = again,
                other => return other,
            }
        }
        Err(Gone::Ended(reason))
    }

    async fn rejoin(&mut self) -> Result<(Pipe, Started), Gone> {
        let path = format!("{SESSIONS}{}/viewers/", self.id);
        let invited = ask(self.api, &path, json!({})).await?;
        self.connect(invited).await
    }

    async fn connect(&mut self, invited: Invited) -> Result<(Pipe, Started), Gone> {
        let Invited { opened, key } = invited;
        let (agent_id, agent_key) = (&self.agent.agent_id, opened.agent_key.to_ascii_lowercase());
        let unknown = |error: anyhow::Error| Gone::Ended(format!("{error:#}"));
        self.known.check(agent_id, &agent_key).map_err(unknown)?;
        let relay = self.api.relay(&opened.relay_url).map_err(Gone::ended)?;
        let (socket, keys) = connect(relay, &opened, key).await?;
        // Whoever answered has proved that it has this key.
        self.known.remember(agent_id, &agent_key).map_err(unknown)?;
        let mut pipe = Pipe::new(socket, keys);
        let before = self.last.as_deref().filter(|_| self.resumes);
        let mut start = json!({ "type": "start", "resume": before.is_some() });
        if let Some(before) = before {
            start["of"] = json!(before);
        }
        pipe.outbox().control(SESSION, &start).await;
        let started = timeout(START_LIMIT, wait_for_start(&mut pipe)).await;
        let started = started.map_err(|_| Gone::broken("the agent does not begin"))??;
        self.last = Some(opened.viewer);
        Ok((pipe, started))
    }

    /// Ends the session for everybody, unless it has ended already.
    pub async fn end(&self) {
        let path = format!("{SESSIONS}{}/end/", self.id);
        // The server ends it by itself when nobody comes back.
        let _ = timeout(END_LIMIT, self.api.post(&path, &json!({}))).await;
    }
}

/// Asks the server for a place, with a key that was made for it.
async fn ask(api: &Api, path: &str, mut wanted: Value) -> Result<Invited, Gone> {
    let key = ViewerKey::generate().ok_or_else(|| Gone::ended("this system has no randomness"))?;
    wanted["public_key"] = json!(hex_digits(key.public()));
    let answer = api.post(path, &wanted).await?;
    let opened = serde_json::from_value(answer);
    let opened = opened.map_err(|_| Gone::ended("the server's answer cannot be read"))?;
    Ok(Invited { opened, key })
}

async fn wait_for_start(pipe: &mut Pipe) -> Result<Started, Gone> {
    loop {
        let plain = pipe.next().await?;
        let decoded = Frame::decode(&plain).map_err(Gone::ended)?;
        if let (SESSION, frame) = decoded
            && let Some(started) = message::hear(frame)?
        {
            return Ok(started);
        }
    }
}

/// Doubles with each try. `chance` (0 to 1) spreads it over its upper half, so that not all
/// clients come back to a restarted server at once.
fn pause(tries: u32, chance: f64) -> Duration {
    let full = FIRST_PAUSE.saturating_mul(2_u32.saturating_pow(tries)).min(LONGEST_PAUSE);
    full / 2 + (full / 2).mul_f64(chance)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_up_to_half_a_minute() {
        assert_eq!([pause(0, 0.0), pause(0, 1.0)], [FIRST_PAUSE / 2, FIRST_PAUSE]);
        assert_eq!(pause(3, 1.0), FIRST_PAUSE * 8);
        for tries in [7, 31, 32, u32::MAX] {
            assert_eq!(pause(tries, 1.0), LONGEST_PAUSE, "{tries}");
        }
    }
}
