/** Sets the publication date and time of a post, in the user's time zone. */
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import { useState } from 'react';
import { formatLocalTime } from '#kernel/dates.ts';
import { Typed } from '#web/features/admin/form/editor-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Post } from './calls.ts';
import { usePostActs } from './use-post-acts.ts';
import type { PostWriting } from './use-writing.ts';

const localTime = (moment: Date): string =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Tomorrow at 9 AM. */
function defaultTime(): Date {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  day.setHours(9, 0, 0, 0);
  return day;
}

type ScheduleDialogProps = { writing: PostWriting; record: Post; isOpen: boolean; onClose: () => void };

export const ScheduleDialog = remountOnOpen(function ScheduleDialog({
  writing,
  record,
  isOpen,
  onClose,
}: ScheduleDialogProps) {
  const { publishAt } = record;
  const [time, setTime] = useState(() => localTime(publishAt === null ? defaultTime() : new Date(publishAt)));
  const [problem, setProblem] = useState<string>();
  const acts = usePostActs(writing);
  const at = new Date(time);
  const isTime = !Number.isNaN(at.getTime());
  const confirm = async () => {
    if (!isTime) return setProblem('Choose a date and a time');
    if (at.getTime() <= Date.now()) return setProblem('Choose a time in the future');
    const outcome = await acts.schedule(at.toISOString());
    // Missing fields are reported beside them.
    if (outcome === null || outcome.kind === 'done') onClose();
  };
  return (
    <Dialog title="Schedule publishing" isOpen={isOpen} onClose={onClose}>
      {isOpen && (
        <form
          noValidate
          className="grid gap-5 text-sm"
          onSubmit={(event) => {
            event.preventDefault();
            void confirm();
          }}
        >
          <Typed
            label="Date and time"
            hint="In your local time. Changes you make before then are published too."
            type="datetime-local"
            error={problem}
            value={time}
            onChange={(typed) => {
              setTime(typed);
              setProblem(undefined);
            }}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" size="small" isBusy={acts.isBusy}>
              {isTime ? `Publish ${formatLocalTime(at.toISOString())}` : 'Schedule publishing'}
            </Button>
            <Button size="small" variant="secondary" onClick={onClose}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
});
