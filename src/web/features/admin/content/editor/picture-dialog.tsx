/**
 * Inserts an image into the text: an upload as for products, a required description, and an optional caption.
 */
import { remountOnOpen } from '#web/features/admin/act/per-opening.tsx';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import { isUploading, untilUploaded } from '#web/features/admin/act/pending-uploads.ts';
import { Typed } from '#web/features/admin/form/editor-frame.tsx';
import { PictureField } from '#web/features/admin/form/picture-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

type PictureDialogProps = { editor: Editor; isOpen: boolean; onClose: () => void };

/** The width of the text column in pixels. Smaller images are not enlarged. */
const widthAtMost = 1_280;

const fitted = ({ width, height }: { width: number; height: number }) => {
  const [w, h] = width > 0 && height > 0 ? [width, height] : [1_200, 630];
  const shown = Math.min(w, widthAtMost);
  return { width: String(shown), height: String(Math.max(1, Math.round((h * shown) / w))) };
};

const fresh = { src: '', width: '', height: '', alt: '', caption: '' };

export const PictureDialog = remountOnOpen(function PictureDialog({
  editor,
  isOpen,
  onClose,
}: PictureDialogProps) {
  const [picture, setPicture] = useState(fresh);
  const [problems, setProblems] = useState<{ src?: string; alt?: string }>({});
  // The current state, for a press that waited for an upload.
  const newest = useRef({ picture, isOpen });
  useEffect(() => {
    newest.current = { picture, isOpen };
    return () => {
      newest.current = { picture, isOpen: false };
    };
  }, [picture, isOpen]);
  const insert = async () => {
    if (isUploading()) {
      await untilUploaded();
      // Waits until the finished upload has rendered.
      await new Promise((resolve) => setTimeout(resolve));
      if (!newest.current.isOpen) return;
    }
    const { caption, ...attrs } = newest.current.picture;
    const src = attrs.src === '' ? 'Choose a picture' : undefined;
    const alt = attrs.alt.trim() === '' ? 'Describe the picture for people who cannot see it' : undefined;
    if (src !== undefined || alt !== undefined)
      return setProblems({ ...(src && { src }), ...(alt && { alt }) });
    const line =
      caption.trim() === ''
        ? []
        : [{ type: 'figcaption', content: [{ type: 'text', text: caption.trim() }] }];
    editor
      .chain()
      .focus()
      .insertContent({ type: 'figure', content: [{ type: 'picture', attrs }, ...line] })
      .run();
    onClose();
  };
  return (
    <Dialog title="Picture" isOpen={isOpen} onClose={onClose}>
      {isOpen && (
        <form
          noValidate
          className="grid gap-4 text-sm"
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            void insert();
          }}
        >
          <PictureField
            image={picture.src}
            error={problems.src}
            hint="Shown at the width of the text, up to 1,280 pixels."
            onChange={(src, size) => setPicture((before) => ({ ...before, src, ...fitted(size) }))}
          />
          <Typed
            label="Alt text"
            hint="A description for people who cannot see the picture."
            error={problems.alt}
            value={picture.alt}
            onChange={(alt) => setPicture((before) => ({ ...before, alt }))}
          />
          <Typed
            label="Caption"
            hint="Optional."
            error={undefined}
            value={picture.caption}
            onChange={(caption) => setPicture((before) => ({ ...before, caption }))}
          />
          <Button type="submit" size="small" className="justify-self-start">
            Insert picture
          </Button>
        </form>
      )}
    </Dialog>
  );
});
