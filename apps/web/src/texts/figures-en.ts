/** What the server says about itself, on demand. */
export const FIGURES_EN = {
  "figures.explain":
    "How busy the server is at the moment, over all sessions and viewers. It holds nobody's data.",
  "figures.loading": "Asking the server …",
  "figures.failed": "The figures could not be loaded: {reason}",
  "figures.retry": "Try again",
  "figures.loopLag": "Loop lag",
  "figures.loopLagNote":
    "How late timers are: the 99th percentile within the last minute",
  "figures.openStreams": "Open streams",
  "figures.openStreamsNote": "Tabs and scripts that follow a session",
  "figures.eventsPerSecond": "Events a second",
  "figures.eventsPerSecondNote": "Average of the last ten seconds",
  "figures.storeQueue": "Waiting to be stored",
  "figures.storeQueueNote": "Events that are not durable yet",
  "figures.sessions": "Sessions in memory",
  "figures.answer": "Last answer",
  "figures.answerNote":
    "What the server took for these figures, by its Server-Timing header",
  "figures.milliseconds": "{value} ms",
} as const satisfies Readonly<Record<string, string>>;

export type FiguresKey = keyof typeof FIGURES_EN;
