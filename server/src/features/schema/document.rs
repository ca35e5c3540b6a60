//! The document as text, made when somebody first asks for it.

use std::sync::{Arc, OnceLock};

use anyhow::Context;
use utoipa::openapi::OpenApi;

/// The document in both spellings; cheap to clone.
#[derive(Clone)]
pub struct Texts(Arc<Inner>);

struct Inner {
    document: OpenApi,
    json: OnceLock<String>,
    yaml: OnceLock<String>,
}

impl Texts {
    /// Of the document that the router made.
    pub fn new(document: OpenApi) -> Self {
        Self(Arc::new(Inner { document, json: OnceLock::new(), yaml: OnceLock::new() }))
    }

    /// The document itself.
    pub fn document(&self) -> &OpenApi {
        &self.0.document
    }

    /// As JSON for people, with a closing line break.
    pub fn json(&self) -> anyhow::Result<&str> {
        if let Some(text) = self.0.json.get() {
            return Ok(text);
        }
        let text = self.0.document.to_pretty_json().context("while writing the document")?;
        Ok(self.0.json.get_or_init(|| text + "\n"))
    }

    /// As YAML.
    pub fn yaml(&self) -> anyhow::Result<&str> {
        if let Some(text) = self.0.yaml.get() {
            return Ok(text);
        }
        let text = self.0.document.to_yaml().context("while writing the document")?;
        Ok(self.0.yaml.get_or_init(|| text))
    }
}
