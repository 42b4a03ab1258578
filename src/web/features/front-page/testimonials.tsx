/**
 * Three samples that hold the place of customers' words, and say so, each of them. The operator replaces them with real
 * ones, with permission; until then nothing here may look like a review.
 */

export type Sample = { words: string; who: string };

export const Testimonials = ({ samples }: { samples: readonly Sample[] }) => (
  <section aria-labelledby="testimonials" className="border-t border-line py-16 sm:py-24">
    <div className="page grid grid-cols-1 gap-x-8 gap-y-10 lg:grid-cols-12">
      <div className="lg:col-span-3">
        <h2 id="testimonials" className="text-2xl">
          Sample testimonials
        </h2>
        <p className="mt-3 max-w-form">We wrote these three, no customer did. Customers’ own words will stand here.</p>
      </div>
      {samples.map(({ words, who }) => (
        <figure key={who} className="flex flex-col items-start gap-4 border-s-2 border-credit ps-5 lg:col-span-3">
          {/* Looks like a badge: as the only one here, its primitive would be a file of its own for every visitor of the home page. */}
          <p className="rounded-full bg-warn-soft px-2.5 py-0.5 text-sm font-medium text-warn">Sample</p>
          <blockquote className="font-display text-xl font-semibold">
            <p>“{words}”</p>
          </blockquote>
          <figcaption className="mt-auto text-muted">Sample customer, {who}</figcaption>
        </figure>
      ))}
    </div>
  </section>
);
