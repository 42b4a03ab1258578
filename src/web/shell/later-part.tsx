/**
 * A part of the shell that loads after the page and that few users need. If it cannot load or fails, a simple
 * fallback replaces it and the page keeps working.
 */
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
