/**
 * The registration flag: this page's browser has just registered somebody, so the empty form is not offered again. In memory, so that
 * loading the page anew is a way back for whoever has mistyped the address.
 */
let isRegistered = false;

export const hasRegistered = (): boolean => isRegistered;
export const noteRegistration = (): void => {
  isRegistered = true;
};
