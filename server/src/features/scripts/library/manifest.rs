//! The scripts in the program, read from the files it was built with.

use std::sync::OnceLock;

use anyhow::Context;
use rust_embed::Embed;
use serde::{Deserialize, Serialize};

use crate::features::scripts::script::{BUILTIN, DEFAULT_TIMEOUT, Script, hash};

/// The files of `assets/scripts`.
#[derive(Embed)]
#[folder = "assets/scripts"]
struct Files;

/// A script of the program.
#[derive(Clone, Debug)]
pub struct LibraryScript {
    /// As it is stored.
    pub script: Script,
    /// Digest of its whole description: differs when anything does.
    pub digest: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    script: Vec<Description>,
}

/// A script as `library.toml` describes it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Description {
    /// Identifies it for ever, also when the file is renamed.
    guid: String,
    file: String,
    name: String,
    description: String,
    category: String,
    shell: String,
    #[serde(default)]
    platforms: Vec<String>,
    #[serde(default = "default_timeout")]
    timeout: i64,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    syntax: String,
}

fn default_timeout() -> i64 {
    DEFAULT_TIMEOUT
}

/// All scripts of the program, read once.
pub fn library() -> anyhow::Result<&'static [LibraryScript]> {
    static LIBRARY: OnceLock<Vec<LibraryScript>> = OnceLock::new();
    if let Some(scripts) = LIBRARY.get() {
        return Ok(scripts);
    }
    let manifest: Manifest =
        toml::from_str(&file("library.toml")?).context("library.toml of the script library")?;
    let scripts: anyhow::Result<Vec<LibraryScript>> =
        manifest.script.into_iter().map(Description::read).collect();
    let scripts = scripts?;
    Ok(LIBRARY.get_or_init(|| scripts))
}

/// The names of all files, to check that each is described.
#[cfg(test)]
pub fn file_names() -> Vec<String> {
    Files::iter().map(|name| name.into_owned()).collect()
}

fn file(name: &str) -> anyhow::Result<String> {
    let file = Files::get(name).with_context(|| format!("{name} of the script library"))?;
    let text = std::str::from_utf8(&file.data)
        .with_context(|| format!("{name} of the script library is no text"))?;
    Ok(text.to_owned())
}

impl Description {
    fn read(self) -> anyhow::Result<LibraryScript> {
        let body = file(&self.file)?;
        let digest = hash(&format!("{}\n{body}", serde_json::to_string(&self)?));
        let mut script = Script::empty();
        script.set_body(body);
        let item = &mut script.item;
        item.script_type = BUILTIN.to_owned();
        item.guid = self.guid;
        item.name = self.name;
        item.description = self.description;
        item.category = self.category;
        item.filename = self.file;
        item.shell = self.shell;
        item.supported_platforms = self.platforms;
        item.default_timeout = self.timeout;
        item.args = self.args;
        item.syntax = self.syntax;
        Ok(LibraryScript { script, digest })
    }
}
