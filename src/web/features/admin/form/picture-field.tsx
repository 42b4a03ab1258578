/**
 * The image of a record: a preview and an upload with progress. The form gets the image once the server has
 * processed it.
 */
import { useId, useRef, useState } from 'react';
import { pictureAtMostBytes, staffUploadPicture } from '#contract/admin/pictures.ts';
import { CallError, tryLater } from '#contract/client.ts';
import { trackUpload } from '#web/features/admin/act/pending-uploads.ts';
import { upload } from '#web/features/admin/act/upload.ts';
import { Button } from '#web/ui/button.tsx';
import { type Picture, useStaffPictureQuery } from './pictures.ts';
import { UploadedBefore } from './uploads-dialog.tsx';

type PictureFieldProps = {
  image: string;
  error: string | undefined;
  /** `size` in pixels; 0 for a drawing without a size. */
  onChange: (image: string, size: Size) => void;
  /** Advice on format and size; default: the advice for product images. */
  hint?: string;
  shape?: 'card' | 'cover';
};

type Size = { width: number; height: number };

const ofCard = 'Shown at a 4:3 ratio. Use a picture at least 640 pixels wide.';
const shapes = { card: 'aspect-4/3', cover: 'aspect-1200/630' } as const;
type Progress = { said: string; share: number | null };

const askEveryMs = 700;
const asksAtMost = 120;

/** `take` uploads a file and calls `onChange` with the address once the server has processed the image. */
function useUpload(onChange: PictureFieldProps['onChange']) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const [problem, setProblem] = useState('');
  const [readPicture] = useStaffPictureQuery.useLazy();

  async function untilReady(picture: Picture): Promise<string> {
    let { state, problem: why } = picture;
    for (let reads = 0; state === 'waiting' && reads < asksAtMost; reads += 1) {
      await new Promise((resolve) => setTimeout(resolve, askEveryMs));
      ({ state, problem: why } = await readPicture(picture.id).unwrap());
    }
    if (state === 'ready') return picture.address;
    throw new CallError(
      409,
      'picture_not_ready',
      why || 'Processing the picture is taking longer than usual. Try again in a minute',
    );
  }
  async function take(file: File): Promise<void> {
    setProblem('');
    if (file.size > pictureAtMostBytes)
      return setProblem('The picture is larger than 10 MB. Choose a smaller one');
    setProgress({ said: 'Uploading', share: 0 });
    try {
      const making = { said: 'Resizing', share: null };
      const picture = await upload(staffUploadPicture, {}, file, (share) =>
        setProgress(share === 1 ? making : { said: 'Uploading', share }),
      );
      setProgress(making);
      onChange(await untilReady(picture), { width: picture.width, height: picture.height });
    } catch (refusal) {
      setProblem((refusal as { message?: string }).message ?? tryLater);
    }
    setProgress(null);
  }
  return { progress, problem, take };
}

export function PictureField({ image, error, onChange, hint = ofCard, shape = 'card' }: PictureFieldProps) {
  const problemId = useId();
  const input = useRef<HTMLInputElement>(null);
  const { progress, problem, take } = useUpload(onChange);
  const message = problem || error;
  return (
    <div className="flex flex-wrap items-start gap-4">
      {image !== '' && (
        <img
          src={image}
          alt=""
          width={160}
          height={120}
          className={`dim-in-dark ${shapes[shape]} w-40 rounded-md border border-line object-cover`}
        />
      )}
      <div className="grid min-w-0 grow gap-2">
        <p className="text-sm text-muted">JPEG, PNG, WebP, AVIF, GIF or SVG, up to 10 MB. {hint}</p>
        <input
          ref={input}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/avif,image/gif,image/svg+xml"
          aria-label="Picture file"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            if (file) trackUpload(take(file));
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            variant="secondary"
            isBusy={progress !== null}
            aria-invalid={message ? true : undefined}
            aria-describedby={problemId}
            onClick={() => input.current?.click()}
          >
            {image === '' ? 'Choose picture' : 'Replace picture'}
          </Button>
          <UploadedBefore
            now={image}
            onTake={({ address, width, height }) => onChange(address, { width, height })}
          />
        </div>
        <div role="status" className="min-h-6 text-sm">
          {progress && (
            <label className="flex items-center gap-3">
              {progress.said}
              <progress
                className="w-40"
                {...(progress.share === null ? {} : { value: progress.share })}
                max={1}
              />
            </label>
          )}
        </div>
        <p id={problemId} role={message ? 'alert' : undefined} className="text-sm font-medium text-danger">
          {message}
        </p>
      </div>
    </div>
  );
}
