/**
 * What customers say, and samples in its place that say so, each of them: until the operator has customers' own words, with permission,
 * nothing here may look like a review.
 */
import type { Testimonial } from '#kernel/page-texts.ts';

export function Testimonials({ all }: { all: readonly Testimonial[] }) {
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="testimonials" className="lg:col-span-4 lg:col-start-9">
      <h2 id="testimonials" className="text-xl">
        {all.every(({ isSample }) => isSample) ? 'Sample testimonials' : 'What customers say'}
      </h2>
      <p className="mt-1.5 text-sm text-muted">{whoseWords(all)}</p>
      <div className="mt-4 flex flex-col gap-4">
        {all.map(({ id, words, name, role, isSample }) => (
          <figure key={id} className="border-s-2 border-credit ps-4">
            <blockquote>
              <p>“{words}”</p>
            </blockquote>
            <figcaption className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-muted">
              {[isSample ? 'Sample customer' : name, role].filter(Boolean).join(', ')}
              {/* Looks like a badge: as the only one here, its primitive would be a file of its own for every visitor of the home page. */}
              {isSample && <span className="rounded-full bg-warn-soft px-2.5 font-medium text-warn">Sample</span>}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function whoseWords(all: readonly Testimonial[]): string {
  const samples = all.filter(({ isSample }) => isSample).length;
  if (samples === 0) return 'In their own words.';
  if (samples < all.length) return 'In their own words. We wrote what is marked as a sample.';
  const these = samples === 1 ? 'this one' : samples === 3 ? 'these three' : 'these';
  return `We wrote ${these} ourselves. Customers’ own words will replace them.`;
}
