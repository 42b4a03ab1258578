/** True once something has lasted for 150 ms: what comes sooner shows no sign of waiting, which would only flash. */
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
