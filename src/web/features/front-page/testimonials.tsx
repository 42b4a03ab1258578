/**
 * Three samples that hold the place of customers' words, and say so, each of them. The operator replaces them with real
 * ones, with permission; until then nothing here may look like a review.
 */

const samples = [
  { words: 'The page said one price with the state fee in it, and that was what I paid.', who: 'Software studio, Lagos' },
  { words: 'Each step said how long it takes and who decides. I could plan my launch around it.', who: 'Online shop, Karachi' },
  { words: 'When the IRS needed two weeks more, I heard it from them before I had to ask.', who: 'Design agency, São Paulo' },
];

export const Testimonials = () => (
  <section aria-labelledby="testimonials" className="border-t border-line py-16 sm:py-24">
    <div className="page grid grid-cols-1 gap-x-8 gap-y-10 lg:grid-cols-12">
      <div className="lg:col-span-3">
        <h2 id="testimonials" className="text-2xl">
          What customers say
        </h2>
        <p className="mt-3 max-w-form">
          These three are samples. We wrote them, no customer did. Real words will stand here, with the permission of those who said them.
        </p>
      </div>
      {samples.map(({ words, who }) => (
        <figure key={who} className="flex flex-col items-start gap-4 border-s-2 border-credit ps-5 lg:col-span-3">
          {/* Looks like a badge: as the only one here, its primitive would be a file of its own for every visitor of the home page. */}
          <p className="rounded-full bg-warn-soft px-2.5 py-0.5 text-sm font-medium text-warn">Sample</p>
          <blockquote className="font-display text-xl font-semibold">
            <p>“{words}”</p>
          </blockquote>
          <figcaption className="mt-auto text-muted">{who}</figcaption>
        </figure>
      ))}
    </div>
  </section>
);
