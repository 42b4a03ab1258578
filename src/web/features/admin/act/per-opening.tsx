/**
 * Starts a dialog fresh each time it opens: its content is mounted again, so that nothing typed, chosen, or refused before is still there.
 * What was pressed and has no answer yet outlives the opening, so that the same press again is the same act.
 */
import { type ComponentType, useRef, useState } from 'react';
import { noPresses, type Presses, PressesOfDialog } from './presses.ts';

/** `tools/dialogs.test.ts` demands it of every component whose dialog shows state. */
export function perOpening<P extends object>(Content: ComponentType<P & { isOpen: boolean }>): ComponentType<P & { isOpen: boolean }> {
  return function PerOpening(props) {
    const { isOpen } = props;
    const presses = useRef<Presses>(noPresses());
    const [opening, setOpening] = useState({ count: 0, isOpen: false });
    if (isOpen !== opening.isOpen) setOpening({ count: isOpen ? opening.count + 1 : opening.count, isOpen });
    return (
      <PressesOfDialog value={presses.current}>
        <Content key={opening.count} {...props} />
      </PressesOfDialog>
    );
  };
}
