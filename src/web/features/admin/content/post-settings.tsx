/** Settings of a post: cover, tags, address, and its texts for search engines and social cards. */
import { recommendedLengths, lengthsAtMost } from '#content/post-lengths.ts';
import { Section, Typed } from '#web/features/admin/form/editor-frame.tsx';
import { PictureField } from '#web/features/admin/form/picture-field.tsx';
import { LongText } from '#web/features/admin/form/long-text.tsx';
import { useMay } from '#web/features/admin/shell/staff.ts';
import { Field } from '#web/ui/field.tsx';
import type { PostFields } from './post-fields.ts';
import { lengthOf } from './title-field.tsx';
import type { PostWriting, PostWritingState } from './use-writing.ts';

type Part = { writing: PostWriting; state: PostWritingState };

export const PostSettings = (part: Part) => (
  <fieldset disabled={!useMay('content.write')} className="grid min-w-0 grid-cols-1 gap-6">
    <legend className="sr-only">Post settings</legend>
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
      hint="Shown at 1200 × 630 pixels on pages, cards, and in the feed."
      onChange={(image) => writing.set('bannerImage', image)}
    />
    <Long
      name="imageAlt"
      label="Alt text"
      hint={`For people who cannot see the picture: ${lengthOf(fields.imageAlt, recommendedLengths.imageAlt)}.`}
      writing={writing}
      state={{ fields, errors }}
    />
  </Section>
);

const Place = ({ writing, state: { record, fields, errors } }: Part) => (
  <Section title="Address and tags">
    <Typed
      label="Address"
      hint={
        record.isPublic
          ? 'A new address takes effect when you publish. The old one redirects to it.'
          : 'The part after /blogs/'
      }
      error={errors.slug}
      value={fields.slug}
      onChange={(slug) => writing.set('slug', slug)}
    />
    {record.oldSlugs.length > 0 && (
      <p className="text-sm text-muted wrap-anywhere">
        Redirects here: {record.oldSlugs.map((slug) => `/blogs/${slug}`).join(', ')}
      </p>
    )}
    <Typed
      label="Tags"
      hint="Separate tags with commas. Posts with shared tags link to each other."
      error={errors.tags}
      value={fields.tags}
      onChange={(tags) => writing.set('tags', tags)}
    />
  </Section>
);

const Finding = ({ writing, state: { fields, errors } }: Part) => (
  <Section title="Search engines and cards">
    <Long
      name="metaTitle"
      label="Title for search engines"
      hint={`If empty, the title is used. ${lengthOf(fields.metaTitle, recommendedLengths.metaTitle)}.`}
      writing={writing}
      state={{ fields, errors }}
    />
    <Long
      name="metaDescription"
      label="Description"
      hint={`A summary in one or two sentences: ${lengthOf(fields.metaDescription, recommendedLengths.metaDescription)}.`}
      writing={writing}
      state={{ fields, errors }}
    />
    <Long
      name="excerpt"
      label="Excerpt"
      hint={`If empty, the start of the text is used. ${lengthOf(fields.excerpt, { longest: lengthsAtMost.excerpt })}.`}
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
