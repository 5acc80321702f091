/** What a demo script gets to see of a conversation: exactly what a hosted model would. */
import type {
  ImageContent,
  Message,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from "@earendil-works/pi-ai";
import type { Locale } from "@agent-studio/shared";
import type { ImageFacts } from "../attachments/image-normalizer.ts";
import { splitPartText } from "../attachments/part-text.ts";
import type {
  DemoConversation,
  DemoImage,
  DemoToolResult,
} from "./demo-script.ts";

/** Measures the bytes of an image; rejects for one that can't be read. */
export type MeasureImage = (
  bytes: Uint8Array,
  signal: AbortSignal,
) => Promise<ImageFacts>;

/** Reads the messages, and measures the images of the last one from a person. Rejects only when aborted. */
export async function toDemoConversation(
  messages: readonly Message[],
  measure: MeasureImage,
  signal: AbortSignal,
): Promise<DemoConversation> {
  const lastUser = messages.findLastIndex((message) => message.role === "user");
  const user = messages[lastUser];
  const since = messages.slice(lastUser + 1);
  const content = user?.role === "user" ? user.content : "";
  const { text, sent, leftOut } = splitPartText(textOf(content));
  const earlierUserTexts = messages
    .slice(0, Math.max(lastUser, 0))
    .flatMap((message) =>
      message.role === "user"
        ? [splitPartText(textOf(message.content)).text]
        : [],
    );
  const images = await measureAll(content, sent, (bytes) =>
    measure(bytes, signal),
  );
  signal.throwIfAborted();
  return {
    userText: text,
    locale: localeOf([...earlierUserTexts, text]),
    images,
    leftOutImages: leftOut,
    toolResults: since.flatMap((message) =>
      message.role === "toolResult" ? [toToolResult(message, since)] : [],
    ),
    turn: since.filter((message) => message.role === "assistant").length + 1,
    earlierUserTexts,
  };
}

function localeOf(texts: readonly string[]): Locale {
  const last = texts.findLast((text) => text.trim() !== "") ?? "";
  return /\p{Script=Han}/u.test(last) ? "zh-CN" : "en";
}

async function measureAll(
  content: UserMessage["content"],
  names: readonly string[],
  measure: (bytes: Uint8Array) => Promise<ImageFacts>,
): Promise<readonly DemoImage[]> {
  if (typeof content === "string") return [];
  const images = content.filter((part) => part.type === "image");
  return Promise.all(
    images.map(async (image: ImageContent, index) => {
      const bytes = Buffer.from(image.data, "base64");
      return {
        name: names[index] ?? "",
        facts: await measure(bytes).catch(() => undefined),
        mediaType: image.mimeType,
        sizeBytes: bytes.length,
      };
    }),
  );
}

function textOf(content: UserMessage["content"]): string {
  if (typeof content === "string") return content;
  return content
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n");
}

function toToolResult(
  result: ToolResultMessage,
  since: readonly Message[],
): DemoToolResult {
  const call = since
    .flatMap((message) => (message.role === "assistant" ? message.content : []))
    .find(
      (part): part is ToolCall =>
        part.type === "toolCall" && part.id === result.toolCallId,
    );
  return {
    toolName: result.toolName,
    args: call?.arguments ?? {},
    isError: result.isError,
    text: textOf(result.content),
  };
}
