/** Two fields: a heading and the text below it. */
import { Typed } from '#web/features/admin/form/editor-frame.tsx';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import { Field } from '#web/ui/field.tsx';
import type { PartsProps } from './entry-list.tsx';

type HeadedPartsProps = PartsProps & { labels: Readonly<Record<string, string>> };

export function HeadedParts({ parts: { title, text }, errorOf, set, labels }: HeadedPartsProps) {
  const textError = errorOf('text');
  return (
    <>
      <Typed
        label={labels.title ?? ''}
        error={errorOf('title')}
        value={String(title)}
        onChange={(typed) => set('title', typed)}
      />
      <Field label={labels.text ?? ''} {...(textError === undefined ? {} : { error: textError })}>
        {(control) => (
          <LongText {...control} value={String(text)} onChange={({ target }) => set('text', target.value)} />
        )}
      </Field>
    </>
  );
}
