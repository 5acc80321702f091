import { inspect } from "node:util";

const REDACTED = "[redacted]";

/**
 * A value that only `reveal()` gives out: JSON, templates, string conversion, `inspect`, spreading and
 * `structuredClone` show nothing of it. Reveal it where it is used, and keep what is revealed in no field.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. */
  reveal(): string {
    return this.#value;
  }

  toJSON(): string {
    return REDACTED;
  }

  toString(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
