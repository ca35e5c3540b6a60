//! A page of the list in its default order, which is by client, site and host name.
//!
//! Sorting all agents for each page means reading all of them. Counting them by
//! site only reads an index, and shows which sites the page is in.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};

use super::fleet_queries::{self as queries, MatchedAgent, Selection, SiteInfo};
use crate::listing::Page;
use crate::time::Timestamp;

/// The sites that a page is in.
#[derive(Debug)]
struct PageSites {
    /// In the order of the list.
    sites: Vec<i64>,
    /// Agents of the first site that are before the page.
    skip: usize,
}

impl PageSites {
    /// `counts` are those of the matching agents.
    fn of(page: Page, all_sites: impl Iterator<Item = i64>, counts: &HashMap<i64, i64>) -> Self {
        let (mut skip, mut wanted) = (page.offset(), page.size);
        let mut sites = Vec::new();
        for site in all_sites {
            let count = counts.get(&site).copied().unwrap_or(0);
            if sites.is_empty() && skip >= count {
                skip -= count;
                continue;
            }
            if wanted <= 0 {
                break;
            }
            wanted -= if sites.is_empty() { count - skip } else { count };
            sites.push(site);
        }
        Self { sites, skip: usize::try_from(skip).unwrap_or(usize::MAX) }
    }
}

/// The agents of a page, and whether there are more after it.
pub async fn find(
    db: &impl ConnectionTrait,
    selection: &Selection,
    all_sites: &[SiteInfo],
    (page, counts): (Page, &HashMap<i64, i64>),
    now: Timestamp,
) -> Result<(Vec<MatchedAgent>, bool), DbErr> {
    let has_more = page.offset().saturating_add(page.size) < counts.values().sum();
    let PageSites { sites, skip } =
        PageSites::of(page, all_sites.iter().map(|site| site.site), counts);
    let size = usize::try_from(page.size).unwrap_or(usize::MAX);
    let matches = match sites[..] {
        [] => Vec::new(),
        // This site may be the whole fleet: the database cuts the page.
        [site] => queries::list_matches_of_site(db, selection, site, (skip, size), now).await?,
        _ => {
            let mut matches = queries::list_matches_of_sites(db, selection, &sites, now).await?;
            let ranks: HashMap<i64, usize> =
                sites.iter().enumerate().map(|(rank, site)| (*site, rank)).collect();
            // Stable, so that each site keeps its own order.
            matches.sort_by_key(|(site, _)| ranks.get(site).copied());
            matches.into_iter().skip(skip).take(size).map(|(_, matched)| matched).collect()
        }
    };
    Ok((matches, has_more))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_page_from_its_sites_equals_a_page_from_the_whole_list(
            sizes in prop::collection::vec(0..6_i64, 0..9), number in 1..12_i64, size in 1..9_i64,
        ) {
            let counts: HashMap<i64, i64> = (0..).zip(sizes).filter(|(_, size)| *size > 0).collect();
            let agents = |sites: Vec<i64>| -> Vec<(i64, i64)> {
                let agents = |site: i64| (0..counts.get(&site).copied().unwrap_or(0))
                    .map(move |agent| (site, agent));
                sites.into_iter().flat_map(agents).collect()
            };
            // Not in the order of their numbers.
            let all_sites: Vec<i64> = (0..9).map(|site| site * 5 % 9).collect();
            let page = Page { number, size };

            let PageSites { sites, skip } = PageSites::of(page, all_sites.iter().copied(), &counts);

            let cut = |agents: Vec<(i64, i64)>, skip: usize| -> Vec<(i64, i64)> {
                agents.into_iter().skip(skip).take(usize::try_from(size).unwrap()).collect()
            };
            let offset = usize::try_from(page.offset()).unwrap();
            prop_assert_eq!(cut(agents(sites), skip), cut(agents(all_sites), offset));
        }
    }
}
