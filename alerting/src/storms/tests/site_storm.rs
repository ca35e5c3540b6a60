//! A site and its agents, each with its machine: what people get of a storm.

use std::collections::{BTreeMap, BTreeSet};

use chrono::TimeDelta;
use proptest::prelude::*;

use super::super::{Departures, SiteDecision};
use super::second;
use crate::channels::Channels;
use crate::machine::{Decision, Event, Message, Rules, State, step};
use crate::{Kind, Severity};

const FAILED: Event = Event::Failed { severity: Severity::Error };
const SITE: i64 = 0;

/// A server with one site. Agents have numbers from 1; 0 is the site itself.
#[derive(Default)]
struct Server {
    departures: Departures,
    states: BTreeMap<i64, State>,
    covered: BTreeSet<i64>,
    sent: Vec<(i64, Message)>,
}

impl Server {
    fn meet(&mut self, cause: i64, event: Event) {
        let email = Channels { email: true, ..Channels::NONE };
        let rules = Rules {
            kind: Kind::Availability,
            channels: email,
            resolved: email,
            action: false,
            resolved_action: false,
            repeat_every: Some(TimeDelta::days(1)),
            escalation: Vec::new(),
        };
        let state = self.states.entry(cause).or_default();
        let found = step(state, &event, &rules);
        *state = found.state;
        for decision in found.decisions {
            if let Decision::Notify { message, .. } = decision {
                self.sent.push((cause, message));
            }
        }
    }

    fn carry_out(&mut self, decision: SiteDecision) {
        match decision {
            SiteDecision::Open { agents } => {
                self.meet(SITE, FAILED);
                agents.into_iter().for_each(|agent| self.cover(agent));
            }
            SiteDecision::Join { agent } => self.cover(agent),
            SiteDecision::Alone { agents, .. } => {
                agents.into_iter().for_each(|agent| self.meet(agent, FAILED));
            }
            SiteDecision::Close { still_away } => {
                self.meet(SITE, Event::Recovered);
                still_away.into_iter().for_each(|agent| self.uncover(agent));
            }
            SiteDecision::Nothing | SiteDecision::Wait { .. } | SiteDecision::Leave { .. } => {}
        }
    }

    fn cover(&mut self, agent: i64) {
        self.covered.insert(agent);
        self.meet(agent, Event::CoverBegan);
        self.meet(agent, FAILED);
    }

    fn uncover(&mut self, agent: i64) {
        if self.covered.remove(&agent) {
            self.meet(agent, Event::CoverEnded);
        }
    }

    fn left(&mut self, agent: i64, at: i64) {
        let decision = self.departures.left(agent, second(at));
        self.carry_out(decision);
    }

    fn returned(&mut self, agent: i64) {
        let decision = self.departures.returned(agent);
        self.meet(agent, Event::Recovered);
        self.uncover(agent);
        self.carry_out(decision);
    }

    fn due(&mut self, at: i64) {
        let decision = self.departures.due(second(at));
        self.carry_out(decision);
    }
}

#[test]
fn a_site_that_goes_away_and_comes_back_is_two_messages() {
    let mut server = Server::default();
    (1..=12).for_each(|agent| server.left(agent, agent * 4));
    server.due(600);
    (1..=12).for_each(|agent| server.returned(agent));
    assert_eq!(server.sent, [(SITE, Message::Failed), (SITE, Message::Resolved)]);
}

#[test]
fn an_agent_that_does_not_come_back_with_its_site_alerts_when_its_time_has_passed_again() {
    let mut server = Server::default();
    (1..=12).for_each(|agent| server.left(agent, agent));
    (1..=11).for_each(|agent| server.returned(agent));
    server.left(12, 3000);
    server.due(3060);
    server.returned(12);
    let expected = [
        (SITE, Message::Failed),
        (SITE, Message::Resolved),
        (12, Message::Failed),
        (12, Message::Resolved),
    ];
    assert_eq!(server.sent, expected);
}

#[test]
fn an_agent_that_was_away_before_the_storm_has_its_own_recovery() {
    let mut server = Server::default();
    server.left(1, 0);
    server.due(60);
    (2..=8).for_each(|agent| server.left(agent, 100));
    server.returned(1);
    let expected = [(1, Message::Failed), (SITE, Message::Failed), (1, Message::Resolved)];
    assert_eq!(server.sent, expected);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn every_cause_fails_and_recovers_in_turn(
        moves in prop::collection::vec((1..20i64, any::<bool>(), 0..30i64), 1..80),
    ) {
        let mut server = Server::default();
        let mut now = 0;
        let mut away = BTreeSet::new();
        for (agent, leaves, later) in moves {
            now += later;
            server.due(now);
            if leaves && away.insert(agent) {
                server.left(agent, now);
            } else if away.remove(&agent) {
                server.returned(agent);
            }
        }
        let mut failing = BTreeSet::new();
        for (cause, message) in &server.sent {
            match message {
                Message::Failed => prop_assert!(failing.insert(*cause), "{:?}", server.sent),
                Message::Resolved => prop_assert!(failing.remove(cause), "{:?}", server.sent),
                _ => prop_assert!(false, "nothing else is due"),
            }
        }
    }
}
