//! Steps and their recipients.

use chrono::TimeDelta;

use super::super::{Escalation, EscalationStep};

fn by_email(after_minutes: u32, recipients: &[&str]) -> EscalationStep {
    let email_recipients = recipients.iter().map(|one| (*one).to_owned()).collect();
    EscalationStep { after_minutes, email_recipients, text_recipients: Vec::new() }
}

#[test]
fn each_problem_is_named_with_its_step() {
    let steps = vec![by_email(0, &["a"]), by_email(10_080, &[]), by_email(10_081, &["b"])];
    let expected = [
        (0, "must be 1 to 10080 minutes"),
        (1, "needs a recipient"),
        (2, "must be 1 to 10080 minutes"),
    ];
    assert_eq!(Escalation { steps }.problems(), expected);
}

#[test]
fn there_are_at_most_ten_steps() {
    let steps = vec![by_email(1, &["a"]); 10];
    assert_eq!(Escalation { steps: steps.clone() }.problems(), []);
    let steps = [steps, vec![by_email(1, &["a"])]].concat();
    assert_eq!(Escalation { steps }.problems(), [(10, "there are at most 10 steps")]);
}

#[test]
fn a_step_of_text_messages_alone_is_one() {
    let step = EscalationStep {
        after_minutes: 5,
        email_recipients: Vec::new(),
        text_recipients: vec!["+491".to_owned()],
    };
    let escalation = Escalation { steps: vec![step] };
    assert_eq!(escalation.problems(), []);
    assert_eq!(escalation.waits(), [TimeDelta::minutes(5)]);
    assert_eq!(escalation.text_recipients_through(1), ["+491"]);
}

#[test]
fn recipients_of_the_first_steps_are_listed_once() {
    let steps = vec![by_email(5, &["a", "b"]), by_email(10, &["b", "c"])];
    let escalation = Escalation { steps };
    assert_eq!(escalation.email_recipients_through(0), Vec::<String>::new());
    assert_eq!(escalation.email_recipients_through(1), ["a", "b"]);
    assert_eq!(escalation.email_recipients_through(2), ["a", "b", "c"]);
    assert_eq!(escalation.email_recipients_through(9), ["a", "b", "c"]);
}
