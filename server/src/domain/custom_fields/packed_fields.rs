//! The custom fields of a whole fleet, written as JSON without parsing them
//! into values: creating fifty thousand of them takes longer than copying.

use sea_orm::{ConnectionTrait, DbErr};
use serde_json::json;

use super::custom_field::CustomField;
use super::kind::Kind;
use super::load::in_order;
use super::model::Model;
use super::queries;
use crate::storage::packed::{Packed, key};

/// The definitions of one model, as patterns for their values. While they are
/// equal, equal values are written the same.
#[derive(PartialEq, Eq)]
pub struct Patterns {
    model: Model,
    fields: Vec<Pattern>,
}

/// The custom fields of owners of one model, as the database wrote them.
pub struct PackedFields<'p> {
    fields: &'p [Pattern],
    values: Packed,
}

/// The custom fields of owners of one model, ready to be written owner by
/// owner.
pub struct FieldWriter<'a> {
    fields: &'a [Pattern],
    /// By owner.
    values: Vec<StoredText<'a>>,
}

/// What all values of one field have in common.
#[derive(PartialEq, Eq)]
struct Pattern {
    field: i64,
    kind: Kind,
    /// From the key of the value to the key of its owner.
    to_owner: String,
    /// From the key of the owner to the value.
    to_value: String,
}

struct StoredText<'a> {
    owner: i64,
    field: i64,
    /// Key of the value, as JSON.
    id: &'a str,
    /// Its text form, as JSON.
    text: &'a str,
}

/// Reads the definitions of a model.
pub async fn load_patterns(db: &impl ConnectionTrait, model: Model) -> Result<Patterns, DbErr> {
    let fields = in_order(queries::list_fields(db, Some(model)).await?);
    Ok(Patterns { model, fields: fields.iter().map(|field| Pattern::new(field)).collect() })
}

/// Reads the custom fields of these owners, or of all: one query, however
/// many there are, and none where no field is defined.
pub async fn load_packed<'p>(
    db: &impl ConnectionTrait,
    patterns: &'p Patterns,
    owners: Option<&[i64]>,
) -> Result<PackedFields<'p>, DbErr> {
    let values = match (patterns.fields.is_empty(), owners) {
        (true, _) | (_, Some([])) => Packed::empty(),
        (false, owners) => queries::pack_values(db, patterns.model, owners).await?,
    };
    Ok(PackedFields { fields: &patterns.fields, values })
}

impl PackedFields<'_> {
    /// Sorts the values by owner.
    pub fn writer<'a>(&'a self) -> Result<FieldWriter<'a>, DbErr> {
        let cells = self.values.cells()?;
        let stored = |row: &[&'a str]| StoredText {
            owner: key(row[0]),
            field: key(row[1]),
            id: row[2],
            text: row[3],
        };
        let mut values: Vec<StoredText<'a>> = cells.rows().map(stored).collect();
        values.sort_by_key(|value| value.owner);
        Ok(FieldWriter { fields: self.fields, values })
    }
}

impl FieldWriter<'_> {
    /// Writes the array of the values that are set for one owner.
    pub fn write(&self, owner: i64, out: &mut Vec<u8>) {
        let start = self.values.partition_point(|value| value.owner < owner);
        let own = self.values[start..].iter().take_while(|value| value.owner == owner);
        let own: &[StoredText<'_>] = &self.values[start..start + own.count()];
        let owner = owner.to_string();
        out.push(b'[');
        let mut is_first = true;
        for pattern in self.fields {
            let Some(value) = own.iter().find(|value| value.field == pattern.field) else {
                continue;
            };
            if !std::mem::replace(&mut is_first, false) {
                out.push(b',');
            }
            out.extend_from_slice(br#"{"id":"#);
            out.extend_from_slice(value.id.as_bytes());
            out.extend_from_slice(pattern.to_owner.as_bytes());
            out.extend_from_slice(owner.as_bytes());
            out.extend_from_slice(pattern.to_value.as_bytes());
            write_forms(pattern.kind, value.text, out);
            out.push(b'}');
        }
        out.push(b']');
    }
}

impl Pattern {
    fn new(field: &CustomField) -> Self {
        let (name, kind) = (json!(field.name), json!(field.kind));
        Self {
            field: field.id,
            kind: field.kind,
            to_owner: format!(r#","field":{},"{}":"#, field.id, field.model.as_str()),
            to_value: format!(r#","name":{name},"type":{kind},"value":"#),
        }
    }
}

/// The value in its three forms. The text is JSON, in which a comma is not
/// escaped.
fn write_forms(kind: Kind, text: &str, out: &mut Vec<u8>) {
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or_default();
    let start = out.len();
    match kind {
        Kind::Checkbox => out.extend_from_slice(if inner == "true" { b"true" } else { b"false" }),
        Kind::Multiple => write_list(inner, out),
        _ => out.extend_from_slice(text.as_bytes()),
    }
    let value = start..out.len();
    out.extend_from_slice(br#","string_value":"#);
    out.extend_from_slice(text.as_bytes());
    for (name, has) in [("bool_value", Kind::Checkbox), ("multiple_value", Kind::Multiple)] {
        out.extend_from_slice(b",\"");
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(b"\":");
        if kind == has {
            out.extend_from_within(value.clone());
        } else {
            out.extend_from_slice(b"null");
        }
    }
}

fn write_list(inner: &str, out: &mut Vec<u8>) {
    let mut mark = b'[';
    for item in inner.split(',').filter(|item| !item.is_empty()) {
        out.push(mark);
        out.push(b'"');
        out.extend_from_slice(item.as_bytes());
        out.push(b'"');
        mark = b',';
    }
    if mark == b'[' {
        out.push(mark);
    }
    out.push(b']');
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;
    use serde_json::Value;

    use super::super::field_value::{FieldValue, StoredValue};
    use super::super::model::Owner;
    use super::*;

    proptest! {
        #[test]
        fn a_written_field_is_the_value_that_others_show(
            word in prop::sample::select(Kind::NAMES),
            text in "[a-z,\"\\\\é\n]{0,12}",
            is_stored: bool,
        ) {
            let mut field = CustomField::new(Model::Site, "a \"name\"".to_owned());
            field.kind = Kind::from_name(word).unwrap();
            field.id = 3;
            let field = Arc::new(field);
            let owner = Owner { model: Model::Site, id: 7 };
            let quoted = json!(text).to_string();
            let own = StoredText { owner: 7, field: 3, id: "5", text: &quoted };
            let other = StoredText { owner: 8, field: 3, id: "6", text: "\"of another\"" };
            let values = if is_stored { vec![own, other] } else { vec![other] };
            let fields = [Pattern::new(&field)];
            let mut out = Vec::new();
            FieldWriter { fields: &fields, values }.write(7, &mut out);

            let stored = is_stored.then_some(StoredValue { id: 5, text });
            let shown: Vec<FieldValue> =
                stored.into_iter().map(|stored| FieldValue { owner, field: field.clone(), stored }).collect();
            let shown = json!(shown);
            prop_assert_eq!(serde_json::from_slice::<Value>(&out).unwrap(), shown);
        }
    }
}
