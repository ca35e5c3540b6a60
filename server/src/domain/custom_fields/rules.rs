//! The rules for a definition as a whole.

use super::custom_field::CustomField;
use super::kind::Kind;
use super::queries;
use super::reserved::is_reserved;
use crate::audit::Change;
use crate::error::{ApiError, Problems, add_problem};
use crate::storage;

const MAX_OPTIONS: usize = 1000;
const LONGEST_OPTION: usize = 255;

/// Checks a definition against all rules except those about stored values, and
/// converts its default into the text form. A stored field keeps its name,
/// whatever that is.
pub async fn normalise(
    change: &Change,
    old: Option<&CustomField>,
    field: &mut CustomField,
    problems: &mut Problems,
) -> Result<(), ApiError> {
    let is_renamed = old.is_none_or(|old| old.name != field.name);
    if is_renamed && is_reserved(field.model, &field.name) {
        add_problem(problems, "name", NAME_RESERVED);
    }
    if queries::name_exists(&**change, field.model, &field.name, field.id).await? {
        add_problem(problems, "name", NAME_TAKEN);
    }
    options(field, problems);
    default(field, problems);
    Ok(())
}

const NAME_TAKEN: &str = "this name is already used";
const NAME_RESERVED: &str = "this is the name of a property: choose another";

/// What a failed statement means to the caller: two concurrent requests both
/// find the name unused, and the index decides.
pub fn refusal(error: sea_orm::DbErr) -> ApiError {
    if storage::is_duplicate(&error) {
        return ApiError::invalid("name", NAME_TAKEN);
    }
    error.into()
}

fn options(field: &CustomField, problems: &mut Problems) {
    let CustomField { kind, options, .. } = field;
    if kind.has_options() && options.is_empty() {
        add_problem(
            problems,
            "options",
            format!("this field is required for the type {}", kind.as_str()),
        );
    }
    if options.len() > MAX_OPTIONS {
        return add_problem(problems, "options", format!("must have at most {MAX_OPTIONS} items"));
    }
    for (index, option) in options.iter().enumerate() {
        let problem = if option.is_empty() {
            "must not be empty".to_owned()
        } else if option.chars().count() > LONGEST_OPTION {
            format!("must have at most {LONGEST_OPTION} characters")
        } else if options[..index].contains(option) {
            "this option is listed twice".to_owned()
        } else if *kind == Kind::Multiple && option.contains(',') {
            "must not contain a comma, which is between the options of a value".to_owned()
        } else {
            continue;
        };
        add_problem(problems, format!("options[{index}]"), problem);
    }
}

/// Only the default of the field's type counts; the others are stored as sent.
fn default(field: &mut CustomField, problems: &mut Problems) {
    // Invalid options are problem enough: no default can match them.
    if problems.keys().any(|path| path.starts_with("options")) {
        return;
    }
    match field.kind {
        Kind::Checkbox => {}
        Kind::Multiple => match field.text_of_list(&field.default_values_multiple) {
            Ok(text) => {
                let items = text.split(',').filter(|item| !item.is_empty());
                field.default_values_multiple = items.map(str::to_owned).collect();
            }
            Err(problem) => add_problem(problems, "default_values_multiple", problem),
        },
        _ if field.default_value_string.is_empty() => {}
        _ => match field.text_of(&field.default_value_string) {
            Ok(text) => field.default_value_string = text,
            Err(problem) => add_problem(problems, "default_value_string", problem),
        },
    }
}
