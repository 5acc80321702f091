interface KeyLike {
  readonly keyCode: number;
  readonly nativeEvent: { readonly isComposing: boolean };
}

const KEY_OF_INPUT_METHODS = 229;

/** Whether a key belongs to an input method that is composing; some browsers tell only by the key code. */
export function isComposing(event: KeyLike): boolean {
  return (
    event.nativeEvent.isComposing || event.keyCode === KEY_OF_INPUT_METHODS
  );
}
