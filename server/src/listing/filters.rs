//! Filters by the fields of a list's rows: `plat=linux`,
//! `last_seen_range_after=…`, `total_ram_range_min=16`.

use sea_orm::Value as SqlValue;
use serde_json::Value;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};

use crate::input::Fields;
use crate::time::Timestamp;

/// The type of a field, which determines how it can be filtered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// Text: the whole of it, whatever the case.
    Text,
    /// A whole number: this one, or `_range_min` and `_range_max`.
    Whole,
    /// Any number: `_range_min` and `_range_max`.
    Decimal,
    /// True or false.
    Flag,
    /// A point in time: `_range_after` and `_range_before`.
    Time,
}

/// The condition on a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// This text, whatever the case.
    Is(String),
    /// This number.
    Equals(i64),
    /// True or false.
    Flag(bool),
    /// This number or more.
    AtLeast(i64),
    /// This number or less.
    AtMost(i64),
    /// Not before.
    After(Timestamp),
    /// Not after.
    Before(Timestamp),
}

impl FieldKind {
    /// The parameters of a field, each with a sentence.
    pub fn parameters(self, name: &str) -> Vec<(String, &'static str)> {
        let range = |low: &str, high: &str, low_says, high_says| {
            vec![
                (format!("{name}_range_{low}"), low_says),
                (format!("{name}_range_{high}"), high_says),
            ]
        };
        match self {
            Self::Text => vec![(name.to_owned(), "The whole text, whatever the case.")],
            Self::Flag => vec![(name.to_owned(), "`true` or `false`.")],
            Self::Decimal => range("min", "max", "This or more.", "This or less."),
            Self::Time => range("after", "before", "Not before.", "Not after."),
            Self::Whole => {
                let mut all = vec![(name.to_owned(), "This number.")];
                all.extend(range("min", "max", "This or more.", "This or less."));
                all
            }
        }
    }

    /// The parameters in the OpenAPI document.
    pub fn describe(self, name: &str) -> Vec<Parameter> {
        let known = |format| Some(SchemaFormat::KnownFormat(format));
        let (kind, format) = match self {
            Self::Text => (Type::String, None),
            Self::Flag => (Type::Boolean, None),
            Self::Whole | Self::Decimal => (Type::Integer, known(KnownFormat::Int64)),
            Self::Time => (Type::String, known(KnownFormat::DateTime)),
        };
        let parameter = |(name, text): (String, &str)| {
            let schema = ObjectBuilder::new().schema_type(kind.clone()).format(format.clone());
            ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Query)
                .required(Required::False)
                .description(Some(text))
                .schema(Some(schema))
                .build()
        };
        self.parameters(name).into_iter().map(parameter).collect()
    }

    /// The filter that a query sets on a field; problems are recorded.
    pub fn parse(self, name: &str, fields: &Fields<'_>) -> Vec<Filter> {
        let (low, high) = match self {
            Self::Time => ("after", "before"),
            _ => ("min", "max"),
        };
        let (low, high) = (format!("{name}_range_{low}"), format!("{name}_range_{high}"));
        let whole = |name: &str| fields.whole(name).optional();
        let found = match self {
            Self::Text => [fields.text(name).optional().map(Filter::Is), None, None],
            Self::Flag => [fields.flag(name).optional().map(Filter::Flag), None, None],
            Self::Whole | Self::Decimal => [
                if self == Self::Whole { whole(name).map(Filter::Equals) } else { None },
                whole(&low).map(Filter::AtLeast),
                whole(&high).map(Filter::AtMost),
            ],
            Self::Time => [
                None,
                fields.time(&low).optional().map(Filter::After),
                fields.time(&high).optional().map(Filter::Before),
            ],
        };
        found.into_iter().flatten().collect()
    }
}

impl Filter {
    /// The filter as a condition on a column. The values are added, and the
    /// first of them all is `$1 + skipped`.
    pub fn condition(&self, column: &str, skipped: usize, values: &mut Vec<SqlValue>) -> String {
        let mut bind = |value: SqlValue| {
            values.push(value);
            values.len() + skipped
        };
        match self {
            // The engines agree on the lower case of ASCII only: an identical
            // text is always found.
            Self::Is(text) => {
                let (same, lower) = (bind(text.clone().into()), bind(text.to_lowercase().into()));
                format!("({column} = ${same} or lower({column}) = ${lower})")
            }
            Self::Equals(number) => format!("({column}) = ${}", bind((*number).into())),
            Self::Flag(flag) => format!("({column}) = ${}", bind((*flag).into())),
            Self::AtLeast(number) => format!("({column}) >= ${}", bind((*number).into())),
            Self::AtMost(number) => format!("({column}) <= ${}", bind((*number).into())),
            Self::After(time) => format!("({column}) >= ${}", bind((*time).into())),
            Self::Before(time) => format!("({column}) <= ${}", bind((*time).into())),
        }
    }

    /// Whether the value of a field passes, for lists that are in memory.
    pub fn passes(&self, value: &Value) -> bool {
        let number = |compare: fn(f64, f64) -> bool, bound: i64| {
            #[expect(clippy::cast_precision_loss, reason = "bounds that people type are small")]
            value.as_f64().is_some_and(|number| compare(number, bound as f64))
        };
        let time = || value.as_str().and_then(Timestamp::parse);
        match self {
            Self::Is(text) => {
                value.as_str().is_some_and(|own| own.to_lowercase() == text.to_lowercase())
            }
            Self::Equals(bound) => value.as_i64() == Some(*bound),
            Self::Flag(flag) => value.as_bool() == Some(*flag),
            Self::AtLeast(bound) => number(|own, bound| own >= bound, *bound),
            Self::AtMost(bound) => number(|own, bound| own <= bound, *bound),
            Self::After(bound) => time().is_some_and(|own| own >= *bound),
            Self::Before(bound) => time().is_some_and(|own| own <= *bound),
        }
    }
}
