//! `?force=true` of a delete.

use utoipa::IntoParams;

use crate::input::{Fields, Parse};

/// How to treat users of the role.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Force {
    /// Takes the role from its users too; they may do nothing then.
    #[param(required = false)]
    pub force: bool,
}

impl Parse for Force {
    fn parse(fields: &Fields<'_>) -> Self {
        Self { force: fields.flag("force").or(false) }
    }
}
