//! Who is notified next when nobody acknowledges an alert.

use chrono::TimeDelta;

/// The steps of an escalation, in their order; none means no escalation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Escalation {
    /// The steps.
    pub steps: Vec<EscalationStep>,
}

/// Recipients who are notified when there was no acknowledgement for some minutes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EscalationStep {
    /// Minutes since the alert opened or the step before.
    pub after_minutes: u32,
    /// Who gets e-mail.
    pub email_recipients: Vec<String>,
    /// Who gets text messages.
    pub text_recipients: Vec<String>,
}

/// The most steps an escalation may have.
const MOST_STEPS: usize = 10;

/// The longest wait of a step: a week.
const MOST_MINUTES: u32 = 7 * 24 * 60;

impl Escalation {
    /// Names every problem of the steps, each with the number of its step from 0.
    pub fn problems(&self) -> Vec<(usize, &'static str)> {
        let mut problems = Vec::new();
        for (number, step) in self.steps.iter().enumerate() {
            if number == MOST_STEPS {
                problems.push((number, "there are at most 10 steps"));
                break;
            }
            if !(1..=MOST_MINUTES).contains(&step.after_minutes) {
                problems.push((number, "must be 1 to 10080 minutes"));
            }
            if step.email_recipients.is_empty() && step.text_recipients.is_empty() {
                problems.push((number, "needs a recipient"));
            }
        }
        problems
    }

    /// How long each step waits.
    pub fn waits(&self) -> Vec<TimeDelta> {
        self.steps.iter().map(|step| TimeDelta::minutes(i64::from(step.after_minutes))).collect()
    }

    /// E-mail recipients of the first steps, each once.
    pub fn email_recipients_through(&self, step: usize) -> Vec<String> {
        each_once(self.steps.iter().take(step).flat_map(|step| &step.email_recipients))
    }

    /// Recipients of text messages of the first steps, each once.
    pub fn text_recipients_through(&self, step: usize) -> Vec<String> {
        each_once(self.steps.iter().take(step).flat_map(|step| &step.text_recipients))
    }
}

fn each_once<'a>(recipients: impl Iterator<Item = &'a String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for recipient in recipients {
        if !found.contains(recipient) {
            found.push(recipient.clone());
        }
    }
    found
}
