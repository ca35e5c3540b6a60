//! The list in the alert of a parent.

use proptest::prelude::*;

use super::super::with_behind;

#[test]
fn a_list_is_added_replaced_and_removed() {
    let first = with_behind("router was not seen for 30 minutes", &["pc-1"]);
    assert_eq!(first, "router was not seen for 30 minutes\nunreachable behind it: pc-1");
    let second = with_behind(&first, &["pc-1", "pc-2"]);
    assert_eq!(second, "router was not seen for 30 minutes\nunreachable behind it: pc-1, pc-2");
    assert_eq!(with_behind(&second, &[]), "router was not seen for 30 minutes");
}

#[test]
fn a_long_list_says_how_many_are_left_out() {
    let names: Vec<String> = (1..=32).map(|number| format!("pc-{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let message = with_behind("gone", &names);
    assert!(message.ends_with("pc-29, pc-30 and 2 more"), "{message}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_listed_before_makes_no_difference(
        message in "[a-z \n]{0,40}",
        before in prop::collection::vec("[a-z0-9-]{1,8}", 0..40),
        after in prop::collection::vec("[a-z0-9-]{1,8}", 0..40),
    ) {
        let before: Vec<&str> = before.iter().map(String::as_str).collect();
        let after: Vec<&str> = after.iter().map(String::as_str).collect();
        let once = with_behind(&message, &after);
        prop_assert_eq!(with_behind(&with_behind(&message, &before), &after), once);
        prop_assert_eq!(with_behind(&with_behind(&message, &before), &[]), message);
    }
}
