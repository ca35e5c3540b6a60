// One call of the Muster API, for scripts: prints what an expression makes of the answer.
//
//   MUSTER_URL=http://127.0.0.1:8000 MUSTER_KEY=… node scripts/api.mjs METHOD PATH EXPRESSION [BODY]
//
// MUSTER_SECONDS is how long the call may take, 10 if not said.
//
// EXPRESSION is JavaScript over `answer`; nothing is printed for null and
// undefined. Exit code 1 and one line on stderr when the call fails.

const [method, path, expression, body] = process.argv.slice(2);

try {
  const response = await fetch(process.env.MUSTER_URL + path, {
    method,
    body,
    headers: {
      Accept: "application/json",
      "Content-Type": "application/json",
      ...(process.env.MUSTER_KEY && { "X-API-KEY": process.env.MUSTER_KEY }),
    },
    signal: AbortSignal.timeout(Number(process.env.MUSTER_SECONDS ?? 10) * 1000),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`answered ${response.status}: ${text.slice(0, 300)}`);
  const value = new Function("answer", `return ${expression}`)(JSON.parse(text));
  if (value !== undefined && value !== null) console.log(value);
} catch (error) {
  console.error(`${method} ${path} ${error.cause?.message ?? error.message}`);
  process.exit(1);
}
