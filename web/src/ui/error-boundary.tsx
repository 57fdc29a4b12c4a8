import { Component, type ReactNode } from "react";
import { ErrorPage } from "./error-page.tsx";

interface ErrorBoundaryProps {
  /** A change of it, of the path say, gives the children another chance. */
  readonly resetKey: string;
  /** What is shown in place of a small part; the 500 page in place of a large one. */
  readonly instead?: ReactNode;
  readonly children: ReactNode;
}

/** Shows another thing, the 500 page if nothing is said, in place of what broke while it was drawn, a screen whose script didn't arrive included. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  static getDerivedStateFromError() {
    return { failed: true };
  }

  override state = { failed: false };

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps) {
    if (this.state.failed && resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? (this.props.instead ?? <ErrorPage />) : this.props.children;
  }
}
