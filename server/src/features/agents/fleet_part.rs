//! A page of the list in its default order, which is by client, site and host name.
//!
//! Sorting all agents for each page means reading all of them. Counting them by
//! site only reads an index, and shows which sites the page is in.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};

use super::fleet_queries::{self as queries, Beat, Place, Selection};
use crate::listing::Page;
use crate::time::Timestamp;

/// The sites that a page is in.
#[derive(Debug)]
struct Part {
    /// In the order of the list.
    sites: Vec<i64>,
    /// Agents of the first site that are before the page.
    skip: usize,
}

impl Part {
    /// `counts` are those of the matching agents.
    fn of(page: Page, places: impl Iterator<Item = i64>, counts: &HashMap<i64, i64>) -> Self {
        let (mut skip, mut wanted) = (page.offset(), page.size);
        let mut sites = Vec::new();
        for site in places {
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
    places: &[Place],
    (page, counts): (Page, &HashMap<i64, i64>),
    now: Timestamp,
) -> Result<(Vec<Beat>, bool), DbErr> {
    let has_more = page.offset().saturating_add(page.size) < counts.values().sum();
    let Part { sites, skip } = Part::of(page, places.iter().map(|place| place.site), counts);
    let size = usize::try_from(page.size).unwrap_or(usize::MAX);
    let beats = match sites[..] {
        [] => Vec::new(),
        // This site may be the whole fleet: the database cuts the page.
        [site] => queries::list_beats_of_site(db, selection, site, (skip, size), now).await?,
        _ => {
            let mut beats = queries::list_beats_of_sites(db, selection, &sites, now).await?;
            let ranks: HashMap<i64, usize> =
                sites.iter().enumerate().map(|(rank, site)| (*site, rank)).collect();
            // Stable, so that each site keeps its own order.
            beats.sort_by_key(|(site, _)| ranks.get(site).copied());
            beats.into_iter().skip(skip).take(size).map(|(_, beat)| beat).collect()
        }
    };
    Ok((beats, has_more))
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
            let places: Vec<i64> = (0..9).map(|place| place * 5 % 9).collect();
            let page = Page { number, size };

            let Part { sites, skip } = Part::of(page, places.iter().copied(), &counts);

            let cut = |agents: Vec<(i64, i64)>, skip: usize| -> Vec<(i64, i64)> {
                agents.into_iter().skip(skip).take(usize::try_from(size).unwrap()).collect()
            };
            let offset = usize::try_from(page.offset()).unwrap();
            prop_assert_eq!(cut(agents(sites), skip), cut(agents(places), offset));
        }
    }
}
