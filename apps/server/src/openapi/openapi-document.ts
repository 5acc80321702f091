/** The OpenAPI 3.1 document, derived from the route contracts and from nowhere else. */
import {
  API_ERROR_STATUS,
  ApiErrorSchema,
  ApprovalSchema,
  ArtifactSchema,
  AttachmentSchema,
  HarnessEventSchema,
  LabSummarySchema,
  ModelConnectionInputSchema,
  ModelPresetSchema,
  RedactedConnectionSchema,
  RunSchema,
  SessionSummarySchema,
  SkillSummarySchema,
  StepSchema,
  StreamResetSchema,
  UsageSchema,
  type RouteContract,
  type SuccessContract,
} from "@agent-studio/shared";
import * as z from "zod";

type Json = Readonly<Record<string, unknown>>;

/** Shapes that several routes share, under the names that protocol and code give them. */
const SHARED_SHAPES = {
  ApiError: ApiErrorSchema,
  Approval: ApprovalSchema,
  Artifact: ArtifactSchema,
  Attachment: AttachmentSchema,
  HarnessEvent: HarnessEventSchema,
  LabSummary: LabSummarySchema,
  ModelConnectionInput: ModelConnectionInputSchema,
  ModelPreset: ModelPresetSchema,
  RedactedConnection: RedactedConnectionSchema,
  Run: RunSchema,
  SessionSummary: SessionSummarySchema,
  SkillSummary: SkillSummarySchema,
  Step: StepSchema,
  StreamReset: StreamResetSchema,
  Usage: UsageSchema,
} as const satisfies Record<string, z.ZodType>;

/** One file; the name of its field is free. */
const UPLOAD_BODY: Json = {
  required: true,
  content: {
    "multipart/form-data": {
      schema: {
        type: "object",
        properties: {
          file: {
            type: "string",
            contentMediaType: "application/octet-stream",
          },
        },
        required: ["file"],
        additionalProperties: false,
      },
    },
  },
};

const COOKIE_SCHEME = "viewerCookie";

export interface OpenApiOptions {
  readonly routes: Readonly<Record<string, RouteContract>>;
  readonly version: string;
  readonly cookieName: string;
}

/** Builds the document once; every part of it is plain JSON. */
export function buildOpenApiDocument({
  routes,
  version,
  cookieName,
}: OpenApiOptions): Json {
  const schemas = collectSchemas(routes);
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, contract] of Object.entries(routes)) {
    const path = contract.path.replace(/:([A-Za-z]+)/g, "{$1}");
    paths[path] = {
      ...paths[path],
      [contract.method.toLowerCase()]: describeOperation(
        name,
        contract,
        schemas,
      ),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Agent Studio",
      version,
      description:
        "Sessions of an agent harness: commands in, one numbered stream of events out.",
    },
    paths,
    components: {
      schemas: schemas.components,
      securitySchemes: {
        [COOKIE_SCHEME]: { type: "apiKey", in: "cookie", name: cookieName },
      },
    },
  };
}

interface Schemas {
  readonly components: Json;
  /** A schema as it stands inside an operation: a reference when it has a name. */
  refer(schema: z.ZodType): Json;
}

function collectSchemas(
  routes: Readonly<Record<string, RouteContract>>,
): Schemas {
  const registry = z.registry<{ id: string }>();
  const names = new Map<z.ZodType, string>();
  const add = (schema: z.ZodType, id: string) => {
    if (names.has(schema)) return;
    names.set(schema, id);
    registry.add(schema, { id });
  };
  for (const [id, schema] of Object.entries(SHARED_SHAPES)) add(schema, id);
  for (const [name, contract] of Object.entries(routes)) {
    const title = name.charAt(0).toUpperCase() + name.slice(1);
    if (contract.body !== undefined) add(contract.body, `${title}Body`);
    for (const [status, success] of Object.entries(contract.success)) {
      if (success instanceof z.ZodType) add(success, `${title}Answer${status}`);
    }
  }
  const { schemas } = z.toJSONSchema(registry, {
    io: "input",
    uri: reference,
    unrepresentable: "any",
  });
  const components = Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, withoutMeta(schema)]),
  );
  return {
    components,
    refer: (schema) => ({ $ref: reference(names.get(schema) ?? "") }),
  };
}

function reference(id: string): string {
  return `#/components/schemas/${id}`;
}

function withoutMeta(schema: Json): Json {
  const { $schema: _dialect, $id: _id, id: _name, ...rest } = schema;
  return rest;
}

function describeOperation(
  name: string,
  contract: RouteContract,
  schemas: Schemas,
): Json {
  const parameters = [
    ...parametersOf(contract.params, "path"),
    ...parametersOf(contract.query, "query"),
  ];
  return {
    operationId: name,
    summary: contract.summary,
    ...(contract.viewer ? { security: [{ [COOKIE_SCHEME]: [] }] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(contract.multipart === true ? { requestBody: UPLOAD_BODY } : {}),
    ...(contract.body === undefined
      ? {}
      : { requestBody: describeBody(contract.body, schemas) }),
    responses: {
      ...describeSuccess(contract, schemas),
      default: describeErrors(),
    },
  };
}

function parametersOf(
  schema: z.ZodObject | undefined,
  place: "path" | "query",
): readonly Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, shape]) => ({
    name,
    in: place,
    required: place === "path" || !z.safeParse(shape, undefined).success,
    schema: withoutMeta(z.toJSONSchema(z.clone(shape), { io: "input" })),
  }));
}

function describeBody(body: z.ZodType, schemas: Schemas): Json {
  return {
    required: !z.safeParse(body, {}).success,
    content: { "application/json": { schema: schemas.refer(body) } },
  };
}

function describeSuccess(contract: RouteContract, schemas: Schemas): Json {
  return Object.fromEntries(
    Object.entries(contract.success).map(([status, success]) => [
      status,
      { description: contract.summary, ...contentOf(success, schemas) },
    ]),
  );
}

function contentOf(success: SuccessContract, schemas: Schemas): Json {
  if (success === "empty") return {};
  if (success instanceof z.ZodType)
    return {
      content: { "application/json": { schema: schemas.refer(success) } },
    };
  return { content: { [success.mediaType]: {} } };
}

function describeErrors(): Json {
  const codes = Object.entries(API_ERROR_STATUS).map(
    ([code, status]) => `${status} ${code}`,
  );
  return {
    description: `A refusal. The status follows from the code: ${codes.join(", ")}.`,
    content: {
      "application/json": { schema: { $ref: reference("ApiError") } },
    },
  };
}
