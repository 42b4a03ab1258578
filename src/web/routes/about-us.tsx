/** `/about-us`: who runs the shop and how it works. Every claim here is backed by another page. */
import type { PageHandle } from '#web/document/page-head.tsx';
import { AboutHero } from '#web/features/about/about-hero.tsx';
import { HowWeHelp } from '#web/features/about/how-we-help.tsx';
import { OneStopShop } from '#web/features/about/one-stop-shop.tsx';
import { WhoWeAre } from '#web/features/about/who-we-are.tsx';
import { WhyChooseUs } from '#web/features/about/why-choose-us.tsx';

export const handle: PageHandle = {
  title: 'About Us',
  description:
    'A technology company for founders outside the US: company documents, tax numbers, address, brand and books, at prices that are published.',
};

export default function AboutUsPage() {
  return (
    <>
      <AboutHero />
      <OneStopShop />
      <WhoWeAre />
      <HowWeHelp />
      <WhyChooseUs />
    </>
  );
}
