/**
 * The address of the shop as the world knows it, for links that must be whole: canonical links, pictures for other sites.
 * The server renders every page of a process under one address, so it is learned there once and is no part of a request.
 */
let known: string | null = null;

export const learnPublicOrigin = (origin: string): void => {
  known = origin;
};

export const publicOrigin = (): string => known ?? window.location.origin;
