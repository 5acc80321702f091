import { Component, createContext, use } from "react";
import type { ReactNode } from "react";

interface Props {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

const RetryContext = createContext<() => void>(() => undefined);

/** Keeps a failure of one part of the page from blanking the rest. */
export class ErrorBoundary extends Component<
  Props,
  { readonly failed: boolean }
> {
  override state = { failed: false };
  readonly #retry = () => this.setState({ failed: false });

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <RetryContext value={this.#retry}>{this.props.fallback}</RetryContext>
    );
  }
}

/** In a fallback: draws the part that failed once more. */
export function useRetry(): () => void {
  return use(RetryContext);
}
