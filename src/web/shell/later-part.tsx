/** A part of the shell that comes after the page, for few. Where it cannot come or fails, something plain takes its place: the page must live on. */
import { Component, type ReactNode, Suspense } from 'react';

type LaterPartProps = { meanwhile?: ReactNode; instead: ReactNode; children: ReactNode };

export class LaterPart extends Component<LaterPartProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = () => ({ hasFailed: true });

  override render(): ReactNode {
    const { meanwhile, instead, children } = this.props;
    return this.state.hasFailed ? instead : <Suspense fallback={meanwhile}>{children}</Suspense>;
  }
}
