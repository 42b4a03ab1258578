/** The assurances on the home page. */
import { assuranceKind } from './entry-kinds.ts';
import { HeadedParts } from './headed-parts.tsx';
import { TextsOfPage } from './texts-of-page.tsx';

const hint = 'Say nothing that the guarantees and the policies do not say.';

export const AssurancesPage = () => (
  <TextsOfPage kind={assuranceKind} title="Assurances" path="/#assurances" section={{ title: 'What you can count on', hint }}>
    {(props) => <HeadedParts {...props} labels={assuranceKind.labels} />}
  </TextsOfPage>
);
