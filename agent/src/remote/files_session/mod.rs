//! The work of a session for files: what each viewer asks for is carried out in threads,
//! and content comes and goes in streams, each on a channel of its own.
//!
//! Every viewer is independent of the others. What one has begun goes on for a while after
//! its connection broke: a new connection of the same user takes it over.

mod asking;
mod content;
mod desk;
mod inflow;
mod message;
mod moving;
mod outflow;
mod recorded;
mod said;
mod step;
mod transfers;

use std::time::Duration;

use muster_remote::{Frame, StreamError};
use serde_json::{Map, Value};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};

use super::files::{Options, Request};
use super::helper::audience::Audience;
use super::helper::{End, Site};
use desk::Desk;
use inflow::Held;
use message::{CHANNEL, read_request, refusal};

pub use step::Step;

/// How long the transfers of a viewer wait for it to come back.
const KEPT: Duration = Duration::from_secs(600);

/// How long requests may take to notice that the session ends.
const STOP_LIMIT: Duration = Duration::from_secs(2);

/// The files of this computer, with the viewers who work on them.
pub struct FilesSession {
    session: String,
    desks: Vec<Desk>,
    /// How many there have been.
    count: u64,
    sender: mpsc::UnboundedSender<Step>,
    steps: mpsc::UnboundedReceiver<Step>,
}

impl FilesSession {
    /// Begins without viewers.
    pub fn begin(site: &Site) -> Self {
        let (sender, steps) = mpsc::unbounded_channel();
        Self { session: site.session.to_string(), desks: Vec::new(), count: 0, sender, steps }
    }

    /// What a viewer learns of it when it starts: nothing that it could not ask for.
    pub fn description(&self) -> Map<String, Value> {
        Map::new()
    }

    /// A viewer takes part from now on; with `resumes` it goes on as that earlier one.
    pub fn enter(&mut self, audience: &Audience, viewer: &str, resumes: Option<&str>) {
        let Some(seat) = audience.seat(viewer) else { return };
        let (user, view_only) = (seat.grant.user.as_str(), seat.grant.view_only);
        let is_same = |desk: &&mut Desk| desk.user == user && desk.view_only == view_only;
        if let Some(old) = resumes {
            if let Some(desk) = self.find(old).filter(is_same) {
                return desk.resume(audience, viewer);
            }
            self.forget(audience, old);
        }
        let mut options = Options::of_session(&self.session);
        options.may_change = !view_only;
        self.count += 1;
        self.desks.push(Desk::new(self.count, (viewer, user), options, self.sender.clone()));
    }

    /// A viewer sent something.
    pub fn take(
        &mut self,
        audience: &Audience,
        viewer: &str,
        channel: u16,
        frame: Frame<'_>,
    ) -> Result<(), End> {
        let broken = |error: StreamError| {
            End::new("unreadable", format!("A viewer broke the rules: {error}."))
        };
        if channel != CHANNEL {
            let Some(desk) = self.find(viewer) else { return Ok(()) };
            return desk.take(audience, channel, frame).map_err(broken);
        }
        if let Frame::Control(text) = frame
            && let Some((id, request)) = read_request(text)
        {
            match request {
                Ok(request) => self.ask(audience, viewer, id, request),
                Err(problem) => {
                    audience.frame(viewer, CHANNEL, &Frame::Control(&refusal(id, &problem)));
                }
            }
        }
        Ok(())
    }

    /// A viewer has gone; it may come back.
    pub fn leave(&mut self, viewer: &str) {
        if let Some(desk) = self.find(viewer) {
            desk.leave();
        }
    }

    /// A viewer who has gone does not come back.
    pub fn forget(&mut self, audience: &Audience, viewer: &str) {
        self.forget_if(audience, |desk| desk.viewer == viewer);
    }

    /// There is room again for what a viewer gets.
    pub fn has_room(&mut self, audience: &Audience, viewer: &str) {
        if let Some(desk) = self.find(viewer) {
            desk.pump(audience);
        }
    }

    /// Waits for a thread to have done something, or for somebody to be forgotten: none.
    pub async fn next(&mut self) -> Option<Step> {
        let first_left = self.desks.iter().filter_map(|desk| desk.left).min();
        let until = first_left.map(|left| left + KEPT);
        tokio::select! {
            step = self.steps.recv() => step,
            () = sleep_until(until.unwrap_or_else(Instant::now)), if until.is_some() => None,
        }
    }

    /// Acts on that.
    pub fn act(&mut self, audience: &Audience, step: Option<Step>) {
        let Some(Step { desk, id, done }) = step else {
            let now = Instant::now();
            return self
                .forget_if(audience, |desk| desk.left.is_some_and(|left| left + KEPT <= now));
        };
        // Whose desk is not there any more needs nothing of it.
        if let Some(desk) = self.desks.iter_mut().find(|known| known.number == desk) {
            desk.act(audience, id, done);
        }
    }

    /// Ends everything that was begun. Uploads keep what they have brought.
    pub async fn stop(&mut self, audience: &Audience) {
        self.forget_if(audience, |_| true);
        (self.sender, _) = mpsc::unbounded_channel();
        // Every thread that still runs has a sender of its own.
        let stopped = async { while self.steps.recv().await.is_some() {} };
        if timeout(STOP_LIMIT, stopped).await.is_err() {
            tracing::warn!("a request still runs at the end of its session");
        }
    }

    fn ask(&mut self, audience: &Audience, viewer: &str, id: u64, request: Request) {
        let replaced = self.replace(audience, viewer, &request);
        if let Some(desk) = self.find(viewer) {
            desk.ask(audience, id, request, replaced);
        }
    }

    /// Whoever uploads a file again has given up the attempt before, whose connection may
    /// have broken without anybody noticing: it must not hold the new one up.
    fn replace(&mut self, audience: &Audience, viewer: &str, request: &Request) -> Vec<Held> {
        let Some(desk) = self.find(viewer).filter(|desk| !desk.view_only) else {
            return Vec::new();
        };
        let Some(path) = desk.path_of(request) else { return Vec::new() };
        let user = desk.user.clone();
        let own = self.desks.iter_mut().filter(|desk| desk.user == user);
        own.flat_map(|desk| desk.give_up_uploads_to(audience, &path)).collect()
    }

    fn find(&mut self, viewer: &str) -> Option<&mut Desk> {
        self.desks.iter_mut().find(|desk| desk.viewer == viewer)
    }

    fn forget_if(&mut self, audience: &Audience, is_over: impl Fn(&Desk) -> bool) {
        self.desks.retain_mut(|desk| {
            let is_over = is_over(desk);
            if is_over {
                desk.close(audience);
            }
            !is_over
        });
    }
}
