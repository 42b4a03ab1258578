/** Reasons to choose us that can be verified on this site today, and a call to action. */
import { ButtonLink } from '#web/ui/button.tsx';
import { SiteLink } from '#web/ui/site-link.tsx';

const reasons = [
  {
    title: 'You can check our prices',
    text: 'They are all on the products page, with what they cover and what they do not. No call, no form.',
    url: '/products',
    link: 'Products',
  },
  {
    title: 'You can read our credit rules',
    text: 'The first limit, the bonus and the rules for holds are on one page, with an example to the cent.',
    url: '/net-30-vendor',
    link: 'Net 30 vendor account',
  },
  {
    title: 'You can leave',
    text: 'Cancel a subscription in your profile, in two clicks. Your documents, tax numbers and passwords stay yours.',
    url: '/refund-policy',
    link: 'Refund policy',
  },
];

export const WhyChooseUs = () => (
  <section aria-labelledby="why-choose-us" className="band py-16 sm:py-24">
    <div className="page">
      <h2 id="why-choose-us" className="text-3xl">
        Why choose us
      </h2>
      <ul className="mt-8 grid grid-cols-1 gap-x-8 gap-y-8 lg:mt-12 lg:grid-cols-3">
        {reasons.map(({ title, text, url, link }) => (
          <li key={title} className="flex flex-col items-start border-t-2 border-accent pt-4">
            <h3 className="text-xl">{title}</h3>
            <p className="mt-2">{text}</p>
            <SiteLink
              to={url}
              className="mt-auto pt-4 font-semibold underline decoration-accent decoration-2 underline-offset-4 hover:text-accent"
            >
              {link}
            </SiteLink>
          </li>
        ))}
      </ul>
      <div className="mt-12 flex flex-wrap items-center gap-x-8 gap-y-5">
        <ButtonLink to="/products" size="large">
          Start now
        </ButtonLink>
      </div>
    </div>
  </section>
);
