/** Hands a text to the browser as a file. */
export function saveFile(name: string, content: string, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Rows as CSV, quoted so that a spreadsheet reads them as they are and runs none of them. */
export function csv(rows: (string | number | null)[][]): string {
  return rows.map((row) => row.map(csvCell).join(",")).join("\r\n");
}

function csvCell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  // A cell that begins like a formula would be run by the spreadsheet that opens it.
  const safe = /^[=+\-@\t\r]/.test(text) && typeof value === "string" ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
