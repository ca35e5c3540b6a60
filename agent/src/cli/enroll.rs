//! `muster-agent enroll`: this computer becomes an agent.

use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use muster_protocol::{Definitions, ENROL_PATH, EnrolmentAnswer, EnrolmentRequest, hex};
use ring::digest::{SHA256, digest};
use serde::Deserialize;

use super::output::say;
use crate::data_dir::DataDir;
use crate::freeze;
use crate::identity::{Identity, NewKey, system_hostname};
use crate::ledger::Ledger;
use crate::os::inventory::hardware_id;
use crate::os::platform;
use crate::release;
use crate::server_url::ServerUrl;
use crate::transport::{ProxySettings, post_json};
use crate::upkeep::{add_publisher, forget_key, parse_publisher, set_publisher};

/// Options of `enroll`.
#[derive(Debug, Args)]
pub struct Enroll {
    /// Address of the server, like `https://rmm.example.org`
    #[arg(long, value_name = "URL")]
    server: ServerUrl,
    /// Enrolment token, made by `muster enroll-token create` on the server
    // A token may begin with a hyphen.
    #[arg(long, value_name = "TOKEN", env = "MUSTER_ENROLL_TOKEN", hide_env_values = true)]
    #[arg(allow_hyphen_values = true)]
    token: String,
    /// Host name to use instead of the computer's own
    #[arg(long, value_name = "NAME")]
    hostname: Option<String>,
    /// What kind of computer this is; the token decides by default
    #[arg(long, value_name = "KIND")]
    monitoring_type: Option<MonitoringType>,
    /// Accept an http:// address: anybody on the network path can take over this computer
    #[arg(long)]
    insecure: bool,
    /// Take only programs that the holder of this key signed with `muster-sign`
    #[arg(long, value_name = "KEY", value_parser = parse_publisher)]
    publisher_key: Option<String>,
    /// Replace the identity this computer already has
    #[arg(long)]
    force: bool,
    /// Do nothing when this computer is enrolled at that server already
    #[arg(long, conflicts_with = "force")]
    if_needed: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MonitoringType {
    Server,
    Workstation,
}

/// How the server says no.
#[derive(Deserialize)]
struct Problem {
    detail: String,
}

impl Enroll {
    /// Enrols, and keeps the identity only when the server agreed.
    pub async fn run(&self, data: &DataDir) -> anyhow::Result<ExitCode> {
        if self.if_needed
            && let Some(known) = Identity::load(data)?
            && known.server == self.server
        {
            if let Some(key) = &self.publisher_key {
                add_publisher(data, key)?;
            }
            say(&format!("already enrolled as {} at {}", known.agent_id, known.server));
            return Ok(ExitCode::SUCCESS);
        }
        self.must_be_protected()?;
        data.create()?;
        // Also keeps a running agent from getting another identity.
        let _lock = data.lock().await?;
        if !self.force
            && let Some(known) = Identity::load(data)?
        {
            bail!(
                "this computer is already enrolled as {} at {}; use --force to enrol it again",
                known.agent_id,
                known.server
            );
        }
        let key = NewKey::generate()?;
        let answer = self.ask(&key, self.previous(data).as_ref()).await?;
        // Before the new identity is there: it must not meet the old key, and the
        // agent never runs without its publisher.
        forget_key(data)?;
        forget_tasks(data).await?;
        freeze::forget(data)?;
        set_publisher(data, self.publisher_key.as_deref())?;
        let said = enrolled(&answer, &self.server, &key.fingerprint());
        let hostname = self.hostname.as_deref();
        key.save(data, &self.server, &answer.agent_id, hostname, self.insecure)?;
        say(&said);
        Ok(ExitCode::SUCCESS)
    }

    fn must_be_protected(&self) -> anyhow::Result<()> {
        if self.insecure || self.server.is_protected() {
            return Ok(());
        }
        bail!(
            "{} is not encrypted: anybody on the network path can take over this computer; use \
             https://, or --insecure in a network you trust",
            self.server
        )
    }

    /// Who this computer was at that server until now. An identity that cannot be
    /// read proves nothing, and `--force` replaces it.
    fn previous(&self, data: &DataDir) -> Option<Identity> {
        let known = Identity::load(data).ok().flatten();
        known.filter(|known| known.server == self.server)
    }

    async fn ask(
        &self,
        key: &NewKey,
        previous: Option<&Identity>,
    ) -> anyhow::Result<EnrolmentAnswer> {
        let proxies = ProxySettings::from_environment();
        let request = self.request(key, previous);
        let (status, body) = post_json(&self.server, &proxies, ENROL_PATH, &request).await?;
        if status.is_success() {
            return serde_json::from_slice(&body).context("the server's answer makes no sense");
        }
        match serde_json::from_slice::<Problem>(&body) {
            Ok(problem) => bail!("{}", problem.detail),
            Err(_) => bail!("the server answers {status}: is {} a Muster server?", self.server),
        }
    }

    fn request(&self, key: &NewKey, previous: Option<&Identity>) -> EnrolmentRequest {
        let monitoring_type = match self.monitoring_type {
            Some(MonitoringType::Server) => "server",
            Some(MonitoringType::Workstation) => "workstation",
            None => "",
        };
        let public_key = key.public_hex();
        let proof = |known: &Identity| (known.agent_id.clone(), known.sign_enrolment(&public_key));
        let (previous_agent_id, previous_signature) = previous.map(proof).unwrap_or_default();
        EnrolmentRequest {
            token: self.token.trim().to_owned(),
            public_key,
            hostname: self.hostname.clone().unwrap_or_else(system_hostname),
            plat: platform::name().to_owned(),
            goarch: platform::architecture().to_owned(),
            version: release::version().to_owned(),
            monitoring_type: monitoring_type.to_owned(),
            hardware_id: self.record_id(),
            previous_agent_id,
            previous_signature,
        }
    }

    /// The id of this computer's record on the server. A name that was set is
    /// part of it: several agents on one machine have a record each.
    fn record_id(&self) -> String {
        let machine = hardware_id();
        match &self.hostname {
            Some(name) if !machine.is_empty() => {
                let text = format!("{machine} {name}");
                hex::encode(digest(&SHA256, text.as_bytes()).as_ref())
            }
            _ => machine,
        }
    }
}

/// What the person at this computer has to know.
fn enrolled(answer: &EnrolmentAnswer, server: &ServerUrl, key: &str) -> String {
    let said = format!("enrolled as {} at {server}", answer.agent_id);
    if answer.pending {
        return format!("{said}; a person has to approve this computer there: its key is {key}");
    }
    said
}

/// Forgets the tasks, checks and update windows that this computer had: it may have to
/// wait for approval, and does nothing by itself until a server sends it new ones.
/// How far each task was stays, so that none of them runs twice.
async fn forget_tasks(data: &DataDir) -> anyhow::Result<()> {
    let path = data.ledger_file();
    if !path.exists() {
        return Ok(());
    }
    let ledger = Ledger::open(&path)?;
    // The new server may have other checks under the same numbers.
    let forgotten = match ledger.forget_reports(u64::MAX).await {
        Ok(()) => ledger.define(&Definitions::default(), Vec::new()).await,
        Err(error) => Err(error),
    };
    ledger.release();
    forgotten.context("the tasks of before cannot be removed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn somebody_who_enrols_a_computer_learns_that_it_waits_for_approval() {
        let server = "https://rmm.example.org".parse().unwrap();
        let mut answer = EnrolmentAnswer { agent_id: "abc".to_owned(), pending: false };
        let said = enrolled(&answer, &server, "0123");
        assert_eq!(said, "enrolled as abc at https://rmm.example.org:443");
        answer.pending = true;
        let said = enrolled(&answer, &server, "0123");
        assert_eq!(
            said,
            "enrolled as abc at https://rmm.example.org:443; a person has to approve this \
             computer there: its key is 0123"
        );
    }
}
