//! How a viewer comes to take part: it says how it begins, the person at the computer may
//! have to agree, and then it sees what there is.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use super::audience::Stage;
use super::consents::{Need, name_of, purpose};
use super::end::End;
use super::event::{Asked, Event};
use super::message::{SESSION, Wish};
use super::session::Session;
use super::work::Work;
use crate::os::{ConsentAnswer, notice};

/// What asking may take longer than the person has.
const ASKING_MARGIN: Duration = Duration::from_secs(5);

impl Session {
    /// A viewer says how it begins.
    pub(super) async fn start(&mut self, viewer: &str, wish: Wish) {
        let Some(seat) = self.audience.seat_mut(viewer) else { return };
        if seat.stage != Stage::Connected {
            return;
        }
        seat.wish = wish;
        let need = self.consents.need(seat);
        let seconds = match need {
            Need::Nothing => return self.admit(viewer).await,
            Need::Ask(seconds) | Need::Wait(seconds) => seconds,
        };
        seat.stage = Stage::Asking;
        seat.say(&json!({ "type": "consent", "state": "waiting", "seconds": seconds }));
        if let Need::Ask(seconds) = need {
            self.ask(viewer, seconds);
        }
    }

    /// Asks the person at the computer about the user of a viewer.
    fn ask(&mut self, viewer: &str, seconds: u32) {
        let Some(seat) = self.audience.seat(viewer) else { return };
        let (asked, name) = (Asked::about(&seat.grant), seat.grant.user_name.clone());
        let reason = purpose(&seat.grant);
        let (events, closing) = (self.events.clone(), self.closing.clone());
        self.tasks.spawn(async move {
            let limit = Duration::from_secs(u64::from(seconds)) + ASKING_MARGIN;
            let asking = timeout(limit, notice::ask(&name, reason, seconds));
            let answer = tokio::select! {
                answer = asking => answer.unwrap_or(ConsentAnswer::TimedOut),
                () = closing.cancelled() => return,
            };
            let _ = events.send(Event::Answered { asked, answer }).await;
        });
    }

    /// The person answered about a user, or did not.
    pub(super) async fn answered(&mut self, asked: &Asked, answer: ConsentAnswer) {
        self.consents.answered(asked);
        let asking: Vec<String> = self
            .audience
            .seats()
            .filter(|seat| seat.stage == Stage::Asking && Asked::about(&seat.grant) == *asked)
            .map(|seat| seat.grant.viewer.clone())
            .collect();
        for viewer in asking {
            let Some(seat) = self.audience.seat(&viewer) else { continue };
            let said = json!({ "type": "event", "event": "consent", "answer": name_of(answer) });
            seat.report(&said);
            match self.consents.judge(seat, answer) {
                None => self.admit(&viewer).await,
                Some(end) => self.refuse(&viewer, &end),
            }
        }
    }

    /// Lets a viewer take part.
    async fn admit(&mut self, viewer: &str) {
        let resumes = match self.find_resumed(viewer) {
            Ok(resumes) => resumes,
            Err(end) => return self.refuse(viewer, &end),
        };
        if let Err(end) = self.begin(viewer).await {
            return self.refuse(viewer, &end);
        }
        let reloaded = self.find_reloaded(viewer);
        if let Some(old) = resumes.as_ref().or(reloaded.as_ref()) {
            self.replace(old, viewer);
        }
        let Some(seat) = self.audience.seat_mut(viewer) else { return };
        seat.stage = Stage::Started;
        let early = std::mem::take(&mut seat.early);
        let becomes_driver = self.audience.driver().is_none() && self.audience.set_driver(viewer);
        self.limits.set_visited(true);
        self.limits.touch();
        self.welcome(viewer, resumes.as_deref());
        if becomes_driver && let Some(work) = &mut self.work {
            work.driver_changed(&self.audience);
        }
        for frame in early {
            self.pass(viewer, &frame);
        }
    }

    /// Begins the work and its recording, as far as they have not begun.
    async fn begin(&mut self, viewer: &str) -> Result<(), End> {
        let Some(seat) = self.audience.seat(viewer) else { return Ok(()) };
        let grant = seat.grant.clone();
        let recording = self.prepare_recording(&grant)?;
        if self.work.is_none() {
            self.work = Some(Work::begin(&self.site, &grant).await?);
        }
        self.record_for(&grant, recording)
    }

    /// The first things that a viewer sees.
    fn welcome(&mut self, viewer: &str, resumes: Option<&str>) {
        let Some(work) = &mut self.work else { return };
        let mut started = work.description();
        started.insert("type".to_owned(), json!("started"));
        started.insert("resumed".to_owned(), json!(resumes.is_some()));
        started.insert("driver".to_owned(), json!(self.audience.is_driver(viewer)));
        started.insert("recording".to_owned(), json!(self.audience.recorder.is_some()));
        started.insert("title".to_owned(), json!(self.hostname));
        self.audience.control(viewer, SESSION, &Value::Object(started));
        work.enter(&self.audience, viewer, resumes);
        if let Some(seat) = self.audience.seat(viewer) {
            self.audience.mark_viewer("joined", seat);
        }
        self.tell_pause(viewer);
        self.audience.announce();
        self.consents.show(&self.audience);
    }

    /// The earlier viewer as which this one wants to go on, if there was one. Nobody goes
    /// on as somebody else.
    fn find_resumed(&self, viewer: &str) -> Result<Option<String>, End> {
        let Some(seat) = self.audience.seat(viewer).filter(|seat| seat.wish.resume) else {
            return Ok(None);
        };
        let user = seat.grant.user.as_str();
        let Some(old) = seat.wish.of.as_deref().map(|old| self.past.current(old)) else {
            return Ok(self.past.only_viewer_of(user).map(str::to_owned));
        };
        let present = self.audience.seat(old).filter(|seat| seat.stage == Stage::Started);
        let present = present.map(|seat| seat.grant.user.as_str());
        match present.or_else(|| self.past.user_of(old)) {
            None => Ok(None),
            Some(owner) if owner == user => Ok(Some(old.to_owned())),
            Some(_) => Err(End::new("not_yours", "It was the session of another user.")),
        }
    }

    /// The connection that this viewer had before its page was reloaded, if nobody noticed
    /// yet that it is gone: it begins again, in the same seat.
    fn find_reloaded(&self, viewer: &str) -> Option<String> {
        let seat = self.audience.seat(viewer).filter(|seat| !seat.wish.resume)?;
        let old = self.past.current(seat.wish.of.as_deref()?);
        let present = self.audience.seat(old)?;
        let is_own = old != viewer && present.grant.user == seat.grant.user;
        is_own.then(|| old.to_owned())
    }

    /// Takes an earlier connection away, of which nobody noticed yet that it broke.
    fn replace(&mut self, old: &str, viewer: &str) {
        self.past.replaced(old, viewer);
        if self.audience.remove(old).is_some()
            && let Some(work) = &mut self.work
        {
            work.leave(&self.audience, old);
        }
        self.past.remove(old);
    }
}
