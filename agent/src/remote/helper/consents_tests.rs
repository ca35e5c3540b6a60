//! Whether the person at the computer is asked, and what their answer means.

use std::time::Duration;

use muster_remote::Consent;
use tokio::time::timeout;

use super::*;
use crate::remote::helper::fake_viewers_tests::audience_of;

fn with(consent: Consent, must_ask: bool) -> Audience {
    let (mut audience, _) = audience_of(&["v", "w"]);
    for viewer in ["v", "w"] {
        let seat = audience.seat_mut(viewer).unwrap();
        (seat.grant.consent, seat.must_ask) = (consent, must_ask);
    }
    audience
}

fn consent(mode: ConsentMode, when_nobody: WhenNobody) -> Consent {
    Consent { mode, seconds: 30, when_nobody }
}

#[test]
fn a_user_is_asked_about_once() {
    let audience = with(consent(ConsentMode::Ask, WhenNobody::Block), false);
    let mut consents = Consents::default();
    let (v, w) = (audience.seat("v").unwrap(), audience.seat("w").unwrap());
    assert_eq!(consents.need(v), Need::Ask(30));
    assert_eq!(consents.need(w), Need::Wait(30), "it is the same user");
    consents.answered(&Asked::about(&v.grant));
    assert_eq!(consents.judge(v, ConsentAnswer::Granted), None);
    assert_eq!(consents.need(w), Need::Nothing, "whoever may take part once may come back");
}

#[test]
fn who_may_only_watch_is_asked_about_again_before_doing_more() {
    let mut audience = with(consent(ConsentMode::Ask, WhenNobody::Block), false);
    audience.seat_mut("v").unwrap().grant.view_only = true;
    let (watcher, worker) = (audience.seat("v").unwrap(), audience.seat("w").unwrap());
    let mut consents = Consents::default();
    assert_eq!(consents.need(watcher), Need::Ask(30));
    assert_eq!(consents.need(worker), Need::Ask(30), "it is another question");
    consents.answered(&Asked::about(&watcher.grant));
    assert_eq!(consents.judge(watcher, ConsentAnswer::Granted), None);
    assert_eq!(consents.need(watcher), Need::Nothing);
    assert_eq!(consents.need(worker), Need::Wait(30), "that one has no answer yet");

    let mut consents = Consents::default();
    assert_eq!(consents.judge(worker, ConsentAnswer::Granted), None);
    assert_eq!(consents.need(watcher), Need::Nothing, "who may do everything may watch");
}

#[test]
fn without_consent_nobody_takes_part_and_the_next_one_asks_again() {
    let audience = with(consent(ConsentMode::Ask, WhenNobody::Block), false);
    let mut consents = Consents::default();
    let seat = audience.seat("v").unwrap();
    for (answer, code) in [
        (ConsentAnswer::Denied, "consent_denied"),
        (ConsentAnswer::TimedOut, "consent_timeout"),
        (ConsentAnswer::Nobody, "nobody_there"),
    ] {
        assert_eq!(consents.need(seat), Need::Ask(30));
        consents.answered(&Asked::about(&seat.grant));
        assert_eq!(consents.judge(seat, answer).unwrap().code, code);
    }
}

#[test]
fn what_happens_when_nobody_is_there_is_the_policy_s_matter_unless_the_computer_says_more() {
    let proceed = consent(ConsentMode::Ask, WhenNobody::Proceed);
    let audience = with(proceed, false);
    let seat = audience.seat("v").unwrap();
    assert_eq!(Consents::default().judge(seat, ConsentAnswer::Nobody), None);
    let audience = with(proceed, true);
    let seat = audience.seat("v").unwrap();
    assert!(Consents::default().judge(seat, ConsentAnswer::Nobody).is_some());
}

#[test]
fn the_computer_s_own_settings_ask_whatever_the_policy_says() {
    for (mode, must_ask, expected) in [
        (ConsentMode::Off, false, Need::Nothing),
        (ConsentMode::Notice, false, Need::Nothing),
        (ConsentMode::Off, true, Need::Ask(30)),
        (ConsentMode::Notice, true, Need::Ask(30)),
    ] {
        let audience = with(consent(mode, WhenNobody::Block), must_ask);
        let need = Consents::default().need(audience.seat("v").unwrap());
        assert_eq!(need, expected, "{mode:?}");
    }
}

#[tokio::test]
async fn a_button_that_is_pressed_is_heard_of_and_none_is_waited_for() {
    let mut consents = Consents::default();
    let waited = timeout(Duration::from_millis(10), consents.ended_by_person());
    assert!(waited.await.is_err(), "there is no notice");
    consents.shown.insert("ann".to_owned(), notice::show("Ann"));
    consents.shown.insert("bob".to_owned(), Notice::pressed());
    consents.ended_by_person().await;
}

#[test]
fn a_notice_stands_as_long_as_somebody_is_there() {
    let mut audience = with(consent(ConsentMode::Notice, WhenNobody::Block), false);
    let mut consents = Consents::default();
    consents.show(&audience);
    assert_eq!(consents.shown.len(), 1, "two viewers of one user");
    audience.remove("v");
    consents.show(&audience);
    assert_eq!(consents.shown.len(), 1);
    audience.remove("w");
    consents.show(&audience);
    assert!(consents.shown.is_empty());
}
