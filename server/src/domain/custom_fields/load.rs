//! Reading the custom fields of many owners at once.

use std::collections::HashMap;
use std::sync::Arc;

use sea_orm::{ConnectionTrait, DbErr};
use serde_json::{Value, json};

use super::conversion::typed;
use super::custom_field::CustomField;
use super::field_value::{FieldValue, StoredValue};
use super::model::{Model, Owner};
use super::queries;

/// More owners than this are not listed one by one: all values are read.
const MAX_NAMED: usize = 1000;

/// The custom fields of owners of one model.
pub struct FieldValues {
    model: Model,
    /// In the order they are shown in.
    fields: Vec<Arc<CustomField>>,
    stored: HashMap<i64, Vec<(i64, StoredValue)>>,
}

/// Reads the custom fields of these owners: two queries, however many there
/// are, and one where no field is defined.
pub async fn load<K: Copy + Into<i64>>(
    db: &impl ConnectionTrait,
    model: Model,
    owners: &[K],
) -> Result<FieldValues, DbErr> {
    let fields = queries::list_fields(db, Some(model)).await?;
    let rows = match owners {
        _ if fields.is_empty() => Vec::new(),
        [] => Vec::new(),
        few if few.len() <= MAX_NAMED => queries::list_values_of(db, model, few).await?,
        _ => queries::list_values(db, model).await?,
    };
    let mut stored: HashMap<i64, Vec<(i64, StoredValue)>> = HashMap::with_capacity(owners.len());
    for row in rows {
        let value = StoredValue { id: row.id, text: row.value };
        stored.entry(row.owner).or_default().push((row.field_id, value));
    }
    Ok(FieldValues { model, fields: in_order(fields), stored })
}

/// Finds the definition of a field, for features that refer to one.
pub async fn find_field(db: &impl ConnectionTrait, id: i64) -> Result<Option<CustomField>, DbErr> {
    queries::find_field(db, id).await
}

impl FieldValues {
    /// The values that are set for one owner, in the order of the definitions.
    pub fn take(&mut self, owner: impl Into<i64>) -> Vec<FieldValue> {
        let owner = owner.into();
        let mut stored = self.stored.remove(&owner).unwrap_or_default();
        let owner = Owner { model: self.model, id: owner };
        let value = |field: &Arc<CustomField>| {
            let index = stored.iter().position(|(id, _)| *id == field.id)?;
            let stored = stored.swap_remove(index).1;
            Some(FieldValue { owner, field: field.clone(), stored })
        };
        self.fields.iter().filter_map(value).collect()
    }

    /// The value of every field for one owner, by name: what is set, or the
    /// default.
    pub fn take_all(&mut self, owner: i64) -> Vec<(String, Value)> {
        let stored = self.stored.remove(&owner).unwrap_or_default();
        let value = |field: &Arc<CustomField>| {
            let own = stored.iter().find(|(id, _)| *id == field.id);
            let text = own.map_or_else(|| field.default_text(), |(_, own)| (&own.text).into());
            (field.name.clone(), json!(typed(field.kind, &text)))
        };
        self.fields.iter().map(value).collect()
    }
}

/// By number, then by name: the definitions are sorted by name already.
pub fn in_order(mut fields: Vec<CustomField>) -> Vec<Arc<CustomField>> {
    fields.sort_by_key(|field| field.order);
    fields.into_iter().map(Arc::new).collect()
}
