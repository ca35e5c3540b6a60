//! What an update is: as a scan describes it, and as it is stored.

use muster_protocol::Update;
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};

use super::update::SEVERITIES;

/// The source of updates of Windows.
const WINDOWS: &str = "windows_update";
const LONGEST_TEXT: usize = 1000;
/// Articles, pages and categories of one update.
const MOST_ENTRIES: usize = 50;
const LONGEST_ENTRY: usize = 300;

/// The description of an update.
#[derive(Clone, Debug, PartialEq, FromQueryResult)]
pub struct Details {
    /// Package, or number in the knowledge base.
    pub kb: String,
    /// A line for people.
    pub title: String,
    /// More for people.
    pub description: String,
    /// How urgent.
    pub severity: String,
    /// A list of texts as JSON.
    pub categories: String,
    /// The updater that offers it.
    pub source: String,
    /// [`MoreDetails`] as JSON; empty where there are none.
    pub more: String,
    /// Whether somebody hid it at the computer.
    pub is_hidden: bool,
}

/// What only some updaters report, such as that of Windows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MoreDetails {
    pub category_ids: Vec<String>,
    pub kb_article_ids: Vec<String>,
    pub more_info_urls: Vec<String>,
    pub support_url: String,
    pub revision_number: i64,
    /// The most it downloads; none when unknown.
    pub size_bytes: Option<i64>,
    pub is_driver: bool,
    pub is_downloaded: bool,
    pub can_ask_for_input: bool,
    pub needs_reboot: bool,
}

impl Details {
    pub fn of(update: &Update, source: &str) -> Self {
        let title = match update.title.is_empty() {
            true => format!("{} {}", update.name, update.version),
            false => update.title.clone(),
        };
        let description = match (update.description.as_str(), update.installed_version.as_str()) {
            ("", "") => update.version.clone(),
            ("", installed) => format!("{installed} → {}", update.version),
            (description, _) => description.to_owned(),
        };
        let severity = SEVERITIES.iter().find(|name| **name == update.severity);
        Self {
            kb: clean(&update.name),
            title: clean(title.trim()),
            description: clean(&description),
            severity: severity.copied().unwrap_or_default().to_owned(),
            categories: serde_json::json!(categories(update)).to_string(),
            more: MoreDetails::of(update).stored(),
            is_hidden: update.is_held && source == WINDOWS,
            source: clean(source),
        }
    }

    /// What all versions of one package have in common; none where nothing says.
    ///
    /// On Windows one article can be about updates for several products, and each
    /// month brings another article about the same one. Updates of one product have
    /// the same categories, and titles that differ in numbers.
    pub fn package(&self) -> Option<Package> {
        if self.source == WINDOWS {
            let title = self.title.chars().filter(|c| !c.is_ascii_digit()).collect();
            return Some((title, MoreDetails::read(&self.more).category_ids));
        }
        let is_named = !self.kb.is_empty();
        is_named.then(|| (self.kb.clone(), Vec::new()))
    }
}

/// The name of a package; on Windows a title without numbers, and categories.
pub type Package = (String, Vec<String>);

impl MoreDetails {
    fn of(update: &Update) -> Self {
        Self {
            category_ids: entries(&update.category_ids),
            kb_article_ids: entries(&update.kb_ids),
            more_info_urls: entries(&update.more_info_urls)
                .into_iter()
                .filter(|url| is_page(url))
                .collect(),
            support_url: Some(clean(&update.support_url))
                .filter(|url| is_page(url))
                .unwrap_or_default(),
            revision_number: update.revision.into(),
            size_bytes: i64::try_from(update.size_bytes).ok().filter(|bytes| *bytes > 0),
            is_driver: update.is_driver,
            is_downloaded: update.is_downloaded,
            can_ask_for_input: update.can_ask_for_input,
            needs_reboot: update.needs_reboot,
        }
    }

    /// What the database has; nothing of what it cannot read.
    pub fn read(stored: &str) -> Self {
        serde_json::from_str(stored).unwrap_or_default()
    }

    fn stored(&self) -> String {
        if *self == Self::default() { String::new() } else { serde_json::json!(self).to_string() }
    }
}

/// As the updater names them; where it names none, what is known of the update.
fn categories(update: &Update) -> Vec<String> {
    if !update.categories.is_empty() {
        return entries(&update.categories);
    }
    let known = [(update.is_security, "Security"), (update.is_held, "Held")];
    known.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.to_owned()).collect()
}

fn entries(texts: &[String]) -> Vec<String> {
    let cut =
        |text: &String| text.chars().filter(|c| *c != '\0').take(LONGEST_ENTRY).collect::<String>();
    texts.iter().take(MOST_ENTRIES).map(cut).collect()
}

/// Addresses become links: nothing that a browser would run.
fn is_page(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

/// Without NUL, truncated.
pub fn clean(text: &str) -> String {
    text.chars().filter(|c| *c != '\0').take(LONGEST_TEXT).collect()
}
