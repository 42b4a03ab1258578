/**
 * What customers say, and samples in its place that say so, each of them: until the operator has customers' own words, with permission,
 * nothing here may look like a review.
 */
import type { Testimonial } from '#kernel/page-texts.ts';

export function Testimonials({ all }: { all: readonly Testimonial[] }) {
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="testimonials" className="border-t border-line py-16 sm:py-24">
      <div className="page grid grid-cols-1 gap-x-8 gap-y-10 lg:grid-cols-12">
        <div className="lg:col-span-3">
          <h2 id="testimonials" className="text-2xl">
            {all.every(({ isSample }) => isSample) ? 'Sample testimonials' : 'What customers say'}
          </h2>
          <p className="mt-3 max-w-form">{whoseWords(all)}</p>
        </div>
        <div className="grid grid-cols-1 gap-x-8 gap-y-10 lg:col-span-9 lg:grid-cols-3">
          {all.map(({ id, words, name, role, isSample }) => (
            <figure key={id} className="flex flex-col items-start gap-4 border-s-2 border-credit ps-5">
              {/* Looks like a badge: as the only one here, its primitive would be a file of its own for every visitor of the home page. */}
              {isSample && <p className="rounded-full bg-warn-soft px-2.5 py-0.5 text-sm font-medium text-warn">Sample</p>}
              <blockquote className="font-display text-xl font-semibold">
                <p>“{words}”</p>
              </blockquote>
              <figcaption className="mt-auto text-muted">
                {[isSample ? 'Sample customer' : name, role].filter(Boolean).join(', ')}
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}

function whoseWords(all: readonly Testimonial[]): string {
  const samples = all.filter(({ isSample }) => isSample).length;
  if (samples === 0) return 'In their own words.';
  if (samples < all.length) return 'In their own words. What is marked as a sample we wrote ourselves.';
  const these = samples === 1 ? 'this one' : samples === 3 ? 'these three' : 'these';
  return `We wrote ${these}, no customer did. Customers’ own words will stand here.`;
}
