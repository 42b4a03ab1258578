/** The opening section of the about page. */
import { Drawing } from '#web/art/drawing.tsx';
import buildingBlocksArt from '#web/art/building-blocks.svg?url';
import { ButtonLink } from '#web/ui/button.tsx';

export const AboutHero = () => (
  <div className="overflow-hidden bg-sunk">
    <div className="page grid grid-cols-1 items-center gap-x-8 lg:grid-cols-12">
      <div className="order-last w-full max-w-form justify-self-center lg:order-first lg:col-span-7 lg:-ms-8 lg:w-auto lg:max-w-none lg:justify-self-stretch lg:pt-8">
        <Drawing file={buildingBlocksArt} size="640 500" className="w-full" />
      </div>
      <div className="pt-10 pb-6 sm:pt-14 lg:col-span-5 lg:py-20">
        <h1 className="text-3xl">About Us</h1>
        <p className="mt-6 max-w-line text-lg">
          We handle the paperwork of US companies for founders who live elsewhere. It is exact work with real
          deadlines, so we sell it like a product: you see what you get, when and for how much before you buy.
        </p>
        <ButtonLink to="/products" size="large" className="mt-8">
          Get Started
        </ButtonLink>
      </div>
    </div>
  </div>
);
