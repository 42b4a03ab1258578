/** The assurances on the home page. */
import { assuranceKind } from './entry-kinds.ts';
import { HeadedParts } from './headed-parts.tsx';
import { TextsOfPage } from './texts-of-page.tsx';

const hint = 'Promise only what the guarantees and policies say.';

export const AssurancesPage = () => (
  <TextsOfPage
    kind={assuranceKind}
    title="Assurances"
    path="/#assurances"
    section={{ title: 'What you can count on', hint }}
  >
    {(props) => <HeadedParts {...props} labels={assuranceKind.labels} />}
  </TextsOfPage>
);
