//! What is asked of other programs for the inventory, before the rest of it is collected.

use serde_json::{Map, Value, json};

use super::{LoginSession, Problem, WakeTimer, accounts, power, user_names};

/// Parts of the inventory.
#[derive(Debug)]
pub struct InventoryParts {
    /// Who is logged in, the active session first.
    pub sessions: Vec<LoginSession>,
    /// What will wake the machine, or why that is not known.
    pub wake_timers: Result<Vec<WakeTimer>, Problem>,
}

impl InventoryParts {
    /// Asks for all of them.
    pub async fn ask() -> Self {
        let (sessions, wake_timers) =
            tokio::join!(accounts::login_sessions(), power::wake_timers());
        Self { sessions, wake_timers }
    }

    /// The user of the active session; empty when nobody is logged in.
    pub fn active_user(&self) -> String {
        user_names(&self.sessions).into_iter().next().unwrap_or_default()
    }

    /// Adds them to the detail of an inventory.
    pub fn add_to(&self, detail: &mut Map<String, Value>) {
        detail.insert("sessions".to_owned(), json!(self.sessions));
        match &self.wake_timers {
            Ok(timers) => drop(detail.insert("wake_timers".to_owned(), json!(timers))),
            Err(problem) => {
                let unknown = detail.entry("unknown").or_insert_with(|| json!({}));
                unknown["wake_timers"] = problem.to_string().into();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_groups_and_what_is_not_known_has_its_reason() {
        let ann = LoginSession { user: "ann".to_owned(), ..LoginSession::default() };
        let timer = WakeTimer { set_by: "backup.timer".to_owned(), ..WakeTimer::default() };
        let known = InventoryParts { sessions: vec![ann], wake_timers: Ok(vec![timer]) };
        let mut detail = Map::new();
        known.add_to(&mut detail);
        let expected = json!({ "sessions": [{ "user": "ann" }],
            "wake_timers": [{ "set_by": "backup.timer" }] });
        assert_eq!((Value::from(detail), known.active_user().as_str()), (expected, "ann"));

        let denied = Err(Problem::failed("denied"));
        let unknown = InventoryParts { sessions: Vec::new(), wake_timers: denied };
        let mut detail = json!({ "unknown": { "tpm": "denied" } }).as_object().unwrap().clone();
        unknown.add_to(&mut detail);
        let expected =
            json!({ "sessions": [], "unknown": { "tpm": "denied", "wake_timers": "denied" } });
        assert_eq!((Value::from(detail), unknown.active_user().as_str()), (expected, ""));
    }
}
