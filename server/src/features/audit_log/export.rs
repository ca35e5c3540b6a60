//! All matching rows as a stream: the log may be far larger than memory.
//!
//! Rows are read in chunks, each starting where the last one ended: a slow
//! client does not hold a database connection.

use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use sea_orm::DbErr;

use super::entry::AuditEntry;
use super::filters::{Condition, Order};
use super::queries;
use crate::app::App;
use crate::error::ApiError;
use crate::listing::csv_line;
use crate::time::Timestamp;

const CHUNK: i64 = 500;
const HEAD: [&str; 17] = [
    "id",
    "entry_time",
    "username",
    "agent",
    "agent_id",
    "site",
    "action",
    "object_type",
    "object_id",
    "message",
    "before_value",
    "after_value",
    "ip_address",
    "debug_info",
    "api_key",
    "user_id",
    "code_sha256",
];

/// How the rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Json,
    /// A file for spreadsheets.
    Csv,
}

struct Export {
    app: App,
    condition: Condition,
    descending: bool,
    format: Format,
    /// Time and id of the last row that was sent.
    last: Option<(Timestamp, i64)>,
    is_done: bool,
}

/// Responds with every matching row, in the order of time.
pub fn export(
    app: &App,
    condition: Condition,
    order: &Order,
    total: i64,
    format: Format,
) -> Result<Response, ApiError> {
    if order.column != "entry_time" {
        // Sorting a million rows for each chunk would stall everybody else.
        let sentence = "without page or page_size the log comes in the order of entry_time only";
        return Err(ApiError::invalid("ordering", sentence));
    }
    let export = Export {
        app: app.clone(),
        condition,
        descending: order.descending,
        format,
        last: None,
        is_done: false,
    };
    let chunks = stream::try_unfold(export, Export::next);
    let total = (HeaderName::from_static("x-total-count"), HeaderValue::from(total));
    let kind = match format {
        Format::Json => "application/json",
        Format::Csv => "text/csv; charset=utf-8",
    };
    let kind = (CONTENT_TYPE, HeaderValue::from_static(kind));
    let mut response = ([total, kind], Body::from_stream(chunks)).into_response();
    if format == Format::Csv {
        let file = HeaderValue::from_static(r#"attachment; filename="audit-log.csv""#);
        response.headers_mut().insert(CONTENT_DISPOSITION, file);
    }
    Ok(response)
}

impl Export {
    async fn next(mut self) -> Result<Option<(Bytes, Self)>, DbErr> {
        if self.is_done {
            return Ok(None);
        }
        let db = self.app.db.read();
        let condition = self.condition.clone();
        let rows = queries::list_after(db, condition, self.descending, self.last, CHUNK).await?;
        self.is_done = (rows.len() as i64) < CHUNK;
        let text = match self.format {
            Format::Json => self.json(&rows),
            Format::Csv => self.csv(&rows),
        };
        self.last = rows.last().map(|row| (row.entry_time, row.id)).or(self.last);
        Ok(Some((text.into(), self)))
    }

    fn json(&self, rows: &[AuditEntry]) -> String {
        let mut text = if self.last.is_none() { "[".to_owned() } else { String::new() };
        for (index, row) in rows.iter().enumerate() {
            if index > 0 || self.last.is_some() {
                text.push(',');
            }
            text += &serde_json::to_string(row).expect("an entry is plain JSON");
        }
        if self.is_done {
            text.push(']');
        }
        text
    }

    fn csv(&self, rows: &[AuditEntry]) -> String {
        let mut text = if self.last.is_none() { csv_line(HEAD) } else { String::new() };
        for row in rows {
            let (id, time) = (row.id.to_string(), row.entry_time.to_string());
            let name = |text: &Option<String>| text.clone().unwrap_or_default();
            let json = |value: &Option<Box<serde_json::value::RawValue>>| {
                value.as_ref().map(|json| json.get().to_owned()).unwrap_or_default()
            };
            text += &csv_line([
                &id,
                &time,
                &row.username,
                &name(&row.agent),
                &name(&row.agent_id),
                &name(&row.site.as_ref().map(|site| site.name.clone())),
                &row.action,
                &row.object_type,
                &name(&row.object_id),
                &row.message,
                &json(&row.before_value),
                &json(&row.after_value),
                &row.ip_address,
                &json(&row.debug_info),
                &name(&row.api_key),
                &row.user_id.map(|id| id.to_string()).unwrap_or_default(),
                &name(&row.code_sha256),
            ]);
        }
        text
    }
}
