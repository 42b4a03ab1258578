/** The title at its published size, with a counter for the length that fits a card. */
import { recommendedLengths, lengthsAtMost } from '#content/post-lengths.ts';
import { Typed } from '#web/features/admin/form/editor-frame.tsx';
import type { PostWriting, PostWritingState } from './use-writing.ts';

/** "41 of 42": the length and the recommended maximum. */
export const lengthOf = (text: string, { longest }: { longest: number }): string =>
  `${Array.from(text.trim()).length} of ${longest} characters`;

export const TitleField = ({
  writing,
  state: { fields, errors },
}: {
  writing: PostWriting;
  state: PostWritingState;
}) => (
  <Typed
    label="Title"
    hint={`${lengthOf(fields.title, recommendedLengths.title)}. Cards show ${recommendedLengths.title.longest}, and the maximum is ${lengthsAtMost.title}.`}
    error={errors.title}
    value={fields.title}
    onChange={(title) => writing.set('title', title)}
  />
);
