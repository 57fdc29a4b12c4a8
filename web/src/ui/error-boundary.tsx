import { Component, type ReactNode } from "react";
import { ErrorPage } from "./error-page.tsx";

interface ErrorBoundaryProps {
  /** Rerenders the children when it changes, e.g. the path. */
  readonly resetKey: string;
  /** Shown in place of the children, or built with the function that shows them again; the 500 page by default. */
  readonly fallback?: ReactNode | ((retry: () => void) => ReactNode);
  readonly children: ReactNode;
}

/** Shows a fallback if the children fail to render, in an effect, or to load their script. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  static getDerivedStateFromError() {
    return { failed: true };
  }

  override state = { failed: false };

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps) {
    if (this.state.failed && resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  retry = () => this.setState({ failed: false });

  override render() {
    const { fallback = <ErrorPage />, children } = this.props;
    if (!this.state.failed) return children;
    return typeof fallback === "function" ? fallback(this.retry) : fallback;
  }
}
