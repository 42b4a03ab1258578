/** JSON that stands inside a script element. */

/** No text can end the script that it stands in, nor a line of it. */
export const escapeForScript = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
