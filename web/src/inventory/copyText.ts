/** A group as text for a ticket or a spreadsheet: cells between tabs. */
import { fieldNames } from "./columnNames";
import type { Group } from "./groups";

export function copyText({ shape, rows, note }: Group): string {
  const about = note ? [[note.label, note.reason]] : [];
  const lines = shape === "table" ? tableLines(rows) : factLines(rows);
  return [...about, ...lines].map((cells) => `${cells.map(oneLine).join("\t")}\n`).join("");
}

function factLines(rows: Group["rows"]): string[][] {
  const facts = rows.flatMap((row) => row.facts);
  return facts.map(({ label, text }) => (label === "" ? [text] : [label, text]));
}

/** All fields, not only those that the page shows as columns. */
function tableLines(rows: Group["rows"]): string[][] {
  const names = fieldNames(rows);
  const facts = rows.flatMap((row) => row.facts);
  const head = names.map((name) => facts.find((fact) => fact.name === name)?.label ?? name);
  const body = rows.map((row) =>
    names.map((name) => row.facts.find((fact) => fact.name === name)?.text ?? ""),
  );
  return [head, ...body];
}

/** A value never looks like two. */
const oneLine = (text: string) => text.replaceAll(/[\t\r\n]+/g, " ");
