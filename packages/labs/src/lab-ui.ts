/** What a lab brings to the browser: cards for its tools, an optional panel and its texts. */
import type { LazyExoticComponent, ComponentType, ReactNode } from "react";
import type { Locale, ToolCallPart, ToolView } from "@agent-studio/shared";

/** Translates a key of the lab's own catalogue; `{name}` in a text is replaced by `values.name`. */
export type Translate = (
  key: string,
  values?: Readonly<Record<string, string | number>>,
) => string;

export interface CardProps {
  /** The call with its state, arguments, result and approval. */
  readonly part: ToolCallPart;
  readonly locale: Locale;
  readonly t: Translate;
  /** Address of an artifact of this session, same origin. */
  readonly artifactHref: (name: string) => string;
  /** Draws plain data as the studio does: a table, a chart, markdown made safe. */
  readonly draw: (view: ToolView) => ReactNode;
}

/** A card is loaded when it is first drawn, with `lazyPart`. It draws what was asked and the result; the core draws name, state and the approval. */
export type LazyCard = LazyExoticComponent<ComponentType<CardProps>>;

export interface PanelProps {
  readonly sessionId: string;
  readonly locale: Locale;
  readonly t: Translate;
}

export interface LabUi {
  readonly labId: string;
  /** By tool name. */
  readonly cards: Readonly<Record<string, LazyCard>>;
  /** Key in `messages` of the approve button's label, by tool name; elsewhere the core's own label stands. */
  readonly approveLabels?: Readonly<Record<string, string>>;
  readonly panel?: LazyExoticComponent<ComponentType<PanelProps>>;
  readonly messages: Readonly<Record<Locale, Readonly<Record<string, string>>>>;
}
