import { createServer, type IncomingMessage, type Server } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

/** What a request of the Responses API holds, as far as this server looks at it. */
const Asked = z.looseObject({
  input: z.array(z.looseObject({ type: z.string(), output: z.unknown().optional() })),
});

/**
 * A stand-in for a model: speaks the wire format of OpenAI's Responses API on a local port. It asks
 * for `count_lines` once, then says what came of it.
 */
export async function startModelServer(): Promise<{
  readonly url: string;
  readonly server: Server;
}> {
  const server = createServer((request, response) => {
    void answer(request).then((events) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of events) {
        response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return { url: `http://127.0.0.1:${address.port}/v1`, server };
}

async function answer(request: IncomingMessage): Promise<readonly { readonly type: string }[]> {
  const { input } = Asked.parse(await json(request));
  const last = input.at(-1);
  const output = last?.type === "function_call_output" ? last.output : undefined;
  const item = typeof output === "string" ? saying(`The poem has ${output} lines.`) : calling();
  const response = {
    id: "resp_1",
    object: "response",
    model: "gpt-5.5",
    status: "completed",
    output: [item],
    usage: {
      input_tokens: 40 * input.length,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 12,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 40 * input.length + 12,
    },
  };
  return [
    { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response },
  ].map((event, index) => ({ ...event, sequence_number: index }));
}

function calling(): Record<string, unknown> {
  const call = {
    call_id: `call_${Date.now()}`,
    name: "count_lines",
    arguments: '{"path":"poem.txt"}',
  };
  return { type: "function_call", id: "fc_1", status: "completed", ...call };
}

function saying(text: string): Record<string, unknown> {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
}
