//! What the alert of a site says.

/// The message of an alert about a site: how many of its agents are away, and which.
pub fn site_unreachable(site: &str, away: &[&str], agents_of_site: usize) -> String {
    let count = away.len();
    let of = agents_of_site.max(count);
    format!("site {site} is unreachable ({count} of {of}): {}", away.join(", "))
}

/// The message of its recovery, with those that have not returned.
pub fn site_recovered(site: &str, still_away: &[&str]) -> String {
    if still_away.is_empty() {
        return format!("site {site} is reachable again");
    }
    format!("site {site} is reachable again, still away: {}", still_away.join(", "))
}
