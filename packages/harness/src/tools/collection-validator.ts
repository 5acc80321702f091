/** Checks lab state before it becomes an event: known collection, its schema, and the size of one value. */
import { Ajv, type ValidateFunction } from "ajv";
import type { JsonObject, JsonValue } from "@agent-studio/shared";
import { ToolError } from "./define-tool.ts";

/** Bytes of JSON that one value may have. */
const VALUE_LIMIT_BYTES = 64 * 1024;

/** Throws `ToolError` (`TOOL_FAILED`) when the value may not be kept; null always may, as it removes. */
export type CollectionValidator = (
  collection: string,
  value: JsonValue | null,
) => void;

export function createCollectionValidator(
  collections: readonly {
    readonly name: string;
    readonly schema: JsonObject;
  }[],
): CollectionValidator {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const validators = new Map<string, ValidateFunction>(
    collections.map(({ name, schema }) => [name, ajv.compile(schema)]),
  );
  return (collection, value) => {
    const validate = validators.get(collection);
    if (validate === undefined)
      throw new ToolError(
        "TOOL_FAILED",
        `The lab has no collection ${JSON.stringify(collection)}.`,
      );
    if (value === null) return;
    if (Buffer.byteLength(JSON.stringify(value)) > VALUE_LIMIT_BYTES) {
      throw new ToolError(
        "TOOL_FAILED",
        `A value of ${collection} may have at most ${VALUE_LIMIT_BYTES} bytes.`,
      );
    }
    if (!validate(value))
      throw new ToolError(
        "TOOL_FAILED",
        `The value does not fit the collection ${collection}.`,
      );
  };
}
