//! Many rows in one text, for lists that show the whole fleet.
//!
//! Passing a row on costs more than reading it: it crosses a channel, and each
//! of its values is copied separately. So the engine writes all rows as one
//! JSON text, an array of arrays, which reaches the caller without being parsed
//! into values and written again.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Value};

use super::sql;

/// Rows as the engine wrote them.
pub struct Packed {
    text: String,
    width: usize,
}

/// The parsed rows: each cell is the JSON text of one value.
pub struct Cells<'a> {
    cells: Vec<&'a str>,
    width: usize,
}

/// Runs `select <columns> <rest>`, where the rest begins with `from`.
pub async fn select(
    db: &impl ConnectionTrait,
    columns: &[&str],
    rest: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Packed, DbErr> {
    let list = columns.join(", ");
    let text = match db.get_database_backend() {
        DbBackend::Postgres => {
            format!("select coalesce(json_agg(json_build_array({list}))::text, '[]') {rest}")
        }
        _ => format!("select json_group_array(json_array({list})) {rest}"),
    };
    let text: Option<String> = sql::value(db, &text, values).await?;
    Ok(Packed { text: text.unwrap_or_default(), width: columns.len() })
}

impl Packed {
    /// No rows.
    pub fn empty() -> Self {
        Self { text: String::new(), width: 1 }
    }

    /// Splits the rows into cells.
    pub fn cells(&self) -> Result<Cells<'_>, DbErr> {
        let mut cells = Vec::with_capacity(self.text.len() / 12);
        let mut rest = Scanner { text: &self.text, position: 0 };
        while let Some(cell) = rest.next_cell() {
            cells.push(cell);
        }
        if !cells.len().is_multiple_of(self.width) {
            return Err(DbErr::Type("the engine wrote rows of different lengths".to_owned()));
        }
        Ok(Cells { cells, width: self.width })
    }
}

impl<'a> Cells<'a> {
    /// The rows in the order the engine wrote them.
    pub fn rows(&self) -> impl Iterator<Item = &[&'a str]> {
        self.cells.chunks_exact(self.width)
    }
}

/// The number in a cell; zero for anything else, which no key is.
pub fn key(cell: &str) -> i64 {
    cell.parse().unwrap_or(0)
}

/// Goes from cell to cell. Rows contain only texts, numbers, true, false and
/// null, so brackets outside of texts are those of rows.
struct Scanner<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Scanner<'a> {
    fn next_cell(&mut self) -> Option<&'a str> {
        let bytes = self.text.as_bytes();
        let is_between = |byte: &u8| matches!(byte, b'[' | b']' | b',' | b' ' | b'\n');
        let start =
            self.position + bytes[self.position..].iter().position(|byte| !is_between(byte))?;
        let end = match bytes[start] {
            b'"' => end_of_text(self.text, start + 1),
            _ => bytes[start..].iter().position(is_between).map_or(bytes.len(), |at| start + at),
        };
        self.position = end;
        Some(&self.text[start..end])
    }
}

/// The position behind the closing quotation mark: the first one that is not
/// escaped with a backslash.
fn end_of_text(text: &str, mut position: usize) -> usize {
    while let Some(at) = text[position..].find('"') {
        let before = text.as_bytes()[..position + at].iter().rev();
        position += at + 1;
        if before.take_while(|byte| **byte == b'\\').count().is_multiple_of(2) {
            return position;
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn taken_apart(text: &str, width: usize) -> Vec<Vec<String>> {
        let packed = Packed { text: text.to_owned(), width };
        let cells = packed.cells().unwrap();
        cells.rows().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect()
    }

    #[test]
    fn both_spellings_of_the_engines_yield_the_same_cells() {
        let expected = [["1", r#""a, [\"b\"]\\""#, "null"], ["-2.5", "\"\"", "true"]];
        let tight = r#"[[1,"a, [\"b\"]\\",null],[-2.5,"",true]]"#;
        let wide = "[[1, \"a, [\\\"b\\\"]\\\\\", null], \n [-2.5, \"\", true]]";
        assert_eq!(taken_apart(tight, 3), expected);
        assert_eq!(taken_apart(wide, 3), expected);
        assert_eq!(taken_apart("[]", 3), Vec::<Vec<String>>::new());
    }

    proptest! {
        #[test]
        fn every_text_comes_back_as_it_was(texts in prop::collection::vec(".{0,20}", 0..8)) {
            let rows: Vec<_> = texts.iter().map(|text| json!([text, 7])).collect();
            let expected: Vec<_> =
                texts.iter().map(|text| vec![json!(text).to_string(), "7".to_owned()]).collect();
            prop_assert_eq!(taken_apart(&json!(rows).to_string(), 2), expected);
        }
    }
}
