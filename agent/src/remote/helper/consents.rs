//! Whether the person at the computer agrees, for each user who wants to take part.

use std::collections::{HashMap, HashSet};

use futures_util::future::select_all;
use muster_remote::{ConsentMode, Grant, Kind, WhenNobody};

use super::audience::{Audience, Seat};
use super::end::End;
use super::event::Asked;
use crate::os::ConsentAnswer;
use crate::os::notice::{self, Notice};

/// How long the person may be given to answer.
const SHORTEST: u32 = 5;
const LONGEST: u32 = 300;

/// What has to happen before a viewer may take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// Nothing.
    Nothing,
    /// The person is asked, and has so many seconds.
    Ask(u32),
    /// The person is being asked already.
    Wait(u32),
}

/// What the person was asked, and sees.
#[derive(Debug, Default)]
pub struct Consents {
    /// Who may take part, and as what.
    granted: HashSet<Asked>,
    /// Those the person is being asked about.
    asked: HashSet<Asked>,
    /// What stands on the screen, by login name.
    shown: HashMap<String, Notice>,
}

impl Consents {
    /// What a viewer needs. A user who was granted it once may come back.
    pub fn need(&mut self, seat: &Seat) -> Need {
        let wanted = Asked::about(&seat.grant);
        if mode(seat) != ConsentMode::Ask || self.is_granted(&wanted) {
            return Need::Nothing;
        }
        let seconds = seat.grant.consent.seconds.clamp(SHORTEST, LONGEST);
        match self.asked.insert(wanted) {
            true => Need::Ask(seconds),
            false => Need::Wait(seconds),
        }
    }

    /// Consent to everything includes watching; consent to watching is no more than that.
    fn is_granted(&self, wanted: &Asked) -> bool {
        let everything = Asked { user: wanted.user.clone(), view_only: false };
        self.granted.contains(wanted) || self.granted.contains(&everything)
    }

    /// Takes the answer about a user.
    pub fn answered(&mut self, asked: &Asked) {
        self.asked.remove(asked);
    }

    /// Why a viewer may not take part after the answer about its user; none when it may.
    pub fn judge(&mut self, seat: &Seat, answer: ConsentAnswer) -> Option<End> {
        let end = match answer {
            ConsentAnswer::Granted => None,
            ConsentAnswer::Denied => Some(("consent_denied", "The person there does not agree.")),
            ConsentAnswer::TimedOut => Some(("consent_timeout", "Nobody there answered in time.")),
            // A computer whose own settings say that its user is asked does not open itself.
            ConsentAnswer::Nobody => match seat.grant.consent.when_nobody {
                WhenNobody::Proceed if !seat.must_ask => None,
                _ => Some(("nobody_there", "Nobody is there who could agree.")),
            },
        };
        if end.is_none() {
            self.granted.insert(Asked::about(&seat.grant));
        }
        end.map(|(code, reason)| End::new(code, reason))
    }

    /// Shows on the screen who takes part, as far as they have to be shown.
    pub fn show(&mut self, audience: &Audience) {
        let is_shown = |seat: &&Seat| mode(seat) != ConsentMode::Off;
        let started = audience.started().filter_map(|viewer| audience.seat(viewer));
        let present: HashMap<&str, &str> = started
            .filter(is_shown)
            .map(|seat| (seat.grant.user.as_str(), seat.grant.user_name.as_str()))
            .collect();
        self.shown.retain(|user, _| present.contains_key(user.as_str()));
        for (user, name) in present {
            self.shown.entry(user.to_owned()).or_insert_with(|| notice::show(name));
        }
    }

    /// Waits until the person ends the session with the button of a notice.
    pub async fn ended_by_person(&mut self) {
        if self.shown.is_empty() {
            return std::future::pending().await;
        }
        let pressed = self.shown.values_mut().map(|notice| Box::pin(notice.ended_by_person()));
        select_all(pressed).await;
    }
}

/// What the grant says, or the computer itself when it wants more.
fn mode(seat: &Seat) -> ConsentMode {
    if seat.must_ask { ConsentMode::Ask } else { seat.grant.consent.mode }
}

/// What the person reads about the session.
pub fn purpose(grant: &Grant) -> &'static str {
    match (grant.kind, grant.view_only) {
        (Kind::Terminal, false) => "run commands on this computer",
        (Kind::Terminal, true) => "watch a terminal on this computer",
        (Kind::Files, true) => "see files on this computer",
        (Kind::Files, false) => "see and change files on this computer",
        (Kind::Screen, false) => "see this screen and use keyboard and mouse",
        (Kind::Screen, true) => "see this screen",
        (Kind::Tunnel, _) => "connect to a service through this computer",
    }
}

/// An answer, as the relay learns it.
pub fn name_of(answer: ConsentAnswer) -> &'static str {
    match answer {
        ConsentAnswer::Granted => "granted",
        ConsentAnswer::Denied => "denied",
        ConsentAnswer::TimedOut => "timeout",
        ConsentAnswer::Nobody => "nobody",
    }
}

#[cfg(test)]
#[path = "consents_tests.rs"]
mod tests;
