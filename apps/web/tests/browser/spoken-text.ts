/** The text of a model that says what a test tells it to, when it tells it. */
export interface SpokenText extends AsyncIterable<string> {
  say(piece: string): void;
  end(): void;
}

/** Nothing is said yet. */
export function createSpokenText(): SpokenText {
  const waiting: string[] = [];
  let isOver = false;
  let wake = (): void => undefined;
  const next = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  return {
    say(piece) {
      waiting.push(piece);
      wake();
    },
    end() {
      isOver = true;
      wake();
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const piece = waiting.shift();
        if (piece !== undefined) yield piece;
        else if (isOver) return;
        else await next();
      }
    },
  };
}
