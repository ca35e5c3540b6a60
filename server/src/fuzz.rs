//! Entry points for `fuzz/`, with input of any kind; bounded tests call them
//! too.

use std::cell::RefCell;

use axum::http::Uri;
use serde_json::{Map, Value};

use crate::http::KnownPaths;
use crate::input::{self, Fields, Parse, query_of};
use crate::listing::{FieldKind, ListQuery, Search};
use crate::router;

/// A body is parsed in every possible way: all of it is a value or a problem.
pub fn body(bytes: &[u8]) {
    let Ok(Value::Object(object)) = serde_json::from_slice(bytes) else { return };
    // Whether it is valid does not matter here.
    let _ = input::parse::<Anything>(&object, false);
    let _ = input::parse::<Anything>(&object, true);
}

/// Reads every field as every possible type.
struct Anything;

impl Parse for Anything {
    fn parse(fields: &Fields<'_>) -> Self {
        for name in fields.names() {
            let text = fields.text(name).trimmed().not_blank().min(2).max(10).optional();
            assert!(text.is_none_or(|text| (2..=10).contains(&text.chars().count())));
            fields.text(name).one_of(&["a", "b"]).or(String::new());
            fields.text(name).secret();
            let whole = fields.whole(name).between(-5..=5).nullable();
            assert!(whole.flatten().is_none_or(|number| (-5..=5).contains(&number)));
            fields.flag(name).required();
            fields.time(name).optional();
            fields.texts(name).optional();
            fields.wholes(name).optional();
            fields.networks(name).optional();
            fields.json(name).optional();
            for inner in fields.object(name).into_iter().chain(fields.objects(name)) {
                Self::parse(&inner);
            }
        }
        Self
    }
}

/// The query of a list, and its search as a condition: as many values as
/// placeholders.
pub fn query(text: &str) {
    let Ok(uri) = format!("/agents/?{text}").parse::<Uri>() else { return };
    let Ok(object) = query_of(&uri) else { return };
    filters(&object);
    let Ok(query) = input::parse::<ListQuery>(&object, true) else { return };
    let row = serde_json::json!({ "name": text, "n": [1, true, null] });
    // An order that is not allowed is refused.
    let _ = query.apply(vec![row.clone(), row.clone()], &["name", "n"]);
    let search = Search::parse(query.search.as_deref().unwrap_or(text));
    search.matches(&row);
    let mut values = Vec::new();
    let condition = search.condition(&["name", "site"], &mut values).unwrap_or_default();
    let placeholders = condition.matches(" = ''").count();
    assert_eq!(placeholders, values.len(), "each term has one value: {condition}");
}

fn filters(object: &Map<String, Value>) {
    let problems = RefCell::default();
    let fields = Fields::of_query(object, &problems);
    let kinds =
        [FieldKind::Text, FieldKind::Whole, FieldKind::Decimal, FieldKind::Flag, FieldKind::Time];
    for name in fields.names() {
        for kind in kinds {
            for filter in kind.parse(name, &fields) {
                filter.passes(&object[name]);
                let mut values = Vec::new();
                let condition = filter.condition("c", 0, &mut values);
                assert!(condition.contains(&format!("${}", values.len())), "{condition}");
            }
        }
    }
}

/// A path is repaired at most once: a repaired path is a route.
pub fn path(text: &str) {
    let Ok(uri) = text.parse::<Uri>() else { return };
    let known: &KnownPaths = router::known_paths();
    let Some(repaired) = known.repaired(uri.path()) else { return };
    assert_eq!(known.repaired(&repaired).as_deref(), Some(repaired.as_str()), "{text}");
    if repaired != uri.path() {
        assert!(!repaired.contains("//"), "{text} became {repaired}");
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    /// Texts that look like what is expected, and texts that do not.
    fn texts() -> impl Strategy<Value = String> {
        prop_oneof![
            "[a-z_]{0,9}(=[-a-z0-9%:\"]{0,9}(&[a-z_]{0,12}=[-0-9TZ:]{0,24}){0,3}){0,1}",
            "/{0,3}(agents|core|clients|x)(/{1,3}[a-z%0-9]{0,6}){0,4}",
            ".{0,60}",
        ]
    }

    fn json() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<i64>().prop_map(Into::into),
            any::<f64>().prop_map(Into::into),
            ".{0,12}".prop_map(Into::into),
            "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:00:00Z".prop_map(Into::into),
            "[0-9]{1,3}\\.0\\.0\\.0/[0-9]{1,2}".prop_map(Into::into),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
                prop::collection::btree_map(".{0,4}", inner, 0..5)
                    .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn every_query_of_a_list_is_read_or_refused(text in texts()) {
            super::query(&text);
        }

        #[test]
        fn every_path_is_repaired_once_at_most(text in texts()) {
            super::path(&text);
        }

        #[test]
        fn every_body_is_read_or_refused(value in json(), cut in any::<prop::sample::Index>()) {
            let object = serde_json::json!({ "a": value, "b": [value] });
            let text = object.to_string();
            super::body(text.as_bytes());
            super::body(&text.as_bytes()[..cut.index(text.len())]);
        }
    }
}
