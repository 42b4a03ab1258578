/** What the pages of our services say beyond their cards, by the id of the service. The operator changes it in the form of the product. */
import type { ProductDetails } from '#kernel/product-details.ts';
import { formationDetails } from './details/formation.ts';
import { growthDetails } from './details/growth.ts';
import { presenceDetails } from './details/presence.ts';
import { taxDetails } from './details/tax.ts';
import { upkeepDetails } from './details/upkeep.ts';

export const detailsOfServices: Readonly<Record<string, ProductDetails>> = {
  ...formationDetails,
  ...taxDetails,
  ...presenceDetails,
  ...upkeepDetails,
  ...growthDetails,
};
