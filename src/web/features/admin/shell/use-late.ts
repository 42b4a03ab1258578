/** True after 150 ms of waiting. A faster result shows no loading state, which would only flicker. */
import { useEffect, useState } from 'react';

const lateMs = 150;

export function useLate(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return setLate(false);
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting && isLate;
}
