//! Tests against a real X server: the one that `MUSTER_TEST_DISPLAY` names, such as `:99`.
//!
//! They draw on it and type into it: it has to be one that nobody uses.

use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};
use tokio::time::{Instant, timeout};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ConnectionExt as _, CreateGCAux, CreateWindowAux, EventMask, InputFocus, Rectangle, WindowClass,
};

use super::compressor::Compressor;
use super::desktop::Desktop;
use super::find_display::DisplayPlace;
use super::panel::{Panel, PanelAnswer};
use super::panel_window::Style;
use super::server::XServer;
use crate::os::screen_parts::geometry::Rect;
use crate::os::screen_parts::picture::Picture;
use crate::remote::screen::decoder_for_tests::Decoder;
use crate::remote::screen::messages::{Input, Key, KeyMode};
use crate::remote::screen::{Role, Screen, ScreenStep, ToViewer};

const LIMIT: Duration = Duration::from_secs(10);

/// There is one keyboard and one clipboard.
static ONE_AT_A_TIME: Mutex<()> = Mutex::const_new(());

/// The display for tests, for one at a time. Without one they are skipped, and in CI they
/// fail.
async fn display() -> Option<(DisplayPlace, MutexGuard<'static, ()>)> {
    let Ok(display) = std::env::var("MUSTER_TEST_DISPLAY") else {
        let must_be_there = std::env::var("CI").is_ok_and(|value| value == "true");
        assert!(!must_be_there, "MUSTER_TEST_DISPLAY has to name an X server that nobody uses");
        println!("skipped: MUSTER_TEST_DISPLAY is not set");
        return None;
    };
    let number = display.trim_start_matches(':').parse().expect("a display such as :99");
    let authorities = std::env::var_os("XAUTHORITY").map(Into::into).into_iter().collect();
    let place = DisplayPlace { number, screen: 0, authorities };
    Some((place, ONE_AT_A_TIME.lock().await))
}

/// A window of another program, with the keyboard.
fn other_window(server: &XServer) -> u32 {
    let (connection, id) = (server.connection(), server.new_id().unwrap());
    let events = EventMask::KEY_PRESS | EventMask::EXPOSURE | EventMask::STRUCTURE_NOTIFY;
    let options = CreateWindowAux::new().override_redirect(1).event_mask(events);
    let (depth, visual) = (x11rb::COPY_DEPTH_FROM_PARENT, x11rb::COPY_FROM_PARENT);
    let (root, class) = (server.root(), WindowClass::INPUT_OUTPUT);
    connection
        .create_window(depth, id, root, 10, 10, 200, 100, 0, class, visual, &options)
        .unwrap();
    connection.map_window(id).unwrap();
    server.flush().unwrap();
    id
}

/// Fills such a window, and returns when that is done.
fn fill(server: &XServer, window: u32, colour: u32) {
    let pen = server.new_id().unwrap();
    let options = CreateGCAux::new().foreground(colour);
    server.connection().create_gc(pen, window, &options).unwrap();
    let all = Rectangle { x: 0, y: 0, width: 200, height: 100 };
    server.connection().poly_fill_rectangle(window, pen, &[all]).unwrap();
    server.connection().get_input_focus().unwrap().reply().unwrap();
}

async fn next_event(server: &XServer, is_it: impl Fn(&Event) -> bool) -> Event {
    let search = async {
        loop {
            while let Some(event) = server.next_event().unwrap() {
                if is_it(&event) {
                    return event;
                }
            }
            server.readable().await.unwrap();
        }
    };
    timeout(LIMIT, search).await.expect("the event comes")
}

async fn wait_for_drawing(desktop: &mut Desktop) {
    let search = async {
        while !desktop.take_events().unwrap().drawn {
            desktop.readable().await.unwrap();
        }
    };
    timeout(LIMIT, search).await.expect("something is drawn");
}

#[tokio::test]
async fn what_is_drawn_is_reported_and_captured() {
    let Some((place, _turn)) = display().await else { return };
    let mut desktop = Desktop::connect(&place).unwrap();
    desktop.take_drawn().unwrap();
    let server = XServer::connect(&place).unwrap();
    let window = other_window(&server);
    next_event(&server, |event| matches!(event, Event::Expose(_))).await;
    fill(&server, window, 0x0012_3456);

    wait_for_drawing(&mut desktop).await;
    let drawn = desktop.take_drawn().unwrap();
    assert!(drawn.iter().any(|part| part.x <= 10 && part.width >= 200), "{drawn:?}");
    let mut picture = Picture::new(desktop.layout().grid);
    let rects = [Rect { x: 0, y: 0, width: 128, height: 64 }];
    assert!(desktop.capture(&rects, &mut picture).unwrap());
    assert_eq!(picture.line(20, 20, 1)[..3], [0x56, 0x34, 0x12]);
    let whole = [desktop.layout().grid.whole()];
    assert!(desktop.capture(&whole, &mut picture).unwrap());
    assert_eq!(picture.line(20, 20, 1)[..3], [0x56, 0x34, 0x12]);
}

/// Has a decoder take packets, and returns the colour of a pixel within a window of this test.
fn pixel_after(decoder: &mut Decoder, sent: ToViewer) -> [u8; 3] {
    let ToViewer::Packets(packets) = sent else { panic!("{sent:?}") };
    for packet in &packets {
        assert!(decoder.take(packet).is_some(), "a packet makes no sense");
    }
    decoder.pixels[20 * decoder.grid.unwrap().width() + 20]
}

#[tokio::test]
async fn a_recording_that_ends_has_what_was_drawn_last() {
    let Some((place, _turn)) = display().await else { return };
    let server = XServer::connect(&place).unwrap();
    let window = other_window(&server);
    next_event(&server, |event| matches!(event, Event::Expose(_))).await;
    fill(&server, window, 0x0065_4321);
    let find = move || async move { Desktop::connect(&place) };
    let mut screen = Screen::open_found(find, false).await.unwrap();
    screen.join("", Role::Recording);
    let mut decoder = Decoder::new();
    let first = timeout(LIMIT, screen.next()).await.expect("a picture comes");
    let ScreenStep::Send(_, first) = first else { panic!("{first:?}") };
    assert_eq!(pixel_after(&mut decoder, first), [0x65, 0x43, 0x21]);

    // The next frame would be due in a fifth of a second.
    fill(&server, window, 0x0012_3456);
    screen.finish("");
    let mut last = None;
    for sent in screen.rest("").await {
        last = Some(pixel_after(&mut decoder, sent));
    }
    assert_eq!(last, Some([0x12, 0x34, 0x56]));
}

#[tokio::test]
async fn a_character_that_no_key_has_arrives() {
    let Some((place, _turn)) = display().await else { return };
    let server = XServer::connect(&place).unwrap();
    let window = other_window(&server);
    next_event(&server, |event| matches!(event, Event::Expose(_))).await;
    let focus = server.connection().set_input_focus(InputFocus::PARENT, window, 0_u32);
    focus.unwrap().check().unwrap();
    let mut desktop = Desktop::connect(&place).unwrap();
    let key = |key: &str, code: &str| {
        let (key, code) = (key.to_owned(), code.to_owned());
        Input::Key(Key { code, key, down: true, mode: KeyMode::Text })
    };
    for (input, symbol) in [(key("ж", ""), 0x0100_0436), (key("a", "KeyQ"), 0x61)] {
        desktop.input(&input).unwrap();
        desktop.take_events().unwrap();
        let pressed = next_event(&server, |event| matches!(event, Event::KeyPress(_))).await;
        let Event::KeyPress(press) = pressed else { panic!("{pressed:?}") };
        let asked = server.connection().get_keyboard_mapping(press.detail, 1).unwrap();
        assert!(asked.reply().unwrap().keysyms.contains(&symbol), "{symbol:x}");
    }
    desktop.release_all().unwrap();
}

#[tokio::test]
async fn the_pointer_goes_where_it_is_put_and_nothing_stays_pressed() {
    let Some((place, _turn)) = display().await else { return };
    let mut desktop = Desktop::connect(&place).unwrap();
    desktop.input(&Input::Pointer { x: 33, y: 44 }).unwrap();
    assert_eq!(desktop.pointer().unwrap(), (33, 44));
    desktop.input(&Input::Button { button: 0, down: true }).unwrap();
    desktop.release_all().unwrap();
    let server = XServer::connect(&place).unwrap();
    let asked = server.connection().query_pointer(server.root()).unwrap().reply().unwrap();
    assert_eq!(u16::from(asked.mask) & 0x1f00, 0);
}

#[tokio::test]
async fn texts_of_any_length_go_through_the_clipboard() {
    let Some((place, _turn)) = display().await else { return };
    let mut giver = Desktop::connect(&place).unwrap();
    let mut taker = Desktop::connect(&place).unwrap();
    giver.watch_clipboard().unwrap();
    taker.watch_clipboard().unwrap();
    for text in ["ä short one".to_owned(), "long ж ".repeat(100_000)] {
        taker.take_events().unwrap();
        giver.set_clipboard(text.clone()).unwrap();
        let pass = async {
            loop {
                giver.take_events().unwrap();
                if let Some(found) = taker.take_events().unwrap().clipboard {
                    return found;
                }
                tokio::select! {
                    readable = giver.readable() => readable.unwrap(),
                    readable = taker.readable() => readable.unwrap(),
                }
            }
        };
        assert_eq!(timeout(LIMIT, pass).await.expect("the text comes").len(), text.len());
    }
}

#[tokio::test]
async fn the_return_key_denies() {
    let Some((place, _turn)) = display().await else { return };
    let server = XServer::connect(&place).unwrap();
    let mut panel = Panel::open(server, "May Ann?", &["Deny", "Allow"], Style::Dialog).unwrap();
    let mut desktop = Desktop::connect(&place).unwrap();
    let begun = Instant::now();
    // The keyboard is the window's once it is shown: until then the key goes elsewhere.
    let answer = loop {
        assert!(begun.elapsed() < LIMIT, "the window answers");
        desktop.input(&Input::Combination(vec!["Enter".to_owned()])).unwrap();
        desktop.take_events().unwrap();
        if let Some(answer) = panel.take_answer().unwrap() {
            break answer;
        }
        let _ = timeout(Duration::from_millis(50), panel.readable()).await;
    };
    assert_eq!(answer, PanelAnswer::Button(0));
}

#[test]
fn what_is_compressed_can_be_read_again() {
    let raw = b"tile ".repeat(1000);
    let mut compressed = b"from before".to_vec();
    Compressor::new().unwrap().compress(&raw, &mut compressed).unwrap();
    assert!(compressed.len() < 100);
    assert_eq!(zstd::bulk::decompress(&compressed, raw.len()).unwrap(), raw);
}
