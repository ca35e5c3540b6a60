/** What is wrong with custom fields, under the names their inputs have in a form. */
import type { Schema } from "../api/client";
import { Problem } from "../api/problem";

type Definition = Pick<Schema<"CustomField">, "id" | "name">;
type Entry = Pick<Schema<"CustomFieldEntry">, "field">;

const BEGINNING = "custom_field.";

/** The name of a custom field's input in a form. */
export const inputName = (definition: number) => `${BEGINNING}${definition}`;
export const isInputName = (name: string) => name.startsWith(BEGINNING);

/**
 * The server counts the entries that were sent (`custom_fields[0].string_value`),
 * and names the required ones that were not ("Owner is required.").
 */
export function namedByField(problem: Problem, sent: Entry[], definitions: Definition[]): Problem {
  const fields: Record<string, string[]> = {};
  const add = (name: string, sentence: string) => {
    fields[name] = [...(fields[name] ?? []), sentence];
  };
  for (const [path, sentences] of Object.entries(problem.fields)) {
    const place = /^custom_fields\[(\d+)\]/.exec(path)?.[1];
    const entry = place === undefined ? undefined : sent[Number(place)];
    for (const sentence of sentences) {
      const missing =
        path === "custom_fields" && definitions.find((one) => isAbout(sentence, one.name));
      const field = missing ? missing.id : entry?.field;
      add(field === undefined ? path : inputName(field), sentence);
    }
  }
  return new Problem(problem.message, problem.status, problem.code, fields, problem.requestId);
}

const isAbout = (sentence: string, name: string) =>
  sentence.toLowerCase() === `${name.toLowerCase()} is required.`;
