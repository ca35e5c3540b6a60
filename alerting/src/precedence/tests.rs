//! The order of precedence, one obstacle at a time.

use proptest::prelude::*;

use super::*;

fn template(id: i64) -> TemplateOffer {
    TemplateOffer { id, active: true, excludes_agent: false }
}

fn policy(id: i64) -> Policy {
    Policy { active: true, excludes_agent: false, template: Some(template(id)) }
}

/// A template everywhere; its key is the position in the order of precedence.
fn everywhere() -> Settings {
    Settings {
        agent_policy: Some(policy(1)),
        site_policy: Some(policy(2)),
        site: Some(template(3)),
        client_policy: Some(policy(4)),
        client: Some(template(5)),
        global: Some(template(6)),
        default_policy: Some(policy(7)),
        blocked_by: Inheritance::default(),
    }
}

/// Takes a template away.
fn remove(settings: &mut Settings, source: Source) {
    match source {
        Source::AgentPolicy => settings.agent_policy = None,
        Source::SitePolicy => settings.site_policy = None,
        Source::Site => settings.site = None,
        Source::ClientPolicy => settings.client_policy = None,
        Source::Client => settings.client = None,
        Source::Global => settings.global = None,
        Source::DefaultPolicy => settings.default_policy = None,
    }
}

#[test]
fn each_source_applies_when_those_before_it_have_nothing() {
    let mut settings = everywhere();
    for (id, source) in (1..).zip(Source::ALL) {
        assert_eq!(choose(&settings).template, Some((id, source)));
        remove(&mut settings, source);
    }
    assert_eq!(choose(&settings), Choice { template: None, offers: Vec::new() });
}

#[test]
fn blocking_removes_policies_and_not_what_is_set_directly() {
    let mut settings = Settings { agent_policy: None, ..everywhere() };
    settings.blocked_by = Inheritance { agent: true, site: false, client: false };
    assert_eq!(choose(&settings).template, Some((3, Source::Site)));
    settings.site = None;
    assert_eq!(choose(&settings).template, Some((5, Source::Client)));
    settings.client = None;
    assert_eq!(choose(&settings).template, Some((6, Source::Global)));
    settings.global = None;
    assert_eq!(choose(&settings).template, None);
}

#[test]
fn each_level_blocks_only_what_is_above_it() {
    let blocks = |agent, site, client| Inheritance { agent, site, client };
    let cases = [
        (blocks(true, false, false), vec![Source::AgentPolicy]),
        (blocks(false, true, false), vec![Source::AgentPolicy, Source::SitePolicy]),
        (
            blocks(false, false, true),
            vec![Source::AgentPolicy, Source::SitePolicy, Source::ClientPolicy],
        ),
    ];
    for (blocked_by, expected) in cases {
        let choice = choose(&Settings { blocked_by, ..everywhere() });
        let policies = choice.offers.iter().filter(|offer| {
            !matches!(offer.source, Source::Site | Source::Client | Source::Global)
        });
        let open: Vec<Source> = policies
            .filter(|offer| offer.obstacle != Some(Obstacle::Blocked))
            .map(|offer| offer.source)
            .collect();
        assert_eq!(open, expected, "{blocked_by:?}");
    }
}

#[test]
fn every_obstacle_is_named() {
    let settings = Settings {
        agent_policy: Some(Policy { active: false, ..policy(1) }),
        site_policy: Some(Policy { excludes_agent: true, ..policy(2) }),
        site: Some(TemplateOffer { active: false, ..template(3) }),
        client_policy: Some(Policy { template: None, ..policy(4) }),
        client: Some(TemplateOffer { excludes_agent: true, ..template(5) }),
        global: Some(template(6)),
        default_policy: Some(policy(7)),
        blocked_by: Inheritance::default(),
    };
    let found: Vec<(i64, Option<Obstacle>)> =
        choose(&settings).offers.iter().map(|offer| (offer.template, offer.obstacle)).collect();
    let expected = [
        (1, Some(Obstacle::PolicyInactive)),
        (2, Some(Obstacle::PolicyExcludes)),
        (3, Some(Obstacle::TemplateInactive)),
        (5, Some(Obstacle::TemplateExcludes)),
        (6, None),
        (7, Some(Obstacle::Preceded)),
    ];
    assert_eq!(found, expected);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exactly_the_template_that_applies_has_no_obstacle(settings in any_settings()) {
        let choice = choose(&settings);
        let free: Vec<(i64, Source)> = choice
            .offers
            .iter()
            .filter(|offer| offer.obstacle.is_none())
            .map(|offer| (offer.template, offer.source))
            .collect();
        prop_assert_eq!(free, Vec::from_iter(choice.template));
    }
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let offer =
        || {
            prop::option::of(any::<(bool, bool)>().prop_map(|(active, excludes_agent)| {
                TemplateOffer { id: 9, active, excludes_agent }
            }))
        };
    let policy = move || {
        prop::option::of((any::<(bool, bool)>(), offer()).prop_map(
            |((active, excludes_agent), template)| Policy { active, excludes_agent, template },
        ))
    };
    let policies = (policy(), policy(), policy(), policy());
    let templates = (offer(), offer(), offer());
    (policies, templates, any::<(bool, bool, bool)>()).prop_map(
        |(
            (agent_policy, site_policy, client_policy, default_policy),
            (site, client, global),
            (agent, by_site, by_client),
        )| Settings {
            agent_policy,
            site_policy,
            site,
            client_policy,
            client,
            global,
            default_policy,
            blocked_by: Inheritance { agent, site: by_site, client: by_client },
        },
    )
}
