// A session of a real client: everything it hears and says is written to standard output, a message a line, so that two
// sessions can be compared. Usage: node client.mjs MODULES (--url URL | COMMAND ARGS...)
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [modules, ...server] = process.argv.slice(2);
const require = createRequire(resolve(modules, "package.json"));
const sdk = (path) => require("@modelcontextprotocol/sdk/" + path);
const { Client } = sdk("client/index.js");
const types = sdk("types.js");

const transport =
  server[0] === "--url"
    ? new (sdk("client/streamableHttp.js").StreamableHTTPClientTransport)(new URL(server[1]))
    : new (sdk("client/stdio.js").StdioClientTransport)({ command: server[0], args: server.slice(1), env: process.env, stderr: "ignore" });

const log = (who, message) => console.log(JSON.stringify({ who, message }));
const send = transport.send.bind(transport);
transport.send = (message, options) => {
  log("client", message);
  return send(message, options);
};

const client = new Client({ name: "session", version: "1" }, { capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: {} } });
const asked = {};
const answer = (schema, result) =>
  client.setRequestHandler(schema, (request) => {
    asked[request.method] = (asked[request.method] ?? 0) + 1;
    return result;
  });
answer(types.ListRootsRequestSchema, { roots: [{ uri: "file:///srv/bikes", name: "bikes" }] });
answer(types.CreateMessageRequestSchema, { role: "assistant", model: "none", content: { type: "text", text: "sampled" } });
answer(types.ElicitRequestSchema, { action: "accept", content: { name: "Ada", check: true } });

await client.connect(transport);
const hear = transport.onmessage;
transport.onmessage = (message, extra) => {
  log("server", message);
  return hear(message, extra);
};

// The tools that need a client which can be asked come when the server has found out that this one can.
let tools = [];
for (let i = 0; i < 100 && tools.length < 16; i++) {
  tools = (await client.listTools()).tools;
  if (tools.length < 16) await new Promise((done) => setTimeout(done, 50));
}
client._requestMessageId = 1000; // however often that took, the identifiers that follow are the same in each session
console.log(JSON.stringify({ who: "tools", message: tools.map((t) => t.name) }));

const call = (name, args, options) => client.callTool({ name, arguments: args }, undefined, options);
const resources = (await client.listResources()).resources;
const templates = (await client.listResourceTemplates()).resourceTemplates;
const prompts = (await client.listPrompts()).prompts;
await client.setLoggingLevel("debug");
for (const r of resources) await client.readResource({ uri: r.uri });
await client.subscribeResource({ uri: resources[0].uri });
await client.unsubscribeResource({ uri: resources[0].uri });
await client.complete({ ref: { type: "ref/prompt", name: "completable-prompt" }, argument: { name: "department", value: "E" } });
await client.complete({ ref: { type: "ref/resource", uri: templates[0].uriTemplate }, argument: { name: "resourceId", value: "1" } });
await client.getPrompt({ name: "simple-prompt" });
await client.getPrompt({ name: "args-prompt", arguments: { city: "Bergen" } });
await call("echo", { message: "a\u2028b \u00e9 \ud83d\udeb2" });
await call("get-sum", { a: 1, b: 2.5 });
await call("get-tiny-image", {});
await call("get-annotated-message", { messageType: "error", includeImage: true });
await call("get-structured-content", { location: "Chicago" });
await call("get-resource-links", { count: 2 });
await call("get-roots-list", {});
await call("trigger-long-running-operation", { duration: 0.3, steps: 3 }, { onprogress: () => {} });
await call("trigger-sampling-request", { prompt: "say", maxTokens: 10 });
await call("trigger-elicitation-request", {});
await call("get-sum", { a: "one" });
await call("no-such-tool", {}).catch((e) => e);
await client.request({ method: "no/such/method" }, types.ResultSchema).catch((e) => e);
const stop = new AbortController();
const stopped = call("trigger-long-running-operation", { duration: 30, steps: 3 }, { signal: stop.signal }).catch((e) => e);
stop.abort("enough");
await stopped;
await client.ping();
console.log(JSON.stringify({ who: "sums", message: { resources: resources.length, templates: templates.length, prompts: prompts.length, asked } }));
await client.close();
