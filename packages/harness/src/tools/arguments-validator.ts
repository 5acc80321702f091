/** Checks arguments against a tool's JSON Schema, exactly as they are: nothing is coerced, defaulted or dropped. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { ArgumentIssue, JsonObject } from "@agent-studio/shared";

const ISSUES_SHOWN = 5;
/** Characters of a name that a model may have made up. */
const NAME_SHOWN = 200;

export interface ArgumentsProblem {
  /** What would be valid, in one sentence. */
  readonly sentence: string;
  /** The same by field; empty when it is not about fields. */
  readonly issues: readonly ArgumentIssue[];
}

/** Returns what is wrong, or undefined when the arguments pass. */
export type ArgumentsValidator = (
  toolName: string,
  args: unknown,
) => ArgumentsProblem | undefined;

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
      return {
        sentence: `There is no tool ${JSON.stringify(toolName)}.`,
        issues: [],
      };
    if (validate(args)) return undefined;
    const errors = (validate.errors ?? []).slice(0, ISSUES_SHOWN);
    const sentences = new Set(errors.map(describe));
    return {
      sentence: `The arguments of ${toolName} are not valid: ${[...sentences].join("; ")}.`,
      issues: errors.map(toIssue),
    };
  };
}

function describe(error: ErrorObject): string {
  const where =
    error.instancePath === ""
      ? "the arguments"
      : error.instancePath.slice(1, NAME_SHOWN).replaceAll("/", ".");
  return `${where} ${messageOf(error)}`;
}

function messageOf(error: ErrorObject): string {
  if (error.keyword === "additionalProperties") {
    const field = String(error.params["additionalProperty"]);
    return `must not have the field ${JSON.stringify(field.slice(0, NAME_SHOWN))}`;
  }
  if (error.keyword === "enum")
    return `must be one of ${JSON.stringify(error.params["allowedValues"])}`;
  return error.message ?? "is not valid";
}

function toIssue(error: ErrorObject): ArgumentIssue {
  const { instancePath, keyword, params } = error;
  const field: unknown =
    params["missingProperty"] ?? params["additionalProperty"];
  const path =
    typeof field === "string"
      ? `${instancePath}/${pointerToken(field.slice(0, NAME_SHOWN))}`
      : instancePath;
  const limit: unknown = params["limit"];
  return {
    path,
    rule: keyword,
    ...(typeof limit === "number" ? { limit } : {}),
    message: messageOf(error),
  };
}

function pointerToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
