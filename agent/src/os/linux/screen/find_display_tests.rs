//! Tests of the search for a display.

use super::*;

fn login(id: &str, display: &str, is_wayland: bool) -> Login {
    let (id, display) = (id.to_owned(), display.to_owned());
    Login { id, uid: 4_000_000, is_wayland, display, is_active: true, is_user: true }
}

fn variables(uid: u32, display: &str, session: &str) -> DisplayVariables {
    DisplayVariables {
        uid,
        display: display.to_owned(),
        authority: Some(format!("/keys/{session}").into()),
        is_wayland: false,
        session: session.to_owned(),
    }
}

fn number(found: Found) -> Option<u16> {
    match found {
        Found::X11(place) => place.map(|place| place.number),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_display_that_the_login_names_is_taken() {
    let found = choose(&[login("3", ":1", false)], &[variables(4_000_000, ":0", "2")], false);
    assert_eq!(number(found), Some(1));
}

#[test]
fn processes_of_the_session_say_what_the_login_does_not() {
    let known = [variables(4_000_000, ":7", "2"), variables(4_000_000, ":5", "3")];
    let found = choose(&[login("3", "", false)], &known, false);
    let Found::X11(Some(place)) = found else { panic!("{found:?}") };
    assert_eq!((place.number, &place.authorities[0]), (5, &PathBuf::from("/keys/3")));
}

#[test]
fn a_session_without_a_display_has_no_server() {
    assert_eq!(number(choose(&[login("3", "", false)], &[], false)), None);
    let elsewhere = [variables(4_000_000, "localhost:10.0", "3")];
    assert_eq!(number(choose(&[login("3", "", false)], &elsewhere, false)), None);
}

#[test]
fn a_wayland_session_is_one_although_it_has_an_x_server_inside() {
    let found = choose(&[login("3", "", true)], &[variables(4_000_000, ":0", "3")], false);
    assert!(matches!(found, Found::Wayland(Some(_))), "{found:?}");
    assert_eq!(choose(&[login("3", "", true)], &[], false), Found::Wayland(None));
}

#[test]
fn without_logins_the_processes_are_asked() {
    let mut wayland = variables(1000, ":0", "");
    wayland.is_wayland = true;
    let found = choose(&[], &[wayland.clone(), variables(1000, ":2", "")], false);
    assert_eq!(number(found), Some(2));
    assert!(matches!(choose(&[], &[wayland], false), Found::Wayland(Some(_))));
    assert_eq!(choose(&[], &[], false), Found::Nothing);
}

#[test]
fn a_login_screen_is_nobody_who_could_be_asked() {
    let greeter = [variables(112, ":0", "")];
    assert_eq!(choose(&[], &greeter, true), Found::Nothing);
    assert_eq!(number(choose(&[], &greeter, false)), Some(0));
}

#[test]
fn only_displays_of_this_machine_are_read() {
    assert_eq!(parse_display(":0"), Some((0, 0)));
    assert_eq!(parse_display("unix:12.1"), Some((12, 1)));
    for other in ["", "0", "pc:0", "localhost:10.0", ":x", ":0.", ":70000", "/tmp/x:0"] {
        assert_eq!(parse_display(other), None, "{other}");
    }
}
