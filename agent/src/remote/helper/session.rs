//! One session: a single task that owns its state, and decides.

use std::sync::Arc;
use std::time::Duration;

use muster_remote::{Frame, Grant};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::audience::{Audience, Stage};
use super::consents::Consents;
use super::end::End;
use super::event::Event;
use super::limits::SessionLimits;
use super::message::{FromViewer, SESSION};
use super::past::Past;
use super::pause::Pause;
use super::site::Site;
use super::viewer;
use super::work::{Happened, WhilePaused, Work};
use crate::remote::{Opening, Order};

/// Events that wait for the session. Viewers who send more wait.
const WAITING_EVENTS: usize = 256;

/// How long the last messages may take to reach everybody.
const PART_LIMIT: Duration = Duration::from_secs(5);

/// The state of a session.
pub struct Session {
    pub(super) site: Arc<Site>,
    pub(super) audience: Audience,
    pub(super) consents: Consents,
    pub(super) past: Past,
    pub(super) limits: SessionLimits,
    pub(super) work: Option<Work>,
    /// While it has to be recorded and cannot be.
    pub(super) pause: Pause,
    pub(super) hostname: String,
    /// Why it ends, once it does.
    pub(super) end: Option<End>,
    pub(super) events: mpsc::Sender<Event>,
    /// One for each viewer, and for each question to the person at the computer.
    pub(super) tasks: JoinSet<()>,
    /// Cancelled when the session ends.
    pub(super) closing: CancellationToken,
    inbox: mpsc::Receiver<Event>,
}

/// Serves a session until it ends, and returns why it did. It ends with the last order, too.
pub async fn run(site: Arc<Site>, orders: mpsc::Receiver<Order>) -> End {
    let (events, inbox) = mpsc::channel(WAITING_EVENTS);
    let session = Session {
        audience: Audience::default(),
        consents: Consents::default(),
        past: Past::default(),
        limits: SessionLimits::new(site.patience),
        work: None,
        pause: Pause::default(),
        hostname: String::new(),
        end: None,
        events,
        tasks: JoinSet::new(),
        closing: CancellationToken::new(),
        inbox,
        site,
    };
    session.serve(orders).await
}

impl Session {
    async fn serve(mut self, mut orders: mpsc::Receiver<Order>) -> End {
        loop {
            let is_done = |work: &Work| work.end(&self.audience);
            let end = self.end.take().or_else(|| self.work.as_ref().and_then(is_done));
            if let Some(end) = end.or_else(|| self.limits.reached()) {
                return self.finish(end).await;
            }
            let is_held = self.follow_recording();
            let next_limit = self.limits.next();
            tokio::select! {
                order = orders.recv() => self.obey(order),
                Some(event) = self.inbox.recv() => self.handle(event).await,
                happened = next_of(&mut self.work), if !is_held => {
                    if let Some(work) = &mut self.work {
                        work.act(&self.audience, happened);
                    }
                }
                () = self.audience.recording_changed() => {}
                () = self.consents.ended_by_person() => self.end_by_person(),
                () = sleep_until(next_limit) => {}
            }
        }
    }

    async fn finish(mut self, end: End) -> End {
        tracing::info!(code = end.code, reason = end.reason, "the session ends");
        self.closing.cancel();
        self.audience.part(&end);
        // Those who still send something do not wait for an answer.
        drop(self.inbox);
        if let Some(work) = &mut self.work {
            work.stop(&self.audience).await;
        }
        self.audience.finish_recording(&end).await;
        let tasks = &mut self.tasks;
        let parting = async { while tasks.join_next().await.is_some() {} };
        let _ = timeout(PART_LIMIT, parting).await;
        end
    }

    fn obey(&mut self, order: Option<Order>) {
        match order {
            Some(Order::Open(opening)) => self.invite(opening),
            Some(Order::RecordingRefused { code }) => self.recording_refused(&code),
            Some(Order::End { code, reason }) => self.end = Some(End::new(&code, reason)),
            None => self.end = Some(End::new("agent_stopped", "The agent there stops.")),
        }
    }

    /// Begins to connect to a viewer.
    fn invite(&mut self, opening: Opening) {
        let grant: Grant = match serde_json::from_str(&opening.grant) {
            Ok(grant) => grant,
            Err(error) => return tracing::error!(%error, "a grant cannot be read"),
        };
        self.limits.set_rules(grant.limits);
        self.hostname.clone_from(&opening.hostname);
        let (site, events) = (Arc::clone(&self.site), self.events.clone());
        self.tasks.spawn(viewer::serve(site, opening, grant, events, self.closing.clone()));
        // Those that have ended are not kept.
        while self.tasks.try_join_next().is_some() {}
    }

    async fn handle(&mut self, event: Event) {
        match event {
            Event::Joined(arrival) => self.audience.add(*arrival),
            Event::Received { viewer, frame } => self.receive(&viewer, &frame).await,
            Event::HasRoom { viewer } => {
                if let Some(work) = &mut self.work {
                    work.has_room(&self.audience, &viewer);
                }
            }
            Event::Left { viewer, cut } => self.left(&viewer, cut),
            Event::Answered { asked, answer } => self.answered(&asked, answer).await,
        }
    }

    pub(super) async fn receive(&mut self, viewer: &str, encoded: &[u8]) {
        let Some(seat) = self.audience.seat_mut(viewer) else { return };
        let Ok((channel, frame)) = Frame::decode(encoded) else {
            return self
                .expel(viewer, &End::new("unreadable", "The agent does not understand it."));
        };
        if channel == SESSION {
            if let Frame::Control(text) = frame {
                self.heed(viewer, text).await;
            }
            return;
        }
        if seat.stage != Stage::Started {
            if !seat.keep_early(encoded) {
                self.expel(viewer, &End::new("too_early", "Nothing has begun yet."));
            }
            return;
        }
        if self.work.as_ref().is_some_and(|work| work.is_activity(&frame)) {
            self.limits.touch();
        }
        self.pass(viewer, encoded);
    }

    /// Hands a frame to the work, or keeps it while the session pauses.
    pub(super) fn pass(&mut self, viewer: &str, encoded: &[u8]) {
        let Some(work) = &mut self.work else { return };
        let Ok((channel, frame)) = Frame::decode(encoded) else { return };
        let while_paused = match self.pause.is_held {
            true => work.while_paused(&frame, self.pause.reason.is_some()),
            false => WhilePaused::Passes,
        };
        let passed = match while_paused {
            WhilePaused::Passes => work.take(&self.audience, viewer, channel, frame),
            WhilePaused::IsLost => Ok(()),
            WhilePaused::Waits => match self.pause.keep(viewer, encoded) {
                true => Ok(()),
                false => Err(End::new("too_fast", "It sent more than waits while all pauses.")),
            },
        };
        if let Err(end) = passed {
            self.expel(viewer, &end);
        }
    }

    /// Acts on what a viewer says about the session.
    async fn heed(&mut self, viewer: &str, text: &str) {
        // What is no message at all is of no use either way.
        let message = serde_json::from_str(text).unwrap_or(FromViewer::Unknown);
        let is_alive = matches!(message, FromViewer::Ping { .. } | FromViewer::Unknown);
        if !is_alive {
            self.limits.touch();
        }
        match message {
            FromViewer::Start(wish) => self.start(viewer, wish).await,
            FromViewer::TakeOver => self.take_over(viewer),
            FromViewer::Ping { n } => {
                let pong = serde_json::json!({ "type": "pong", "n": n });
                self.audience.control(viewer, SESSION, &pong);
            }
            FromViewer::End => self.end_by(viewer),
            FromViewer::Unknown => {}
        }
    }
}

async fn next_of(work: &mut Option<Work>) -> Happened {
    match work {
        Some(work) => work.next().await,
        None => std::future::pending().await,
    }
}
