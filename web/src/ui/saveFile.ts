/** Hands a text to the browser as a file. */
export function saveFile(name: string, content: string, type = "text/plain") {
  saveBlob(name, new Blob([fileText(content, type)], { type }));
}

/** Hands bytes to the browser as a file. */
export function saveBlob(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Without the mark at its beginning, Excel takes a CSV file for one of another century. */
export function fileText(content: string, type: string): string {
  return type === "text/csv" && !content.startsWith(BOM) ? BOM + content : content;
}

const BOM = "\uFEFF";

/** A file as the API writes it, with heads for people instead of its keys. */
export function withLabels(text: string, labels: Record<string, string>): string {
  const end = text.search(/\r?\n|$/);
  const heads = text.slice(0, end).split(",");
  return csv([heads.map((head) => labels[head] ?? head)]) + text.slice(end);
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
