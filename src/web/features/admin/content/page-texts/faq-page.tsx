/** The FAQ editor. */
import { pageTextsAtMost } from '#contract/admin/page-texts.ts';
import { LineButton } from '#web/features/admin/form/lines-editor.tsx';
import { Typed } from '#web/features/admin/form/editor-frame.tsx';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { faqKind, type TypedLink } from './entry-kinds.ts';
import type { PartsProps } from './entry-list.tsx';
import { TextsOfPage } from './texts-of-page.tsx';

const hint = 'Questions founders ask before they start. Search engines read the same text as visitors.';

export const FaqPage = () => (
  <TextsOfPage kind={faqKind} title="FAQ" path="/faq" section={{ title: 'Questions', hint }}>
    {(props) => <QuestionParts {...props} />}
  </TextsOfPage>
);

function QuestionParts({ parts, errorOf, set }: PartsProps) {
  const answerError = errorOf('answer');
  return (
    <>
      <Typed
        label="Question"
        error={errorOf('question')}
        value={String(parts.question)}
        onChange={(text) => set('question', text)}
      />
      <Field
        label="Answer"
        hint="An empty line starts a new paragraph. {email}, {phone}, and {hours} insert the values from Settings."
        {...(answerError === undefined ? {} : { error: answerError })}
      >
        {(control) => (
          <LongText
            {...control}
            value={String(parts.answer)}
            onChange={({ target }) => set('answer', target.value)}
          />
        )}
      </Field>
      <Links links={parts.links as TypedLink[]} errorOf={errorOf} onChange={(links) => set('links', links)} />
    </>
  );
}

type LinksProps = {
  links: TypedLink[];
  errorOf: PartsProps['errorOf'];
  onChange: (links: TypedLink[]) => void;
};

/** Shown below the answer. */
function Links({ links, errorOf, onChange }: LinksProps) {
  const change = (at: number, part: Partial<TypedLink>) =>
    onChange(links.map((link, place) => (place === at ? { ...link, ...part } : link)));
  const ofAll = errorOf('links');
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1 font-medium">Links under the answer</legend>
      {links.map(({ title, url }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link is identified by its position; its text changes while typing.
        <div key={at} className="flex items-start gap-2">
          <div className="grid min-w-0 grow gap-x-3 sm:grid-cols-2">
            <Typed
              label={`Text of link ${at + 1}`}
              error={errorOf(`links.${at}.title`)}
              value={title}
              onChange={(text) => change(at, { title: text })}
            />
            <Typed
              label={`Address of link ${at + 1}`}
              error={errorOf(`links.${at}.url`)}
              value={url}
              onChange={(text) => change(at, { url: text })}
            />
          </div>
          <div className="pt-7">
            <LineButton
              label={`Remove link ${at + 1}`}
              icon="remove"
              onPress={() => onChange(links.toSpliced(at, 1))}
            />
          </div>
        </div>
      ))}
      {ofAll && (
        <p role="alert" className="text-sm font-medium text-danger">
          {ofAll}
        </p>
      )}
      {links.length < pageTextsAtMost.links && (
        <Button
          size="small"
          variant="secondary"
          className="w-fit"
          onClick={() => onChange([...links, { title: '', url: '/' }])}
        >
          Add link
        </Button>
      )}
    </fieldset>
  );
}
