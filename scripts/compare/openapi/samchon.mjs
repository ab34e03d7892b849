// Turns a document into tools with @samchon/openapi: samchon.mjs DOCUMENT OUT
import { readFileSync, writeFileSync } from "node:fs";
import { HttpLlm, OpenApi } from "@samchon/openapi";

const [document, out] = process.argv.slice(2);
const app = HttpLlm.application({ document: OpenApi.convert(JSON.parse(readFileSync(document, "utf8"))) });
const tools = app.functions.map((f) => ({
  name: f.name,
  description: f.description,
  inputSchema: f.parameters,
  outputSchema: f.output,
}));
writeFileSync(out, JSON.stringify({ tools }));
