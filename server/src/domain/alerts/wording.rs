//! What messages about alerts say.

use muster_alerting::machine::Message;

use super::recent::RecentResult;
use crate::time::Timestamp;

/// A text message has 160 characters, or is paid for more than once.
const LONGEST_SMS: usize = 300;
const RECENT: &str = "Last results:";

/// The parts of a message.
pub struct Wording<'a> {
    /// What happened to the alert.
    pub status: &'static str,
    /// What was found, with its values.
    pub message: &'a str,
    pub severity: &'a str,
    pub hostname: Option<&'a str>,
    /// Names of client and site.
    pub location: Option<(&'a str, &'a str)>,
    /// When the alert opened.
    pub since: Timestamp,
    /// When this happened.
    pub at: Timestamp,
    /// The last results of its check, the newest first.
    pub recent: Vec<RecentResult>,
    pub link: Option<String>,
}

/// What happened, in few words.
pub fn status_line(message: Message) -> &'static str {
    match message {
        Message::Failed => "Failing",
        Message::Flapping => "Changes between failing and working",
        Message::StillFailing => "Still failing after the snooze",
        Message::Repeated => "Still failing",
        Message::Escalated => "Failing, and nobody has acknowledged it",
        Message::Resolved => "Resolved",
    }
}

impl Wording<'_> {
    /// Names and values, in the order in which people read them.
    fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = Vec::new();
        if let Some(hostname) = self.hostname {
            lines.push(("Agent", hostname.to_owned()));
        }
        if let Some((client, site)) = self.location {
            lines.push(("Client", client.to_owned()));
            lines.push(("Site", site.to_owned()));
        }
        lines.push(("Severity", self.severity.to_owned()));
        lines.push(("Since", self.since.to_string()));
        lines.push(("Time", self.at.to_string()));
        lines
    }
}

/// A mail as plain text.
pub fn text_body(wording: &Wording<'_>) -> String {
    let mut text = format!("{}: {}\n\n", wording.status, wording.message);
    for (name, value) in wording.lines() {
        text.push_str(&format!("{name}: {value}\n"));
    }
    if !wording.recent.is_empty() {
        text.push_str(&format!("\n{RECENT}\n"));
    }
    for RecentResult { time, text: found } in &wording.recent {
        text.push_str(&format!("{time}  {}\n", found.replace('\n', " ")));
    }
    if let Some(link) = &wording.link {
        text.push_str(&format!("\n{link}\n"));
    }
    text
}

/// The same as HTML.
pub fn html_body(wording: &Wording<'_>) -> String {
    let mut html = format!(
        "<!DOCTYPE html>\n<html><body>\n<p><strong>{}</strong>: {}</p>\n<table>\n",
        escaped(wording.status),
        escaped(wording.message).replace('\n', "<br>\n")
    );
    for (name, value) in wording.lines() {
        let value = escaped(&value);
        html.push_str(&format!("<tr><td>{name}</td><td>{value}</td></tr>\n"));
    }
    html.push_str("</table>\n");
    if !wording.recent.is_empty() {
        html.push_str(&recent_table(&wording.recent));
    }
    if let Some(link) = &wording.link {
        let link = escaped(link);
        html.push_str(&format!("<p><a href=\"{link}\">{link}</a></p>\n"));
    }
    html.push_str("</body></html>\n");
    html
}

fn recent_table(recent: &[RecentResult]) -> String {
    let row = |RecentResult { time, text }: &RecentResult| {
        format!("<tr><td>{time}</td><td>{}</td></tr>\n", escaped(text))
    };
    let rows: String = recent.iter().map(row).collect();
    format!("<p>{RECENT}</p>\n<table>\n{rows}</table>\n")
}

/// The same as a text message.
pub fn sms_text(wording: &Wording<'_>) -> String {
    let host = wording.hostname.map(|host| format!("{host}: ")).unwrap_or_default();
    let text = format!("{host}{}: {}", wording.status.to_lowercase(), wording.message);
    text.chars().take(LONGEST_SMS).collect()
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_agents_report_is_not_markup() {
        let wording = Wording {
            status: status_line(Message::Failed),
            message: "<b>1 & 2</b>\nnext",
            severity: "error",
            hostname: Some("\"pc\""),
            location: None,
            since: Timestamp::from_micros(0),
            at: Timestamp::from_micros(1_000_000),
            recent: vec![RecentResult {
                time: Timestamp::from_micros(0),
                text: "failing, <i>\nmore".to_owned(),
            }],
            link: Some("https://h/ui/alerts/1".to_owned()),
        };
        let html = html_body(&wording);
        assert!(html.contains("&lt;b&gt;1 &amp; 2&lt;/b&gt;<br>\nnext"), "{html}");
        assert!(html.contains("<td>&quot;pc&quot;</td>"), "{html}");
        assert!(html.contains("<td>failing, &lt;i&gt;\nmore</td>"), "{html}");
        let text = "Failing: <b>1 & 2</b>\nnext\n\nAgent: \"pc\"\nSeverity: error\n\
                    Since: 1970-01-01T00:00:00Z\nTime: 1970-01-01T00:00:01Z\n\n\
                    Last results:\n1970-01-01T00:00:00Z  failing, <i> more\n\n\
                    https://h/ui/alerts/1\n";
        assert_eq!(text_body(&wording), text);
        assert_eq!(sms_text(&wording), "\"pc\": failing: <b>1 & 2</b>\nnext");
    }
}
