//! Lines of a CSV file (RFC 4180) that spreadsheets open safely.

/// One line. A field that a spreadsheet would run as a formula is shown as
/// text: names and messages may contain text from strangers.
pub fn csv_line<'a>(
    fields: impl IntoIterator<Item = &'a (impl AsRef<str> + ?Sized + 'a)>,
) -> String {
    let fields: Vec<String> = fields.into_iter().map(|text| field(text.as_ref())).collect();
    format!("{}\r\n", fields.join(","))
}

fn field(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains(['"', ',', '\r', '\n']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_needed_and_formulas_become_text() {
        let line = csv_line(["plain", "a,b", "say \"hi\"", "two\nlines", "=1+1", ""]);
        assert_eq!(line, "plain,\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",'=1+1,\r\n");
    }
}
