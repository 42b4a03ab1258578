/** The editor for the days of the sample order on the home page. */
import { Typed } from '#web/features/admin/form/editor-frame.tsx';
import { timelineKind } from './entry-kinds.ts';
import { HeadedParts } from './headed-parts.tsx';
import { TextsOfPage } from './texts-of-page.tsx';

const hint = 'Use current typical durations. The documents on the page “Inside an order” keep their dates.';

export const TimelinePage = () => (
  <TextsOfPage
    kind={timelineKind}
    title="Sample order"
    path="/#essential-services"
    section={{ title: 'Day by day', hint }}
  >
    {(props) => (
      <>
        <Typed
          label={timelineKind.labels.day ?? ''}
          type="date"
          error={props.errorOf('day')}
          value={String(props.parts.day)}
          onChange={(text) => props.set('day', text)}
        />
        <HeadedParts {...props} labels={timelineKind.labels} />
      </>
    )}
  </TextsOfPage>
);
