//! The description of the API, as `openapi.json` holds it: a test makes it out
//! of the code and compares. The program keeps it compressed, and unpacks it
//! on request.

use std::io::Read;
use std::sync::{Arc, OnceLock};

use anyhow::Context;
use flate2::read::GzDecoder;
use serde_json::Value;

const COMPRESSED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));

/// The document in both formats; cheap to clone.
#[derive(Clone, Default)]
pub struct Texts(Arc<Inner>);

#[derive(Default)]
struct Inner {
    json: OnceLock<String>,
    yaml: OnceLock<String>,
}

impl Texts {
    /// As JSON for people, with a closing line break.
    pub fn json(&self) -> anyhow::Result<&str> {
        if let Some(text) = self.0.json.get() {
            return Ok(text);
        }
        let text = unpacked()?;
        Ok(self.0.json.get_or_init(|| text))
    }

    /// As YAML.
    pub fn yaml(&self) -> anyhow::Result<&str> {
        if let Some(text) = self.0.yaml.get() {
            return Ok(text);
        }
        // Through the values of the YAML library: they keep the order.
        let document: yaml_serde::Value = serde_json::from_str(self.json()?)?;
        let text = yaml_serde::to_string(&document).context("while writing the document")?;
        Ok(self.0.yaml.get_or_init(|| text))
    }
}

/// The document itself.
pub fn document() -> anyhow::Result<Value> {
    serde_json::from_str(&unpacked()?).context("while reading openapi.json")
}

/// The text of `openapi.json`.
pub fn unpacked() -> anyhow::Result<String> {
    let mut text = String::new();
    GzDecoder::new(COMPRESSED).read_to_string(&mut text).context("while unpacking openapi.json")?;
    Ok(text)
}
