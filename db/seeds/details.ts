/** The page content of our services, by service id. The operator can change it in the product form. */
import type { ProductDetails } from '#content/product-details.ts';
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
