//! How viewers change places, leave, and are sent away.

use super::audience::Stage;
use super::end::End;
use super::session::Session;

impl Session {
    /// A viewer wants to drive.
    pub(super) fn take_over(&mut self, viewer: &str) {
        let Some(seat) = self.audience.seat(viewer) else { return };
        if seat.stage != Stage::Started || self.audience.is_driver(viewer) {
            return;
        }
        let text = format!("{} drives now.", seat.grant.user_name);
        if !self.audience.set_driver(viewer) {
            return self.audience.notice(viewer, "view_only", "You may only watch.");
        }
        for other in self.audience.started().filter(|other| *other != viewer) {
            self.audience.notice(other, "driver", &text);
        }
        if let Some(seat) = self.audience.seat(viewer) {
            self.audience.mark_viewer("driver", seat);
        }
        self.audience.announce();
        if let Some(work) = &mut self.work {
            work.driver_changed(&self.audience);
        }
    }

    /// A viewer wants the session to end. One who may only watch ends nothing.
    pub(super) fn end_by(&mut self, viewer: &str) {
        let Some(seat) = self.audience.seat(viewer) else { return };
        if seat.stage != Stage::Started {
            return;
        }
        if seat.grant.view_only {
            return self.audience.notice(viewer, "view_only", "You may only watch.");
        }
        let reason = format!("{} ended it.", seat.grant.user_name);
        self.end = Some(End::new("ended_by_viewer", reason));
    }

    /// The person at the computer wants the session to end.
    pub(super) fn end_by_person(&mut self) {
        let reason = "The person at the computer ended it.";
        self.end = Some(End::new("ended_by_person", reason));
    }

    /// The connection of a viewer has ended. With `cut` it must not come back: when nobody
    /// else is there, that is the end of the session.
    pub(super) fn left(&mut self, viewer: &str, cut: Option<End>) {
        self.depart(viewer, cut.is_none());
        if let Some(end) = cut
            && self.audience.is_empty()
        {
            self.end = Some(end);
        }
    }

    /// Does not let a viewer take part. When it is the only one, and nothing has begun, the
    /// session is over.
    pub(super) fn refuse(&mut self, viewer: &str, end: &End) {
        let Some(seat) = self.audience.remove(viewer) else { return };
        tracing::info!(viewer, code = end.code, "a viewer is refused");
        seat.say(&end.message("refused"));
        if self.audience.is_empty() && self.work.is_none() {
            seat.report(&end.event());
            self.end = Some(end.clone());
        }
    }

    /// Sends a viewer away that does not keep the rules. It may come back.
    pub(super) fn expel(&mut self, viewer: &str, end: &End) {
        tracing::warn!(viewer, code = end.code, "a viewer is sent away");
        if let Some(seat) = self.audience.seat(viewer) {
            seat.say(&end.message("ended"));
        }
        self.depart(viewer, true);
    }

    fn depart(&mut self, viewer: &str, may_return: bool) {
        let Some(seat) = self.audience.remove(viewer) else { return };
        if seat.stage != Stage::Started {
            return;
        }
        self.audience.mark_viewer("left", &seat);
        self.limits.set_visited(self.audience.started().next().is_some());
        let forgotten = match may_return {
            true => self.past.add(viewer, &seat.grant.user),
            false => Some(viewer.to_owned()),
        };
        if let Some(work) = &mut self.work {
            work.leave(&self.audience, viewer);
            if let Some(forgotten) = forgotten {
                work.forget(&self.audience, &forgotten);
            }
        }
        self.audience.announce();
        self.consents.show(&self.audience);
    }
}
