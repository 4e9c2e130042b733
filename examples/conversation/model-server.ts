import { createServer, type IncomingMessage, type Server } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

const Responses = z.looseObject({
  input: z.array(z.looseObject({ type: z.string(), output: z.string().optional() })),
});
const Messages = z.looseObject({
  messages: z.array(z.looseObject({ content: z.union([z.string(), z.array(z.unknown())]) })),
});

/**
 * A stand-in for two providers on one local port: OpenAI's Responses and Anthropic's Messages. The first
 * misspells a port, is told so, and asks again; the second says what it sees of that.
 */
export async function startModelServer(): Promise<{
  readonly url: string;
  readonly server: Server;
}> {
  const server = createServer((request, response) => {
    void answer(request).then((body) => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return { url: `http://127.0.0.1:${address.port}`, server };
}

async function answer(request: IncomingMessage): Promise<object> {
  const asked: unknown = await json(request);
  return request.url === "/v1/messages" ? anthropicAnswer(asked) : openaiAnswer(asked);
}

function openaiAnswer(asked: unknown): object {
  const { input } = Responses.parse(asked);
  const output = input.at(-1)?.output;
  const usage = { input_tokens: 40, output_tokens: 12, total_tokens: 52 };
  const given = { id: "resp_1", object: "response", model: "gpt-5.2", status: "completed", usage };
  if (output?.startsWith("high") === true) {
    return { ...given, output: [saying(`It is ${output}.`)] };
  }
  return { ...given, output: [calling(output === undefined ? "Whitbey" : "Whitby", input.length)] };
}

function calling(port: string, number: number): object {
  const call = {
    call_id: `call_${number}`,
    name: "tide_table",
    arguments: JSON.stringify({ port }),
  };
  return { type: "function_call", id: `fc_${number}`, status: "completed", ...call };
}

function saying(text: string): object {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
}

function anthropicAnswer(asked: unknown): object {
  const { messages } = Messages.parse(asked);
  const results = messages
    .flatMap(({ content }) => (typeof content === "string" ? [] : content))
    .map((part) => JSON.stringify(part))
    .filter((part) => part.includes('"type":"tool_result"'));
  const failed = results.filter((part) => part.includes('"is_error":true'));
  const text = `${results.length} calls were answered, ${failed.length} of them failed.`;
  return {
    ...{ id: "msg_1", type: "message", role: "assistant", model: "claude-opus-4-8" },
    content: [{ type: "text", text }],
    ...{ stop_reason: "end_turn", stop_sequence: null },
    usage: { input_tokens: 120, output_tokens: 14 },
  };
}
