/** Lets the user reuse an uploaded image. */
import { useState } from 'react';
import { RecordSkeleton } from '#web/features/admin/detail/record-skeleton.tsx';
import { Moment } from '#web/features/admin/detail/moment.tsx';
import { Loaded } from '#web/features/admin/shell/loaded.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type PictureList, useStaffPicturesQuery } from './pictures.ts';

type Row = PictureList['rows'][number];
type UploadsProps = { now: string; onTake: (picture: Row) => void };

/** The button and its dialog. */
export function UploadedBefore({ now, onTake }: UploadsProps) {
  const [isOpen, setOpen] = useState(false);
  const take = (picture: Row) => {
    setOpen(false);
    onTake(picture);
  };
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        Choose from uploads
      </Button>
      <Dialog title="Uploaded pictures" isOpen={isOpen} onClose={() => setOpen(false)}>
        {isOpen && <Uploads now={now} onTake={take} />}
      </Dialog>
    </>
  );
}

function Uploads({ now, onTake }: UploadsProps) {
  const [cursor, setCursor] = useState<string | null>(null);
  const query = useStaffPicturesQuery(cursor === null ? {} : { cursor });
  return (
    <Loaded what="Uploaded pictures" query={query} skeleton={<RecordSkeleton />}>
      {({ rows, newer, older }) => (
        <div className="grid grid-cols-1 gap-4 text-sm">
          {rows.length === 0 && (
            <p>No uploads yet. Pictures you upload for products and posts appear here.</p>
          )}
          <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {rows.map((row) => (
              <li key={row.id}>
                <Choice row={row} isNow={row.address === now} onTake={() => onTake(row)} />
              </li>
            ))}
          </ul>
          {(newer !== null || older !== null) && (
            <div className="flex gap-3">
              {newer !== null && (
                <Button size="small" variant="secondary" onClick={() => setCursor(newer)}>
                  Newer
                </Button>
              )}
              {older !== null && (
                <Button size="small" variant="secondary" onClick={() => setCursor(older)}>
                  Older
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </Loaded>
  );
}

/** Labeled with the record that uses it, or with its upload date and size. */
const Choice = ({
  row: { address, width, height, at, usedBy },
  isNow,
  onTake,
}: {
  row: Row;
  isNow: boolean;
  onTake: () => void;
}) => (
  <button
    type="button"
    aria-pressed={isNow}
    className="grid w-full grid-cols-1 gap-1 rounded-md border border-line p-1.5 text-start hover:border-field aria-pressed:border-accent"
    onClick={onTake}
  >
    <img
      src={address}
      alt=""
      width={160}
      height={84}
      loading="lazy"
      className="dim-in-dark aspect-1200/630 w-full rounded-sm object-cover"
    />
    <span className="truncate font-medium">{usedBy ?? 'Not used'}</span>
    <span className="text-xs text-muted">
      {width > 0 && `${width} × ${height}, `}
      <Moment at={at} />
    </span>
  </button>
);
