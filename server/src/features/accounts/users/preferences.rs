//! A user's preferences for the web UI. Only differences from the defaults are stored.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::input::{Fields, Parse};

/// What a double click on an agent can do.
const CLICKS: &[&str] = &["editagent", "takecontrol", "remotebg", URL_ACTION_CLICK];
const URL_ACTION_CLICK: &str = "urlaction";
/// Tabs of the agent list.
const TABS: &[&str] = &["server", "workstation", "mixed"];
/// Orders of the client tree.
const TREE_ORDERS: &[&str] = &["alphafail", "alpha"];

/// How a user likes the web UI.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Preferences {
    /// Dark colours.
    pub dark_mode: bool,
    /// Whether the script list shows community scripts.
    pub show_community_scripts: bool,
    /// What a double click on an agent does: `editagent`, `takecontrol`,
    /// `remotebg` or `urlaction`.
    #[schema(extensions(("x-enum-values" = json!(CLICKS))))]
    pub agent_dblclick_action: String,
    /// The URL action of that double click.
    pub url_action: Option<i64>,
    /// The agent list's tab: `server`, `workstation` or `mixed`.
    #[schema(extensions(("x-enum-values" = json!(TABS))))]
    pub default_agent_tbl_tab: String,
    /// Order of the client tree: `alphafail` or `alpha`.
    #[schema(extensions(("x-enum-values" = json!(TREE_ORDERS))))]
    pub client_tree_sort: String,
    /// Width of the client tree in percent.
    pub client_tree_splitter: i64,
    /// Rows on a page of agents.
    pub agents_per_page: i64,
    /// Colour name.
    pub loading_bar_color: String,
    /// Colour name.
    pub dash_info_color: String,
    /// Colour name.
    pub dash_positive_color: String,
    /// Colour name.
    pub dash_negative_color: String,
    /// Colour name.
    pub dash_warning_color: String,
    /// Whether choosing a client empties the search.
    pub clear_search_when_switching: bool,
    /// How dates look; empty for the installation's own.
    pub date_format: String,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            dark_mode: true,
            show_community_scripts: true,
            agent_dblclick_action: "editagent".to_owned(),
            url_action: None,
            default_agent_tbl_tab: "mixed".to_owned(),
            client_tree_sort: "alphafail".to_owned(),
            client_tree_splitter: 11,
            agents_per_page: 50,
            loading_bar_color: "red".to_owned(),
            dash_info_color: "info".to_owned(),
            dash_positive_color: "positive".to_owned(),
            dash_negative_color: "negative".to_owned(),
            dash_warning_color: "warning".to_owned(),
            clear_search_when_switching: true,
            date_format: String::new(),
        }
    }
}

impl Preferences {
    /// Parses the stored text. What cannot be parsed becomes the default.
    pub fn from_stored(text: &str) -> Self {
        PreferenceChange(serde_json::from_str(text).unwrap_or_default())
            .applied_to(&Self::default())
    }

    /// What differs from the defaults, as JSON text.
    pub fn to_stored(&self) -> String {
        let defaults = Self::default().to_map();
        let mut changed = self.to_map();
        changed.retain(|name, value| defaults.get(name) != Some(value));
        Value::Object(changed).to_string()
    }

    /// The names and values, for lists that leave them out of a search.
    pub fn to_map(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        }
    }

    /// These preferences without a URL action that is deleted.
    pub fn without_url_action(mut self) -> Self {
        self.url_action = None;
        if self.agent_dblclick_action == URL_ACTION_CLICK {
            self.agent_dblclick_action = Self::default().agent_dblclick_action;
        }
        self
    }

    /// These preferences, overridden by what a caller sent.
    fn with(mut self, fields: &Fields<'_>) -> Self {
        let flag = |value: &mut bool, name| *value = fields.flag(name).or(*value);
        flag(&mut self.dark_mode, "dark_mode");
        flag(&mut self.show_community_scripts, "show_community_scripts");
        flag(&mut self.clear_search_when_switching, "clear_search_when_switching");

        let choice = |value: &mut String, name, choices: &[&str]| {
            *value = fields.text(name).one_of(choices).or(std::mem::take(value));
        };
        choice(&mut self.agent_dblclick_action, "agent_dblclick_action", CLICKS);
        choice(&mut self.default_agent_tbl_tab, "default_agent_tbl_tab", TABS);
        choice(&mut self.client_tree_sort, "client_tree_sort", TREE_ORDERS);

        let colour = |value: &mut String, name| {
            *value = fields.text(name).not_blank().max(255).or(std::mem::take(value));
        };
        colour(&mut self.loading_bar_color, "loading_bar_color");
        colour(&mut self.dash_info_color, "dash_info_color");
        colour(&mut self.dash_positive_color, "dash_positive_color");
        colour(&mut self.dash_negative_color, "dash_negative_color");
        colour(&mut self.dash_warning_color, "dash_warning_color");

        let splitter = fields.whole("client_tree_splitter").between(0..=100);
        self.client_tree_splitter = splitter.or(self.client_tree_splitter);
        let page = fields.whole("agents_per_page").between(1..=1000);
        self.agents_per_page = page.or(self.agents_per_page);
        let action = fields.whole("url_action").nullable();
        self.url_action = action.unwrap_or(self.url_action);
        self.date_format = date_format(fields).unwrap_or(self.date_format);
        self
    }
}

/// Preferences to change; null resets one to its default.
pub struct PreferenceChange(Map<String, Value>);

impl Parse for PreferenceChange {
    fn parse(fields: &Fields<'_>) -> Self {
        let mut sent = Preferences::default().with(fields).to_map();
        sent.retain(|name, _| fields.has(name));
        Self(sent)
    }
}

/// The same fields as in an answer, each of which may be left out.
impl PartialSchema for PreferenceChange {
    fn schema() -> RefOr<Schema> {
        match Preferences::schema() {
            RefOr::T(Schema::Object(mut object)) => {
                object.required.clear();
                object.into()
            }
            other => other,
        }
    }
}

impl ToSchema for PreferenceChange {}

impl PreferenceChange {
    pub fn applied_to(self, preferences: &Preferences) -> Preferences {
        let mut all = preferences.to_map();
        all.extend(self.0);
        serde_json::from_value(Value::Object(all)).unwrap_or_else(|_| preferences.clone())
    }
}

/// Format of dates; null clears it.
pub fn date_format(fields: &Fields<'_>) -> Option<String> {
    fields.text("date_format").max(30).nullable().map(Option::unwrap_or_default)
}
