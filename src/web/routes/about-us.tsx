/** `/about-us`: who runs the shop and how it works. Nothing here is a claim that another page does not keep. */
import { site } from '#kernel/site.ts';
import { AboutHero } from '#web/features/about/about-hero.tsx';
import { HowWeHelp } from '#web/features/about/how-we-help.tsx';
import { OneStopShop } from '#web/features/about/one-stop-shop.tsx';
import { WhoWeAre } from '#web/features/about/who-we-are.tsx';
import { WhyChooseUs } from '#web/features/about/why-choose-us.tsx';
import { StaticPart } from '#web/static-content/static-part.tsx';
import { toStaticContent } from '#web/static-content/static-content.ts';

export const meta = () => [
  { title: `About Us | ${site.name}` },
  {
    name: 'description',
    content:
      'A technology company for founders outside the US: company papers, tax numbers, address, brand and books, at prices that are published.',
  },
];

export const loader = () => ({
  part: toStaticContent(
    <>
      <AboutHero />
      <OneStopShop />
      <WhoWeAre />
      <HowWeHelp />
      <WhyChooseUs />
    </>,
  ),
});

export default function AboutUsPage({ loaderData: { part } }: { loaderData: ReturnType<typeof loader> }) {
  return <StaticPart part={part} />;
}
