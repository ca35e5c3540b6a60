//! The screen of Linux, where it is drawn by an X server.
//!
//! A Wayland session lets no program see its screen without asking its user each time; it is
//! refused in words. Its user can still be asked and informed, by the X server inside.

mod capture;
mod clipboard;
mod clipboard_names;
mod clipboard_owner;
mod compressor;
mod consent_window;
mod desktop;
mod find_display;
mod key_codes;
mod key_map;
mod keyboard;
mod logins;
mod monitors;
mod mouse;
mod notice_window;
mod panel;
mod panel_font;
mod panel_layout;
mod panel_window;
mod person;
mod server;
#[cfg(test)]
mod server_tests;
mod variables;
mod xauthority;

pub use compressor::Compressor;
pub use desktop::Desktop;
pub use person::{ShownNotice, ask_person, show_message, show_notice};
