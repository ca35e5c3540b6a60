//! The description of the API, made when somebody first asks for it: it takes
//! megabytes that most servers never need.

use std::sync::{Arc, OnceLock};

use anyhow::Context;
use utoipa::openapi::OpenApi;

/// The document and both spellings of it; cheap to clone.
#[derive(Clone)]
pub struct Texts(Arc<Inner>);

struct Inner {
    make: fn() -> OpenApi,
    document: OnceLock<OpenApi>,
    json: OnceLock<String>,
    yaml: OnceLock<String>,
}

impl Texts {
    /// Of the document that the router makes.
    pub fn new(make: fn() -> OpenApi) -> Self {
        let (document, json, yaml) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Self(Arc::new(Inner { make, document, json, yaml }))
    }

    /// The document itself.
    pub fn document(&self) -> &OpenApi {
        self.0.document.get_or_init(self.0.make)
    }

    /// As JSON for people, with a closing line break.
    pub fn json(&self) -> anyhow::Result<&str> {
        if let Some(text) = self.0.json.get() {
            return Ok(text);
        }
        let text = self.document().to_pretty_json().context("while writing the document")?;
        Ok(self.0.json.get_or_init(|| text + "\n"))
    }

    /// As YAML.
    pub fn yaml(&self) -> anyhow::Result<&str> {
        if let Some(text) = self.0.yaml.get() {
            return Ok(text);
        }
        let text = self.document().to_yaml().context("while writing the document")?;
        Ok(self.0.yaml.get_or_init(|| text))
    }
}
