/** Settings of a post: cover, tags, address, and its texts for search engines and social cards. */
import { bestLengths, lengthsAtMost } from '#kernel/post-lengths.ts';
import { Section, Typed } from '#web/features/admin/catalogue/editor-frame.tsx';
import { PictureField } from '#web/features/admin/catalogue/picture-field.tsx';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Field } from '#web/ui/field.tsx';
import type { PostFields } from './post-fields.ts';
import { lengthOf } from './title-field.tsx';
import type { PostWriting, PostWritingState } from './use-writing.ts';

type Part = { writing: PostWriting; state: PostWritingState };

export const PostSettings = (part: Part) => (
  <fieldset disabled={!useMay('content.write')} className="grid min-w-0 grid-cols-1 gap-6">
    <legend className="sr-only">Around the text</legend>
    <Cover {...part} />
    <Place {...part} />
    <Finding {...part} />
  </fieldset>
);

const Cover = ({ writing, state: { fields, errors } }: Part) => (
  <Section title="Cover">
    <PictureField
      image={fields.bannerImage}
      error={errors.bannerImage}
      shape="cover"
      hint="Shown at 1200 to 630, in pages, cards and the feed."
      onChange={(image) => writing.set('bannerImage', image)}
    />
    <Long
      name="imageAlt"
      label="What it shows"
      hint={`For those who cannot see it: ${lengthOf(fields.imageAlt, bestLengths.imageAlt)}.`}
      writing={writing}
      state={{ fields, errors }}
    />
  </Section>
);

const Place = ({ writing, state: { record, fields, errors } }: Part) => (
  <Section title="Where it stands">
    <Typed
      label="Address"
      hint={record.isPublic ? 'A new one counts when you publish; the old one leads to it.' : 'After /blogs/'}
      error={errors.slug}
      value={fields.slug}
      onChange={(slug) => writing.set('slug', slug)}
    />
    {record.oldSlugs.length > 0 && (
      <p className="text-sm text-muted wrap-anywhere">Also leads here: {record.oldSlugs.map((slug) => `/blogs/${slug}`).join(', ')}</p>
    )}
    <Typed
      label="Tags"
      hint="With commas between them. Posts that share some lead to each other."
      error={errors.tags}
      value={fields.tags}
      onChange={(tags) => writing.set('tags', tags)}
    />
  </Section>
);

const Finding = ({ writing, state: { fields, errors } }: Part) => (
  <Section title="In search engines and on cards">
    <Long
      name="metaTitle"
      label="Title for search engines"
      hint={`Left empty, it is the title. ${lengthOf(fields.metaTitle, bestLengths.metaTitle)}.`}
      writing={writing}
      state={{ fields, errors }}
    />
    <Long
      name="metaDescription"
      label="Description"
      hint={`What the post is about, in a sentence or two: ${lengthOf(fields.metaDescription, bestLengths.metaDescription)}.`}
      writing={writing}
      state={{ fields, errors }}
    />
    <Long
      name="excerpt"
      label="Beginning on cards"
      hint={`Left empty, it is how the text begins. ${lengthOf(fields.excerpt, { longest: lengthsAtMost.excerpt })}.`}
      writing={writing}
      state={{ fields, errors }}
    />
  </Section>
);

type LongProps = {
  name: keyof PostFields;
  label: string;
  hint: string;
  writing: PostWriting;
  state: Pick<PostWritingState, 'fields' | 'errors'>;
};

/** A long single-line text: line breaks become spaces. */
const Long = ({ name, label, hint, writing, state: { fields, errors } }: LongProps) => (
  <Field label={label} hint={hint} {...(errors[name] === undefined ? {} : { error: errors[name] })}>
    {(control) => (
      <LongText
        {...control}
        rows={2}
        className="min-h-11"
        value={fields[name]}
        onChange={({ target }) => writing.set(name, target.value.replaceAll(/\s*\n\s*/g, ' '))}
      />
    )}
  </Field>
);
