// Turns a document into tools with openapi-mcp-generator: generator.mjs DOCUMENT OUT
import { writeFileSync } from "node:fs";
import { getToolsFromOpenApi } from "openapi-mcp-generator";

const [document, out] = process.argv.slice(2);
const found = await getToolsFromOpenApi(document, { dereference: true });
const tools = found.map((t) => ({ name: t.name, description: t.description, inputSchema: t.inputSchema }));
writeFileSync(out, JSON.stringify({ tools }));
