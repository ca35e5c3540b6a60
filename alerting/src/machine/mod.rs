//! What one event does to the alert of one cause.
//!
//! A cause is an agent's availability, a check of an agent, a task of an agent or
//! one custom alert. [`step`] takes the state of its alert, an event and the rules
//! that apply, and returns the next state and what the server has to do. Which
//! transition it takes is read from [`TABLE`]; nothing else decides.
//!
//! Events of agents become events here like this:
//!
//! | Happened | Event |
//! |---|---|
//! | overdue time passed; failing result of a check with enough failures in a row; failing result of a task; a custom alert was posted | [`Event::Failed`] |
//! | first contact; passing result or reset of a check; passing result of a task | [`Event::Recovered`] |
//! | too many changes ([`crate::storms::Flapping`]) | [`Event::FlappingBegan`] |
//! | what it depends on fails, or its site does ([`crate::storms`]) | [`Event::CoverBegan`] |

mod decision;
mod effect;
mod event;
mod perform;
mod rules;
mod state;
mod step;
mod table;
#[cfg(test)]
mod tests;

pub use decision::{Decision, Message, Moment, Timer, When};
pub use effect::Effect;
pub use event::{Event, Trigger};
pub use rules::Rules;
pub use state::{Phase, Silence, State};
pub use step::{Step, step};
pub use table::{Row, TABLE};
