// The results: lines of a table, and the page for people.

/**
 * One line of the table: what, its value and unit, its budget, and details: `missing` is why it
 * could not be measured here.
 */
export const row = (what, value, unit, budget, more = {}) => ({ what, value, unit, budget, ...more });
export const times = ({ p50, p95, p99, count }) => ({ p50, p95, p99, count });

const number = (value) => {
  if (value === null || value === undefined) return "";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(3)));
};

/** "ok" within its budget, otherwise how far above, or below what it should be at least. */
const verdict = ({ value, budget, isLeast }) => {
  if (budget === null || budget === undefined) return "";
  if (isLeast) return value >= budget ? "ok" : `**${number(value / budget)} ×**`;
  if (value <= budget) return "ok";
  return budget === 0 ? "**above**" : `**${number(value / budget)} ×**`;
};

const measured = (row) => (row.missing ? `not measured: ${row.missing}` : `${number(row.value)} ${row.unit}`);

const line = (row) =>
  `| ${row.what} | ${measured(row)} | ${row.budget == null ? "" : `${row.isLeast ? "≥" : "≤"} ${row.budget} ${row.unit}`} | ${verdict(row)} | ` +
  `${[row.p50, row.p95, row.p99].map(number).join(" / ").replace(/^ \/ {2}\/ $/, "")} |`;

const HEAD = "| What | Value | Budget | | p50 / p95 / p99 ms |\n|---|---|---|---|---|";

export function markdown(results) {
  const { machine } = results;
  const parts = [
    "# Benchmarks",
    `Written by \`make bench\`; the numbers are in \`bench/results/${results.date.slice(0, 10)}.json\`.`,
    [
      `- Measured: ${results.date}, commit ${results.commit}, ${results.rustc}`,
      `- Machine: ${machine.processor}, ${machine.processors} processors, ${machine.memory_gib} GiB, ${machine.system}; load before: ${machine.load_before.toFixed(1)}`,
      `- Command: \`${results.command}\``,
      "- Server, load and engines share the machine. Processor time is the server's own, without PostgreSQL's.",
    ].join("\n"),
  ];
  for (const { engine, agents, rows, stolen_percent } of results.measured) {
    const name = engine === "postgres" ? "PostgreSQL and NATS" : "SQLite";
    parts.push(`## ${name}, ${agents.toLocaleString("en-US")} agents`);
    if (stolen_percent >= 2) {
      parts.push(`Other machines on the same host took ${number(stolen_percent)} % of the processors meanwhile: times are too high.`);
    }
    parts.push(`${HEAD}\n${rows.map(line).join("\n")}`);
  }
  parts.push("## The agent", `${HEAD}\n${results.agent.map(line).join("\n")}`);
  if (results.remote.length > 0) {
    parts.push("## Remote sessions", `${HEAD}\n${results.remote.map(line).join("\n")}`);
  }
  if (results.instructions.length > 0) {
    const rows = results.instructions.map((row) => `| ${row.what} | ${number(row.instructions)} |`);
    parts.push(
      "## Instructions per request",
      "Counted by callgrind on SQLite; they do not depend on how busy the machine is.",
      `| What | Instructions |\n|---|---|\n${rows.join("\n")}`,
    );
  }
  return `${parts.join("\n\n")}\n`;
}
