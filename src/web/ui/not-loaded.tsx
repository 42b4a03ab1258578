/** Replaces a part whose call failed, with a retry button. */
import { refusalText } from '#web/session/refusal.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

type Props = { what: string; error: unknown; isBusy: boolean; onRetry: () => void };

export const NotLoaded = ({ what, error, isBusy, onRetry }: Props) => (
  <Notice tone="danger" role="alert" title={`${what} could not be loaded`}>
    <p>{refusalText(error)}</p>
    <Button size="small" className="mt-3" isBusy={isBusy} onClick={onRetry}>
      Try again
    </Button>
  </Notice>
);
