//! What a session is about. Each kind has the same functions: the session calls them, and
//! knows nothing else of the kind.
//!
//! A kind sends through the [`Audience`], never waits for a viewer, and does in `next`
//! whatever takes time. `next` is dropped whenever a viewer sends something: it must lose
//! nothing by that.

use muster_remote::{Frame, Grant, Kind};
use serde_json::{Map, Value};

use super::audience::Audience;
use super::end::End;
use super::site::Site;
use crate::remote::files_session::{self, FilesSession};
use crate::remote::screen::ScreenStep;
use crate::remote::screen_session::ScreenSession;
use crate::remote::terminal::{self, Terminal};
use crate::remote::tunnel::{self, Tunnel};

/// The work of a session, which begins with its first viewer.
pub enum Work {
    /// A shell.
    Terminal(Box<Terminal>),
    /// Files.
    Files(FilesSession),
    /// The screen.
    Screen(ScreenSession),
    /// Connections to one address.
    Tunnel(Tunnel),
}

/// Something that happened in the work, by itself.
#[derive(Debug)]
pub enum Happened {
    /// In a terminal.
    Terminal(terminal::Step),
    /// With files; none when time has passed.
    Files(Option<files_session::Step>),
    /// On the screen.
    Screen(ScreenStep),
    /// In a tunnel.
    Tunnel(Option<tunnel::Step>),
}

/// What becomes of what a viewer sends while the session pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhilePaused {
    /// It is carried out.
    Passes,
    /// It is carried out when the session goes on.
    Waits,
    /// It is not carried out.
    IsLost,
}

impl Work {
    /// Begins what the grant of the first viewer names, or says why it cannot be.
    pub async fn begin(site: &Site, grant: &Grant) -> Result<Self, End> {
        match (grant.kind, &grant.terminal, &grant.tunnel) {
            (Kind::Terminal, Some(wanted), _) => {
                Terminal::begin(site, wanted).await.map(|work| Self::Terminal(Box::new(work)))
            }
            (Kind::Files, ..) => Ok(Self::Files(FilesSession::begin(site))),
            (Kind::Screen, ..) => ScreenSession::begin().await.map(Self::Screen),
            (Kind::Tunnel, _, Some(target)) => Tunnel::begin(target).map(Self::Tunnel),
            (Kind::Terminal | Kind::Tunnel, ..) => {
                let reason = "The permission does not say what may be opened.";
                Err(End::new("not_supported", reason))
            }
        }
    }

    /// What a viewer learns of it when it starts.
    pub fn description(&self) -> Map<String, Value> {
        match self {
            Self::Terminal(terminal) => terminal.description(),
            Self::Files(files) => files.description(),
            Self::Screen(_) => Map::new(),
            Self::Tunnel(tunnel) => tunnel.description(),
        }
    }

    /// What its recording begins with.
    pub fn heading(&self) -> Map<String, Value> {
        match self {
            Self::Terminal(terminal) => terminal.heading(),
            Self::Files(_) | Self::Screen(_) | Self::Tunnel(_) => self.description(),
        }
    }

    /// The session pauses, or goes on.
    pub fn pause(&mut self, audience: &Audience, is_paused: bool) {
        match self {
            Self::Screen(screen) => screen.pause(audience, is_paused),
            // They do nothing by themselves that is not asked for.
            Self::Terminal(_) | Self::Files(_) | Self::Tunnel(_) => {}
        }
    }

    /// What becomes of what a viewer sends while the session pauses, for a moment or longer.
    pub fn while_paused(&self, frame: &Frame<'_>, is_long: bool) -> WhilePaused {
        match self {
            // Nobody clicks on what they do not see.
            Self::Screen(_) if is_long && ScreenSession::is_activity(frame) => WhilePaused::IsLost,
            Self::Screen(_) => WhilePaused::Passes,
            Self::Terminal(_) | Self::Files(_) | Self::Tunnel(_) => WhilePaused::Waits,
        }
    }

    /// A viewer takes part from now on; with `resumes` it goes on as that earlier one.
    pub fn enter(&mut self, audience: &Audience, viewer: &str, resumes: Option<&str>) {
        match self {
            Self::Terminal(terminal) => terminal.enter(audience, viewer, resumes),
            Self::Files(files) => files.enter(audience, viewer, resumes),
            Self::Screen(screen) => screen.enter(audience, viewer),
            // It has no connection yet, and nothing goes on.
            Self::Tunnel(_) => {}
        }
    }

    /// A viewer sent something on a channel of the work. An error is what no viewer that
    /// keeps the rules sends: its connection ends.
    pub fn take(
        &mut self,
        audience: &Audience,
        viewer: &str,
        channel: u16,
        frame: Frame<'_>,
    ) -> Result<(), End> {
        match self {
            Self::Terminal(terminal) => terminal.take(audience, viewer, channel, frame),
            Self::Files(files) => files.take(audience, viewer, channel, frame),
            Self::Screen(screen) => screen.take(viewer, channel, frame),
            Self::Tunnel(tunnel) => tunnel.take(audience, viewer, channel, frame),
        }
    }

    /// A viewer has gone; it may come back.
    pub fn leave(&mut self, audience: &Audience, viewer: &str) {
        match self {
            Self::Terminal(terminal) => terminal.leave(audience, viewer),
            Self::Files(files) => files.leave(viewer),
            Self::Screen(screen) => screen.leave(audience, viewer),
            Self::Tunnel(tunnel) => tunnel.leave(audience, viewer),
        }
    }

    /// A viewer who has gone does not come back.
    pub fn forget(&mut self, audience: &Audience, viewer: &str) {
        match self {
            Self::Terminal(terminal) => terminal.forget(viewer),
            Self::Files(files) => files.forget(audience, viewer),
            // Nothing of them is kept.
            Self::Screen(_) | Self::Tunnel(_) => {}
        }
    }

    /// Another viewer drives, or none.
    pub fn driver_changed(&mut self, audience: &Audience) {
        match self {
            Self::Terminal(terminal) => terminal.driver_changed(audience),
            Self::Screen(screen) => screen.driver_changed(audience),
            // Every viewer is independent there.
            Self::Files(_) | Self::Tunnel(_) => {}
        }
    }

    /// There is room again for what a viewer gets.
    pub fn has_room(&mut self, audience: &Audience, viewer: &str) {
        match self {
            Self::Files(files) => files.has_room(audience, viewer),
            Self::Tunnel(tunnel) => tunnel.has_room(audience, viewer),
            // They never have that much to send.
            Self::Terminal(_) | Self::Screen(_) => {}
        }
    }

    /// Whether a viewer that sends this does something: the limit for those who do nothing
    /// begins anew.
    pub fn is_activity(&self, frame: &Frame<'_>) -> bool {
        match self {
            Self::Terminal(_) => !matches!(frame, Frame::Credit { .. }),
            Self::Screen(_) => ScreenSession::is_activity(frame),
            // Who has room for more has taken something.
            Self::Files(_) | Self::Tunnel(_) => true,
        }
    }

    /// Waits for something to happen.
    pub async fn next(&mut self) -> Happened {
        match self {
            Self::Terminal(terminal) => Happened::Terminal(terminal.next().await),
            Self::Files(files) => Happened::Files(files.next().await),
            Self::Screen(screen) => Happened::Screen(screen.next().await),
            Self::Tunnel(tunnel) => Happened::Tunnel(tunnel.next().await),
        }
    }

    /// Acts on what happened.
    pub fn act(&mut self, audience: &Audience, happened: Happened) {
        match (self, happened) {
            (Self::Terminal(terminal), Happened::Terminal(step)) => terminal.act(audience, step),
            (Self::Files(files), Happened::Files(step)) => files.act(audience, step),
            (Self::Screen(screen), Happened::Screen(step)) => screen.act(audience, step),
            (Self::Tunnel(tunnel), Happened::Tunnel(step)) => tunnel.act(audience, step),
            (_, happened) => tracing::error!(?happened, "it happened in another session"),
        }
    }

    /// Why the session ends, when there is nothing more to do.
    pub fn end(&self, audience: &Audience) -> Option<End> {
        match self {
            Self::Terminal(terminal) => terminal.end(audience),
            Self::Screen(screen) => screen.end(),
            // They end when their viewers want it.
            Self::Files(_) | Self::Tunnel(_) => None,
        }
    }

    /// Ends everything that it began.
    pub async fn stop(&mut self, audience: &Audience) {
        match self {
            Self::Terminal(terminal) => terminal.stop(audience).await,
            Self::Files(files) => files.stop(audience).await,
            // Dropped with the session, it releases everything.
            Self::Screen(screen) => screen.stop(audience).await,
            Self::Tunnel(tunnel) => tunnel.stop(audience),
        }
    }
}
