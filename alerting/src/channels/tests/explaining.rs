//! The sentences.

use super::*;

#[test]
fn the_plan_is_explained_in_sentences() {
    let globals = open_globals();
    let mut template = template(None, &[]);
    template.check.email.always = Some(true);
    template.check.email.on_resolved = true;
    template.check.sms.always = Some(false);
    template.check.repeat_days = 2;
    template.action = Some(Action::Server);
    let subject = Subject {
        kind: Kind::Check,
        severity: Severity::Warning,
        own: ON,
        template: Some(&template),
        globals: &globals,
    };
    let expected = [
        "Dashboard: the alert is shown, because the check asks for it and the template \"Usual\" \
         leaves it to that.",
        "E-mail: sent to ops@example.com, because the template \"Usual\" turns it on.",
        "SMS: not used, because the template \"Usual\" turns it off, whatever the check says.",
        "E-mail: the recovery is announced, too.",
        "Action: a script on the server runs once when the alert opens.",
        "Repetition: every 2 days while the alert is open.",
    ];
    assert_eq!(explain(&subject, &plan(&subject)), expected);
}

#[test]
fn a_failure_of_which_nothing_comes_is_explained_too() {
    let globals = open_globals();
    let subject = Subject {
        kind: Kind::Availability,
        severity: Severity::Error,
        own: OFF,
        template: None,
        globals: &globals,
    };
    let expected = [
        "Dashboard: not used, because the agent does not ask for it.",
        "E-mail: not used, because the agent does not ask for it.",
        "SMS: not used, because the agent does not ask for it.",
        "No alert is stored, as nothing above applies.",
    ];
    assert_eq!(explain(&subject, &plan(&subject)), expected);
}
