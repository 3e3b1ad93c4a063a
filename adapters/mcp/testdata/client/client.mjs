// Lists and calls every tool of a server, by the TypeScript SDK. It is started with the
// server's address, or with its command line, and prints what it got as JSON. The calls
// come on standard input: [{"tool": "solve", "arguments": {…}}, …].
import { readFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [where, ...args] = process.argv.slice(2);
const transport = where.startsWith("http")
  ? new StreamableHTTPClientTransport(new URL(where))
  : new StdioClientTransport({ command: where, args });
const client = new Client({ name: "test", version: "1" });
await client.connect(transport);
const { tools } = await client.listTools(); // from here on answers are held against their schemas
const { resources } = await client.listResources();
const { contents } = await client.readResource({ uri: resources[0].uri });
const answers = [];
for (const call of JSON.parse(readFileSync(0))) {
  const { isError = false, content, structuredContent } = await client.callTool({ name: call.tool, arguments: call.arguments });
  answers.push({ isError, text: content[0].text, structured: structuredContent });
}
console.log(JSON.stringify({ tools: tools.map((t) => t.name), rules: contents[0].text, answers }));
await client.close();
