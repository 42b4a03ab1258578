/** The editor for the testimonials on the home page. */
import { Tick, Typed } from '#web/features/admin/form/editor-frame.tsx';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import { Field } from '#web/ui/field.tsx';
import { testimonialKind } from './entry-kinds.ts';
import type { PartsProps } from './entry-list.tsx';
import { TextsOfPage } from './texts-of-page.tsx';

const hint =
  'Quotes from customers, used with their permission. If there are none, the home page hides this section.';

export const TestimonialsPage = () => (
  <TextsOfPage
    kind={testimonialKind}
    title="Testimonials"
    path="/#testimonials"
    section={{ title: 'Testimonials', hint }}
  >
    {(props) => <TestimonialParts {...props} />}
  </TextsOfPage>
);

function TestimonialParts({ parts: { words, name, role, isSample }, errorOf, set }: PartsProps) {
  const wordsError = errorOf('words');
  return (
    <>
      <Field
        label="Quote"
        hint="Without quotation marks."
        {...(wordsError === undefined ? {} : { error: wordsError })}
      >
        {(control) => (
          <LongText
            {...control}
            value={String(words)}
            onChange={({ target }) => set('words', target.value)}
          />
        )}
      </Field>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {isSample !== true && (
          <Typed
            label="Name"
            error={errorOf('name')}
            value={String(name)}
            onChange={(text) => set('name', text)}
          />
        )}
        <Typed
          label="Role"
          error={errorOf('role')}
          value={String(role)}
          onChange={(text) => set('role', text)}
        />
      </div>
      <Tick
        label="Sample"
        hint="We wrote it. The page labels it as a sample."
        checked={isSample === true}
        onChange={(checked) => set('isSample', checked)}
      />
    </>
  );
}
