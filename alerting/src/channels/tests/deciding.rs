//! Each rule that decides about a channel.

use proptest::prelude::*;

use super::*;

#[test]
fn without_a_template_the_own_flags_decide_for_every_severity() {
    for severity in Severity::ALL {
        for kind in [Kind::Availability, Kind::Check, Kind::Task] {
            assert_eq!(channels(kind, severity, ON, None), ON);
            assert_eq!(channels(kind, severity, OFF, None), OFF);
        }
    }
}

#[test]
fn a_template_turns_on_turns_off_or_leaves_it_to_the_object() {
    for kind in [Kind::Availability, Kind::Check, Kind::Task] {
        let found =
            |always, own| channels(kind, Severity::Error, own, Some(&template(always, &[])));
        assert_eq!(found(Some(true), OFF), ON);
        assert_eq!(found(Some(false), ON), OFF, "whatever the object says");
        assert_eq!(found(None, ON), ON);
        assert_eq!(found(None, OFF), OFF);
    }
}

#[test]
fn a_custom_alert_is_shown_and_sent_only_where_the_template_says_so() {
    assert_eq!(channels(Kind::Custom, Severity::Error, ON, None), SHOWN);
    let found = |always| channels(Kind::Custom, Severity::Error, ON, Some(&template(always, &[])));
    assert_eq!(found(None), SHOWN);
    assert_eq!(found(Some(false)), SHOWN);
    assert_eq!(found(Some(true)), ON);
}

#[test]
fn an_empty_list_of_severities_means_the_usual_ones() {
    let template = template(Some(true), &[]);
    let found = |kind, severity| channels(kind, severity, OFF, Some(&template));
    assert_eq!(found(Kind::Check, Severity::Info), SHOWN);
    assert_eq!(found(Kind::Check, Severity::Warning), ON);
    assert_eq!(found(Kind::Task, Severity::Info), OFF);
    assert_eq!(found(Kind::Task, Severity::Warning), ON);
    assert_eq!(found(Kind::Custom, Severity::Info), SHOWN);
    assert_eq!(found(Kind::Availability, Severity::Error), ON);
}

#[test]
fn a_list_of_severities_is_the_whole_list() {
    let template = template(Some(true), &[Severity::Info, Severity::Error]);
    for kind in [Kind::Check, Kind::Task] {
        assert_eq!(channels(kind, Severity::Info, OFF, Some(&template)), ON);
        assert_eq!(channels(kind, Severity::Warning, OFF, Some(&template)), OFF);
        assert_eq!(channels(kind, Severity::Error, OFF, Some(&template)), ON);
    }
}

#[test]
fn the_global_switches_hold_messages_and_webhooks_back_but_not_the_dashboard() {
    let globals = Globals { notify_on_info: false, notify_on_warning: false, ..open_globals() };
    let template =
        Template { action: Some(Action::Webhook), ..template(Some(true), &Severity::ALL) };
    let found = |severity| {
        let plan = plan(&Subject {
            kind: Kind::Check,
            severity,
            own: OFF,
            template: Some(&template),
            globals: &globals,
        });
        (plan.channels(), plan.action)
    };
    assert_eq!(found(Severity::Info), (SHOWN, None));
    assert_eq!(found(Severity::Warning), (SHOWN, None));
    assert_eq!(found(Severity::Error), (ON, Some(Action::Webhook)));
}

#[test]
fn scripts_run_for_every_severity_unless_the_kind_has_none() {
    let globals = Globals::default();
    let mut template = template(Some(false), &[]);
    template.action = Some(Action::Script);
    template.resolved_action = Some(Action::Server);
    template.task.actions = false;
    let found = |kind| {
        let severity = Severity::Info;
        let plan = plan(&Subject {
            kind,
            severity,
            own: OFF,
            template: Some(&template),
            globals: &globals,
        });
        (plan.action, plan.resolved_action, plan.is_wanted())
    };
    assert_eq!(found(Kind::Check), (Some(Action::Script), Some(Action::Server), true));
    assert_eq!(found(Kind::Task), (None, None, false));
}

#[test]
fn recipients_and_sender_are_those_of_the_template_else_the_global_ones() {
    let globals = open_globals();
    let own = Template {
        email_recipients: vec!["lab@example.com".to_owned()],
        email_from: Some("lab-alerts@example.com".to_owned()),
        ..template(Some(true), &[])
    };
    let subject = |template| Subject {
        kind: Kind::Check,
        severity: Severity::Error,
        own: OFF,
        template,
        globals: &globals,
    };
    let found = plan(&subject(Some(&own)));
    assert_eq!(found.email_recipients, ["lab@example.com"]);
    assert_eq!(found.text_recipients, ["+4930"]);
    assert_eq!(found.email_from.as_deref(), Some("lab-alerts@example.com"));
    let found = plan(&subject(None));
    assert_eq!(found.email_recipients, ["ops@example.com"]);
    assert_eq!(found.email_from.as_deref(), Some("muster@example.com"));
}

#[test]
fn without_a_recipient_nothing_is_sent() {
    let globals = Globals::default();
    let subject = Subject {
        kind: Kind::Check,
        severity: Severity::Error,
        own: ON,
        template: None,
        globals: &globals,
    };
    assert_eq!(plan(&subject).channels(), SHOWN);
    assert_eq!(plan(&subject).verdicts[1].reason, Reason::NoRecipients);
}

#[test]
fn a_recovery_is_announced_by_the_template_or_for_agents_by_their_own_flag() {
    let globals = open_globals();
    let resolved = |kind, own, template: Option<&Template>| {
        plan(&Subject { kind, severity: Severity::Error, own, template, globals: &globals })
            .resolved
    };
    assert_eq!(resolved(Kind::Check, ON, None), OFF);
    assert_eq!(resolved(Kind::Availability, ON, None), SENT);
    assert_eq!(resolved(Kind::Availability, OFF, None), OFF);
    assert_eq!(resolved(Kind::Availability, ON, Some(&template(None, &[]))), SENT);
    assert_eq!(resolved(Kind::Availability, ON, Some(&template(Some(true), &[]))), OFF);
    let mut asked = template(Some(true), &[]);
    for settings in [&mut asked.agent, &mut asked.check, &mut asked.task] {
        settings.email.on_resolved = true;
        settings.dashboard.on_resolved = true;
    }
    let email = Channels { email: true, ..OFF };
    assert_eq!(resolved(Kind::Check, OFF, Some(&asked)), email);
    assert_eq!(resolved(Kind::Availability, OFF, Some(&asked)), email);
    assert_eq!(resolved(Kind::Custom, OFF, Some(&asked)), OFF, "closed by hand, silently");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_recovery_is_announced_only_where_the_failure_would_be(
        always in any::<Option<bool>>(),
        own in any::<(bool, bool, bool)>(),
        kind in prop::sample::select(Kind::ALL.to_vec()),
        severity in prop::sample::select(Severity::ALL.to_vec()),
        (info, warning, on_resolved) in any::<(bool, bool, bool)>(),
    ) {
        let globals =
            Globals { notify_on_info: info, notify_on_warning: warning, ..open_globals() };
        let mut template = template(always, &[]);
        template.check.sms.on_resolved = on_resolved;
        let own = Channels { dashboard: own.0, email: own.1, sms: own.2 };
        let subject =
            Subject { kind, severity, own, template: Some(&template), globals: &globals };
        let plan = plan(&subject);
        prop_assert!(plan.resolved.without(plan.channels()).is_empty());
        prop_assert!(!plan.resolved.dashboard);
        prop_assert!(explain(&subject, &plan).len() >= 3);
    }
}
