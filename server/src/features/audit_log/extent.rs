//! The first and the last row of the log.
//!
//! Ids have no gaps, and pruning removes from the beginning: the first and the
//! last id determine how many rows there are, and which ones a page has. No rows
//! are counted or skipped, even if there are a million.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::filters::Order;
use crate::listing::Page;
use crate::storage::sql;

#[derive(Debug, FromQueryResult)]
pub struct Extent {
    first_id: i64,
    /// One before the first when there are none.
    last_id: i64,
    /// From this row on, none is earlier than the one before it.
    ordered_from: i64,
}

impl Extent {
    pub async fn read(db: &impl ConnectionTrait) -> Result<Self, DbErr> {
        let text = "select coalesce((select min(id) from audit_log), h.last_id + 1) as first_id,
                           h.last_id, h.ordered_from
                      from audit_head h where h.id = 1";
        let extent: Option<Self> = sql::one(db, text, []).await?;
        extent.ok_or_else(|| DbErr::Custom("the head of the audit chain is missing".to_owned()))
    }

    pub fn count(&self) -> i64 {
        self.last_id + 1 - self.first_id
    }

    /// Whether this order is the order of the ids.
    pub fn follows(&self, order: &Order) -> bool {
        match order.column.as_str() {
            "id" => true,
            "entry_time" => self.ordered_from <= self.first_id,
            _ => false,
        }
    }

    /// The first and the last id of a page; after the end there are no such rows.
    pub fn ids_of(&self, page: Page, descending: bool) -> (i64, i64) {
        let (offset, size) = (page.offset(), page.size);
        if descending {
            let last = self.last_id.saturating_sub(offset);
            return (last.saturating_sub(size) + 1, last);
        }
        let first = self.first_id.saturating_add(offset);
        (first, self.last_id.min(first.saturating_add(size) - 1))
    }
}
