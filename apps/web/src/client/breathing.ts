/** Resolves in a task of its own, so that the page can do what is waiting. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
