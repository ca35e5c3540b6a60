/**
 * Writes what the fields of requests allow, from `openapi.json`, as inputs take
 * it: `<NumberInput {...rules.RunCommand.timeout} />`. One constant for each
 * schema, so that a page carries only those it uses.
 */
import { readFileSync, writeFileSync } from "node:fs";

const [from, to] = process.argv.slice(2);
const { components, paths } = JSON.parse(readFileSync(from, "utf8"));

/** What each key of a schema is called by inputs. */
const NAMES = { minimum: "min", maximum: "max", maxLength: "maxLength" };

/** The properties of a schema, also of its parts. */
function properties(schema) {
  const { $ref } = schema;
  if ($ref) return properties(components.schemas[$ref.split("/").at(-1)]);
  const parts = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return [...parts.flatMap(properties), ...Object.entries(schema.properties ?? {})];
}

function rulesOf(schema) {
  const rules = properties(schema).map(([name, property]) => {
    const named = Object.entries(NAMES).filter(([key]) => key in property);
    return [name, Object.fromEntries(named.map(([key, input]) => [input, property[key]]))];
  });
  return Object.fromEntries(rules.filter(([, rule]) => Object.keys(rule).length > 0));
}

/** The schemas of the bodies that requests have. */
const bodies = Object.values(paths)
  .flatMap(Object.values)
  .map((operation) => operation.requestBody?.content?.["application/json"]?.schema.$ref)
  .filter(Boolean)
  .map((reference) => reference.split("/").at(-1));

const written = [...new Set(bodies)]
  .sort()
  .map((name) => [name, rulesOf(components.schemas[name])])
  .filter(([, rules]) => Object.keys(rules).length > 0)
  .map(([name, rules]) => `export const ${name} = ${JSON.stringify(rules)} as const;\n`);

writeFileSync(to, `/** Made from openapi.json by api-types/rules.mjs. */\n\n${written.join("")}`);
