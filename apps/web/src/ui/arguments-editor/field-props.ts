import type { ComponentType } from "react";
import type { ArgumentField } from "../../client/argument-field.ts";

/** Takes the field as it is now, and the place at which something changed. */
export type ChangeField = (field: ArgumentField, path: string) => void;

export interface FieldProps<F extends ArgumentField> {
  readonly field: F;
  /** As a JSON Pointer. */
  readonly path: string;
  /** What it is called; "" for the arguments as a whole. */
  readonly name: string;
  readonly isRequired?: boolean;
  readonly onChange: ChangeField;
}

/** Fields that hold others are given what draws those. */
export interface OuterFieldProps<
  F extends ArgumentField,
> extends FieldProps<F> {
  readonly Inner: ComponentType<FieldProps<ArgumentField>>;
}
