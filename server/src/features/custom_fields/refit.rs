//! Stored values when their definition changes: they must fit the new one, or the
//! change is refused.

use crate::audit::Change;
use crate::domain::custom_fields::CustomField;
use crate::domain::custom_fields::conversion::{Typed, typed};
use crate::domain::custom_fields::queries;
use crate::error::{ApiError, Problems, note};

/// Values listed in a sentence; more would not be read.
const MOST_NAMED: usize = 10;
/// Characters of a value in a sentence.
const LONGEST_NAMED: usize = 40;

/// A stored text and what it is converted to.
pub struct Refit {
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
) -> Result<Vec<Refit>, ApiError> {
    if old.kind == new.kind && (old.options == new.options || !new.kind.has_options()) {
        return Ok(Vec::new());
    }
    let texts = queries::list_texts(&**change, old.id).await?;
    if old.kind == new.kind {
        let gone = gone_options(&texts, new);
        if !gone.is_empty() {
            note(
                problems,
                "options",
                format!("these options are in use and cannot be removed: {}", named(&gone)),
            );
        }
        return Ok(Vec::new());
    }
    let (mut refits, mut stuck) = (Vec::new(), Vec::new());
    for from in texts {
        match new.text_of(&from) {
            Ok(to) => refits.push(Refit { from, to }),
            Err(_) => stuck.push(from),
        }
    }
    if !stuck.is_empty() {
        let stuck: Vec<&str> = stuck.iter().map(String::as_str).collect();
        let kind = new.kind.word();
        note(problems, "type", format!("stored values do not fit {kind}: {}", named(&stuck)));
    }
    Ok(refits)
}

/// Carries out a plan. Converting twice changes nothing, so the order of the
/// texts does not matter.
pub async fn carry_out(change: &Change, field: i64, refits: &[Refit]) -> Result<(), ApiError> {
    for Refit { from, to } in refits.iter().filter(|refit| refit.from != refit.to) {
        queries::replace_text(&**change, field, from, to).await?;
    }
    Ok(())
}

/// Options that are stored somewhere but not among the new ones.
fn gone_options<'a>(texts: &'a [String], new: &CustomField) -> Vec<&'a str> {
    let mut gone = Vec::new();
    for text in texts {
        let items = match typed(new.kind, text) {
            Typed::List(items) => items,
            _ => vec![text.as_str()],
        };
        for item in items {
            let is_known = new.options.iter().any(|option| option == item);
            if !is_known && !gone.contains(&item) {
                gone.push(item);
            }
        }
    }
    gone
}

fn named(texts: &[&str]) -> String {
    let quoted = |text: &&str| {
        let start: String = text.chars().take(LONGEST_NAMED).collect();
        let rest = if start.len() < text.len() { "…" } else { "" };
        format!("\"{start}{rest}\"")
    };
    let names: Vec<String> = texts.iter().take(MOST_NAMED).map(quoted).collect();
    let more = match texts.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", names.join(", "))
}
