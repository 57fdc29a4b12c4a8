import { Component, type ReactNode } from "react";
import { ErrorPage } from "./error-page.tsx";

interface ErrorBoundaryProps {
  /** Rerenders the children when it changes, e.g. the path. */
  readonly resetKey: string;
  /** Shown in place of the children; the 500 page by default. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/** Shows a fallback if the children fail to render or their script fails to load. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  static getDerivedStateFromError() {
    return { failed: true };
  }

  override state = { failed: false };

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps) {
    if (this.state.failed && resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    const { fallback = <ErrorPage />, children } = this.props;
    return this.state.failed ? fallback : children;
  }
}
