/** The OpenAI responses wire, as OpenAI defined it and as others speak it. */
import {
  isRecord,
  numberAt,
  parseJson,
  recordAt,
  recordsAt,
  textAt,
} from "./json-record.ts";
import type { JsonRecord } from "./json-record.ts";
import { encodeSse, type SseEvent } from "./sse-decoder.ts";
import type { ReportProblem, WireNormalizer } from "./wire-normalizer.ts";
import { readProviderError } from "./wire-problem.ts";

interface OutputItem {
  readonly place: number;
  readonly raw: number | undefined;
  readonly id: string | undefined;
  isOpen: boolean;
}

export class ResponsesNormalizer implements WireNormalizer {
  readonly #report: ReportProblem;
  readonly #items: OutputItem[] = [];
  #refused = false;

  constructor(report: ReportProblem) {
    this.#report = report;
  }

  push({ name, data }: SseEvent): readonly string[] {
    if (data.trim() === "[DONE]") return [];
    const event = parseJson(data);
    if (!isRecord(event)) {
      this.#report({ kind: "unreadable" });
      return [];
    }
    const type = textAt(event, "type") ?? name ?? "";
    if (type === "error" || (type === "" && isRecord(event["error"]))) {
      const error = readProviderError(event, undefined);
      this.#report({ kind: "error_event", error });
      return [];
    }
    return this.#event(type, { ...event, type });
  }

  end(): readonly string[] {
    return [];
  }

  #event(type: string, event: JsonRecord): readonly string[] {
    if (type === "response.failed" || type === "response.cancelled") {
      const error = readProviderError(recordAt(event, "response"), undefined);
      this.#report({ kind: "error_event", error });
      return [];
    }
    if (type === "response.completed" || type === "response.incomplete")
      return this.#finish(type, event);
    if (type === "response.output_item.added") return [this.#added(event)];
    if (type.startsWith("response.refusal.")) this.#refused = true;
    const hasPlace =
      event["output_index"] !== undefined ||
      event["item_id"] !== undefined ||
      type === "response.output_item.done";
    return [encodeSse(type, hasPlace ? this.#placed(event) : event)];
  }

  #finish(type: string, event: JsonRecord): readonly string[] {
    const response = recordAt(event, "response") ?? {};
    const details = recordAt(response, "incomplete_details") ?? {};
    if (this.#refused || details["reason"] === "content_filter") {
      this.#report({ kind: "refused" });
      return [];
    }
    const status = type === "response.completed" ? "completed" : "incomplete";
    const output = recordsAt(response, "output");
    return [
      encodeSse(type, {
        ...event,
        response: { ...response, output, status },
      }),
    ];
  }

  #added(event: JsonRecord): string {
    const item = recordAt(event, "item") ?? {};
    const added: OutputItem = {
      place: this.#items.length,
      raw: numberAt(event, "output_index"),
      id: textAt(item, "id"),
      isOpen: true,
    };
    this.#items.push(added);
    return encodeSse("response.output_item.added", {
      ...event,
      output_index: added.place,
      item: readItem(item),
    });
  }

  /** The event with the place of its own item, whatever index or id the server repeats. */
  #placed(event: JsonRecord): JsonRecord {
    const item = recordAt(event, "item");
    const id =
      textAt(event, "item_id") ??
      (item === undefined ? undefined : textAt(item, "id"));
    const raw = numberAt(event, "output_index");
    const found = this.#find(raw, id);
    if (item === undefined)
      return { ...event, output_index: found?.place ?? -1 };
    const place = found?.place ?? this.#items.length;
    if (found === undefined)
      this.#items.push({ place, raw, id, isOpen: false });
    else found.isOpen = false;
    return { ...event, output_index: place, item: readItem(item) };
  }

  #find(
    raw: number | undefined,
    id: string | undefined,
  ): OutputItem | undefined {
    const open = this.#items.filter((item) => item.isOpen);
    const atIndex = open.filter(
      (item) => raw !== undefined && item.raw === raw,
    );
    const withId = (items: readonly OutputItem[]): OutputItem | undefined =>
      items.findLast((item) => id !== undefined && item.id === id);
    if (atIndex.length > 0) return withId(atIndex) ?? atIndex.at(-1);
    const byId = withId(open);
    return (
      byId ?? (raw === undefined && id === undefined ? open.at(-1) : undefined)
    );
  }
}

/** A call always has a name and an id here; what else is missing the parser behind us bears. */
function readItem(item: JsonRecord): JsonRecord {
  return item["type"] === "function_call"
    ? {
        ...item,
        id: textAt(item, "id") ?? "fc_wire",
        call_id: textAt(item, "call_id") ?? "wire",
        name: textAt(item, "name") ?? "",
      }
    : item;
}
