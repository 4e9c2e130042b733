import { describe, expect, test } from "vitest";
import { contentText, outputText, userMessageText } from "../../src/events/item-class.js";
import type { MessageItem, MessagePart } from "../../src/events/item.js";

const input = (text: string): MessagePart => ({ type: "input_text", text });
const output = (text: string): MessagePart => ({ type: "output_text", text });
const image: MessagePart = { type: "input_image", image_url: "https://example.org/a.png" };
const message = (...content: MessagePart[]): MessageItem => ({
  type: "message",
  role: "user",
  content,
});

describe("the text of a user message (§4.10)", () => {
  test("its input texts are joined with nothing between; output texts are ignored", () => {
    expect(userMessageText(message(input("a "), output("x"), input("b")))).toBe("a b");
    expect(userMessageText(message(image))).toBe("");
  });

  test("tags around an image are skipped", () => {
    const tagged = message(
      input("see "),
      input("<image>"),
      image,
      input("</image>"),
      input('<image name="[Image #1]">'),
      image,
      input("</image>"),
      input("!"),
    );
    expect(userMessageText(tagged)).toBe("see !");
  });

  test("the same tags without an image beside them are text", () => {
    expect(userMessageText(message(input("<image>"), input("</image>")))).toBe("<image></image>");
    expect(userMessageText(message(image, input("<image>")))).toBe("<image>");
    expect(userMessageText(message(input("</image>"), image))).toBe("</image>");
    expect(userMessageText(message(input("<image name=x"), image))).toBe("<image name=x");
  });
});

describe("content text (§4.11)", () => {
  test("texts that are not empty are joined with line feeds", () => {
    expect(contentText([input("a"), output(""), image, output("b")])).toBe("a\nb");
  });

  test("there is none without such texts", () => {
    expect(contentText([input(""), image])).toBeNull();
    expect(contentText([])).toBeNull();
  });
});

test("output texts are joined with nothing between (§11.4)", () => {
  expect(outputText(message(input("x"), output("a"), output("b")))).toBe("ab");
});
