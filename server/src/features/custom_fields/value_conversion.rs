//! Stored values when their definition changes: they must fit the new one, or the
//! change is refused.

use crate::audit::Change;
use crate::domain::custom_fields::CustomField;
use crate::domain::custom_fields::conversion::{TypedValue, typed};
use crate::domain::custom_fields::queries;
use crate::error::{ApiError, Problems, add_problem};

/// Values listed in a sentence; more would not be read.
const MAX_NAMED: usize = 10;
/// Characters of a value in a sentence.
const MAX_NAMED_CHARS: usize = 40;

/// A stored text and what it is converted to.
pub struct ValueConversion {
    from: String,
    to: String,
}

/// Plans the conversion of a field's stored values; those that cannot be converted
/// are added to the problems of `type` or `options`.
pub async fn plan(
    change: &Change,
    old: &CustomField,
    new: &CustomField,
    problems: &mut Problems,
) -> Result<Vec<ValueConversion>, ApiError> {
    if old.kind == new.kind && (old.options == new.options || !new.kind.has_options()) {
        return Ok(Vec::new());
    }
    let texts = queries::list_texts(&**change, old.id).await?;
    if old.kind == new.kind {
        let removed = removed_options(&texts, new);
        if !removed.is_empty() {
            add_problem(
                problems,
                "options",
                format!("these options are in use and cannot be removed: {}", named(&removed)),
            );
        }
        return Ok(Vec::new());
    }
    let (mut conversions, mut unconvertible) = (Vec::new(), Vec::new());
    for from in texts {
        match new.text_of(&from) {
            Ok(to) => conversions.push(ValueConversion { from, to }),
            Err(_) => unconvertible.push(from),
        }
    }
    if !unconvertible.is_empty() {
        let unconvertible: Vec<&str> = unconvertible.iter().map(String::as_str).collect();
        let kind = new.kind.as_str();
        add_problem(
            problems,
            "type",
            format!("stored values do not fit {kind}: {}", named(&unconvertible)),
        );
    }
    Ok(conversions)
}

/// Carries out a plan. Converting twice changes nothing, so the order of the
/// texts does not matter.
pub async fn carry_out(
    change: &Change,
    field: i64,
    conversions: &[ValueConversion],
) -> Result<(), ApiError> {
    for ValueConversion { from, to } in
        conversions.iter().filter(|conversion| conversion.from != conversion.to)
    {
        queries::replace_text(&**change, field, from, to).await?;
    }
    Ok(())
}

/// Options that are stored somewhere but not among the new ones.
fn removed_options<'a>(texts: &'a [String], new: &CustomField) -> Vec<&'a str> {
    let mut removed = Vec::new();
    for text in texts {
        let items = match typed(new.kind, text) {
            TypedValue::List(items) => items,
            _ => vec![text.as_str()],
        };
        for item in items {
            let is_known = new.options.iter().any(|option| option == item);
            if !is_known && !removed.contains(&item) {
                removed.push(item);
            }
        }
    }
    removed
}

fn named(texts: &[&str]) -> String {
    let quoted = |text: &&str| {
        let start: String = text.chars().take(MAX_NAMED_CHARS).collect();
        let rest = if start.len() < text.len() { "…" } else { "" };
        format!("\"{start}{rest}\"")
    };
    let names: Vec<String> = texts.iter().take(MAX_NAMED).map(quoted).collect();
    let more = match texts.len().saturating_sub(MAX_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", names.join(", "))
}
