//! Finds the display of the person who uses this computer, or says why there is none.

use std::path::PathBuf;

use nix::unistd::{Uid, User};

use super::logins::{Login, list_logins};
use super::variables::{DisplayVariables, list_display_variables, server_authority};
use crate::os::Problem;

const NO_SESSION: &str =
    "nobody uses this computer with a graphical session: there is no screen to show";
const WAYLAND: &str = "This session uses Wayland, which lets no other program see the screen; \
                       log in with X11 to have it shown, on most login screens with the wheel \
                       beside the password";
const NO_SERVER: &str = "there is a graphical session, but its X server cannot be found";

/// A display of this machine, and the files that may hold the key to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayPlace {
    /// The number of its X server: 1 of `:1`.
    pub number: u16,
    /// Which of the server's screens.
    pub screen: usize,
    /// Files that may hold its key, the most likely first.
    pub authorities: Vec<PathBuf>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Found {
    X11(Option<DisplayPlace>),
    /// With the X server that runs inside for older programs, if it does.
    Wayland(Option<DisplayPlace>),
    Nothing,
}

/// The display whose screen can be captured.
pub async fn find_screen() -> Result<DisplayPlace, Problem> {
    match search(false).await {
        Found::X11(Some(place)) => Ok(place),
        Found::X11(None) => Err(Problem::failed(NO_SERVER)),
        Found::Wayland(_) => Err(Problem::unsupported(WAYLAND)),
        Found::Nothing => Err(Problem::failed(NO_SESSION)),
    }
}

/// The display on which the user of this computer sees a window; none when nobody uses it.
pub async fn find_user_display() -> Result<Option<DisplayPlace>, Problem> {
    match search(true).await {
        Found::X11(Some(place)) | Found::Wayland(Some(place)) => Ok(Some(place)),
        Found::X11(None) | Found::Wayland(None) => Err(Problem::failed(NO_SERVER)),
        Found::Nothing => Ok(None),
    }
}

async fn search(users_only: bool) -> Found {
    let mut logins = list_logins().await;
    logins.retain(|login| !users_only || login.is_user && login.is_active);
    let found = choose(&logins, &list_display_variables(), users_only);
    let complete = |place: DisplayPlace| {
        let server = server_authority(place.number);
        DisplayPlace { authorities: [place.authorities, Vec::from_iter(server)].concat(), ..place }
    };
    match found {
        Found::X11(place) => Found::X11(place.map(complete)),
        Found::Wayland(place) => Found::Wayland(place.map(complete)),
        Found::Nothing => Found::Nothing,
    }
}

/// The first login decides. Without logind, and for a server that was started by hand, the
/// processes do.
fn choose(logins: &[Login], variables: &[DisplayVariables], users_only: bool) -> Found {
    if let Some(login) = logins.first() {
        let of_session = |known: &&DisplayVariables| known.session == login.id;
        let of_user = |known: &&DisplayVariables| known.uid == login.uid;
        let own: Vec<&DisplayVariables> = variables
            .iter()
            .filter(of_session)
            .chain(variables.iter().filter(of_user))
            .filter(|known| parse_display(&known.display).is_some())
            .collect();
        let named = parse_display(&login.display);
        let number = named.or_else(|| own.iter().find_map(|known| parse_display(&known.display)));
        let place = number.map(|number| {
            let same = own.iter().filter(|known| parse_display(&known.display) == Some(number));
            let named = same.filter_map(|known| known.authority.clone()).next();
            place(number, login.uid, named)
        });
        return if login.is_wayland { Found::Wayland(place) } else { Found::X11(place) };
    }
    // A login screen without logind cannot be told apart by its processes: it has an account
    // of the system.
    let is_meant = |known: &&DisplayVariables| !users_only || known.uid == 0 || known.uid >= 1000;
    let mut meant: Vec<&DisplayVariables> = variables.iter().filter(is_meant).collect();
    meant.sort_by_key(|known| known.is_wayland);
    let mut places = meant.iter().filter_map(|known| {
        let place = place(parse_display(&known.display)?, known.uid, known.authority.clone());
        Some(if known.is_wayland { Found::Wayland(Some(place)) } else { Found::X11(Some(place)) })
    });
    let is_wayland = meant.iter().any(|known| known.is_wayland);
    let without = if is_wayland { Found::Wayland(None) } else { Found::Nothing };
    places.next().unwrap_or(without)
}

fn place((number, screen): (u16, usize), uid: u32, named: Option<PathBuf>) -> DisplayPlace {
    let home = User::from_uid(Uid::from_raw(uid)).ok().flatten().map(|user| user.dir);
    let in_home = home.map(|home| home.join(".Xauthority"));
    let of_gdm = PathBuf::from(format!("/run/user/{uid}/gdm/Xauthority"));
    let authorities = named.into_iter().chain(in_home).chain([of_gdm]).collect();
    DisplayPlace { number, screen, authorities }
}

/// Reads `:1` and `:1.0`. The display of another computer is not this one's screen.
fn parse_display(text: &str) -> Option<(u16, usize)> {
    let text = text.strip_prefix("unix").unwrap_or(text).strip_prefix(':')?;
    let (number, screen) = text.split_once('.').unwrap_or((text, "0"));
    Some((number.parse().ok()?, screen.parse().ok()?))
}

#[cfg(test)]
#[path = "find_display_tests.rs"]
mod tests;
