import { createServer } from "node:http";
import { stdin, stdout } from "node:process";

/** The least that any answer costs: takes a document on its input, says its port, and sends the document to everybody. */
const chunks: Buffer[] = [];
for await (const chunk of stdin) chunks.push(chunk);
const document = Buffer.concat(chunks);

const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": document.length });
  response.end(document);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  stdout.write(`${typeof address === "object" && address !== null ? address.port : ""}\n`);
});
