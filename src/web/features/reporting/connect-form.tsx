/**
 * The consent text, the checkbox, and the button that opens Factiiv. For the first business, for another one,
 * and for reconnecting.
 */
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConsentBox, consentMissing, WhatIsReported } from './consent-box.tsx';
import type { Connecting } from './use-connecting.ts';

export function ConnectForm({ connecting, action }: { connecting: Connecting; action: string }) {
  const { step, problem, start, cancel } = connecting;
  const [isTicked, setTicked] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const press = (): void => {
    setMissing(!isTicked);
    if (isTicked) start();
  };
  return (
    <div className="grid max-w-line gap-5">
      <WhatIsReported />
      <ConsentBox
        isTicked={isTicked}
        problem={isMissing && !isTicked ? consentMissing : null}
        onTick={setTicked}
      />
      {problem !== null && step === 'idle' && (
        <Notice tone="danger">
          <p>{problem}</p>
          <p>Nothing was changed. You can try again.</p>
        </Notice>
      )}
      {step === 'away' && (
        <Notice role="status" title="Continue in the Factiiv window">
          <p>
            Log in there, choose your business and allow the connection. This page then continues
            automatically.
          </p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button isBusy={step !== 'idle'} onClick={press}>
          {action}
        </Button>
        {step === 'away' && (
          <Button variant="text" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </div>
  );
}
