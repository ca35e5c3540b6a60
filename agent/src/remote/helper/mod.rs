//! The helper process of a session: it talks to the viewers, and does the work.
//!
//! One task (`session`) owns all state. Each viewer has a task of its own (`viewer`), which
//! hands on what the viewer sends and sends what lies in the viewer's outbox: one who does
//! not read is cut off and never makes the session wait.

pub mod audience;
mod consents;
mod end;
mod event;
#[cfg(test)]
pub mod fake_viewers_tests;
mod joining;
mod leaving;
mod limits;
mod message;
mod outbox;
mod past;
mod pause;
mod pipe;
mod recorded;
mod relay_address;
mod session;
mod site;
mod socket;
mod viewer;
mod work;

pub use end::End;
pub use limits::Patience;
pub use session::run;
pub use site::Site;
