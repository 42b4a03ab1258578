/** Offers unsaved text of an earlier visit before editing starts. */
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type PostFields, wordsOf } from './post-fields.ts';
import type { Stored } from './writing.ts';

type OfferDialogProps = { offered: Stored<PostFields> | null; onAnswer: (isTaken: boolean) => void };

/** Closing without a choice restores the text; it is discarded only on request. */
export const OfferDialog = ({ offered, onAnswer }: OfferDialogProps) => (
  <Dialog
    title="Restore unsaved changes?"
    isOpen={offered !== null}
    onClose={() => offered !== null && onAnswer(true)}
  >
    {offered && (
      <div className="grid gap-5 text-sm">
        <p>
          The connection was lost before your changes were saved. This browser stored them on{' '}
          <Moment at={offered.at} full />.
        </p>
        <blockquote className="line-clamp-4 border-s-2 border-line ps-3 text-muted wrap-anywhere">
          {offered.mine.title} · {wordsOf(offered.mine.body).slice(-300)}
        </blockquote>
        <div className="flex flex-wrap gap-3">
          <Button size="small" onClick={() => onAnswer(true)}>
            Restore changes
          </Button>
          <Button size="small" variant="secondary" onClick={() => onAnswer(false)}>
            Discard changes
          </Button>
        </div>
      </div>
    )}
  </Dialog>
);
