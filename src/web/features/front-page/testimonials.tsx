/**
 * Customer testimonials, or samples that are each labeled as such. Until the operator has real ones with
 * permission, nothing here may look like a review.
 */
import type { Language } from '#kernel/language.ts';
import type { Testimonial } from '#content/page-texts.ts';
import { useLanguage } from '#web/language.tsx';
import { useTogether } from '#web/ui/stored-text.tsx';

export function Testimonials({ all }: { all: readonly Testimonial[] }) {
  const language = useLanguage();
  const { say } = language;
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="testimonials" className="lg:col-span-4 lg:col-start-9">
      <h2 id="testimonials" className="text-xl">
        {all.every(({ isSample }) => isSample) ? say('Sample testimonials') : say('What customers say')}
      </h2>
      <p className="mt-1.5 text-sm text-muted">{attribution(all, language)}</p>
      <div className="mt-4 flex flex-col gap-4">
        {all.map((testimonial) => (
          <Quoted key={testimonial.id} {...testimonial} />
        ))}
      </div>
    </section>
  );
}

function Quoted({ words, name, role, isSample }: Testimonial) {
  const together = useTogether();
  const { spoken, mark } = together([words, role].filter(Boolean));
  const displayName = isSample ? spoken.say('Sample customer') : name;
  return (
    <figure {...mark} className="border-s-2 border-credit ps-4">
      <blockquote>
        <p>{spoken.say('“{words}”', { words: spoken.translate(words) })}</p>
      </blockquote>
      <figcaption className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <span>
          {role === ''
            ? displayName
            : spoken.say('{name}, {role}', { name: displayName, role: spoken.translate(role) })}
        </span>
        {/* Looks like a badge. The badge component would add another file to the home page, because nothing else there uses it. */}
        {isSample && (
          <span className="rounded-full bg-warn-soft px-2.5 font-medium text-warn">
            {spoken.say('Sample')}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

function attribution(all: readonly Testimonial[], { say }: Language): string {
  const samples = all.filter(({ isSample }) => isSample).length;
  if (samples === 0) return say('In their own words.');
  if (samples < all.length) return say('In their own words. We wrote the ones marked as samples.');
  if (samples === 1) return say('We wrote this one ourselves. Customers’ own words will replace it.');
  if (samples === 3) return say('We wrote these three ourselves. Customers’ own words will replace them.');
  return say('We wrote these ourselves. Customers’ own words will replace them.');
}
