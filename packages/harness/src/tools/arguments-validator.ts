/** Checks arguments against a tool's JSON Schema, exactly as they are: nothing is coerced, defaulted or dropped. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { JsonObject } from "@agent-studio/shared";

const ISSUES_SHOWN = 5;
/** Characters of a name that a model may have made up. */
const NAME_SHOWN = 200;

/** Returns a sentence that says what would be valid, or undefined when the arguments pass. */
export type ArgumentsValidator = (
  toolName: string,
  args: unknown,
) => string | undefined;

/** Compiles every schema once. Throws for a schema that is none: a programmer's mistake, found at start. */
export function createArgumentsValidator(
  schemas: readonly {
    readonly name: string;
    readonly parameters: JsonObject;
  }[],
): ArgumentsValidator {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    validateFormats: false,
    // What every object inherits, such as `constructor`, is no argument.
    ownProperties: true,
  });
  const validators = new Map<string, ValidateFunction>(
    schemas.map(({ name, parameters }) => [name, ajv.compile(parameters)]),
  );
  return (toolName, args) => {
    const validate = validators.get(toolName);
    if (validate === undefined)
      return `There is no tool ${JSON.stringify(toolName)}.`;
    if (validate(args)) return undefined;
    const issues = (validate.errors ?? []).slice(0, ISSUES_SHOWN).map(describe);
    return `The arguments of ${toolName} are not valid: ${[...new Set(issues)].join("; ")}.`;
  };
}

function describe(error: ErrorObject): string {
  const where =
    error.instancePath === ""
      ? "the arguments"
      : error.instancePath.slice(1, NAME_SHOWN).replaceAll("/", ".");
  if (error.keyword === "additionalProperties") {
    const field = String(error.params["additionalProperty"]);
    return `${where} must not have the field ${JSON.stringify(field.slice(0, NAME_SHOWN))}`;
  }
  if (error.keyword === "enum")
    return `${where} must be one of ${JSON.stringify(error.params["allowedValues"])}`;
  return `${where} ${error.message ?? "is not valid"}`;
}
