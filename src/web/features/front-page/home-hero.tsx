/** The first screen: what we do, two calls to action, and four key figures. */
import { Drawing } from '#web/art/drawing.tsx';
import homeArt from '#web/art/home.svg?url';
import { CatalogPriceTag } from '#web/features/catalog/catalog-price-tag.tsx';
import type { CatalogPrices } from '#web/features/catalog/catalog-prices.ts';
import { useLanguage } from '#web/language.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { HeroFigure } from '#web/ui/hero-figure.tsx';

export function HomeHero({ prices }: { prices: CatalogPrices }) {
  const { say } = useLanguage();
  return (
    <div className="overflow-hidden bg-sunk">
      <div className="page grid grid-cols-1 items-center gap-x-8 lg:grid-cols-12">
        <div className="relative z-10 pt-10 pb-6 sm:pt-14 lg:col-span-6 lg:py-24">
          <h1 className="text-3xl">{say('Start a US business from where you live')}</h1>
          <p className="mt-6 max-w-line text-lg">
            {say(
              'We register your company, file for its tax number, and give it a US address and phone. Before you pay, you see the price and which government fees it covers.',
            )}
          </p>
          <div className="mt-8 flex flex-wrap gap-3 sm:gap-4">
            <ButtonLink to="/products" size="large">
              {say('Get Started')}
            </ButtonLink>
            <ButtonLink to="/#our-services" variant="secondary" size="large">
              {say('Learn More')}
            </ButtonLink>
          </div>
        </div>
        <div className="-mt-2 w-full max-w-form justify-self-center lg:col-span-6 lg:-me-10 lg:w-auto lg:max-w-none lg:justify-self-stretch lg:pt-6">
          <Drawing file={homeArt} part="filing" size="700 620" className="w-full" />
        </div>
      </div>
      <dl className="page grid grid-cols-2 gap-x-6 gap-y-6 pb-10 lg:grid-cols-4 lg:gap-x-8 lg:pb-14">
        <HeroFigure what={say('for a Wyoming LLC, state fee included')}>
          <CatalogPriceTag price={prices['wyoming-llc']} />
        </HeroFigure>
        <HeroFigure what={say('to register it, usually')}>{say('3 to 5 business days')}</HeroFigure>
        <HeroFigure what={say('for the IRS to issue its EIN, usually')}>{say('2 to 6 weeks')}</HeroFigure>
        <HeroFigure what={say('to the US needed')}>{say('0 trips')}</HeroFigure>
      </dl>
    </div>
  );
}
