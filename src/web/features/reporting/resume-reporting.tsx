/** Reporting is stopped and the connection remains: resuming needs the same consent as the first time. */
import { useState } from 'react';
import { reportingTermsVersion } from '#kernel/reporting-terms.ts';
import { refusalText } from '#web/session/refusal.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import * as toasts from '#web/ui/toasts.ts';
import { ConsentBox, consentMissing, WhatIsReported } from './consent-box.tsx';
import { useAgreeMutation } from './reporting-api.ts';

export function ResumeReporting() {
  const [isTicked, setTicked] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [agree, { isLoading }] = useAgreeMutation();
  const press = async (): Promise<void> => {
    setMissing(!isTicked);
    if (!isTicked) return;
    const refused = await agree(reportingTermsVersion)
      .unwrap()
      .then(() => null, refusalText);
    if (refused === null) toasts.success('Reporting resumed', 'factiiv');
    else toasts.error(refused, 'factiiv');
  };
  return (
    <div className="grid gap-5">
      <Notice tone="warn" role="status" title="Reporting is stopped">
        <p>Nothing new is sent to Factiiv. We still check your score and show it here.</p>
      </Notice>
      <WhatIsReported />
      <ConsentBox
        isTicked={isTicked}
        problem={isMissing && !isTicked ? consentMissing : null}
        onTick={setTicked}
      />
      <div>
        <Button isBusy={isLoading} onClick={press}>
          Resume reporting
        </Button>
      </div>
    </div>
  );
}
