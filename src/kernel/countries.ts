/**
 * Countries by ISO 3166 code, as card processors need them, with names for people. A text that is not a code
 * is shown unchanged.
 */
import { once } from './once.ts';

/** ISO 3166 codes with their calling codes. XK (Kosovo) is not in the standard but banks use it. */
const table =
  'AF93 AX358 AL355 DZ213 AS1 AD376 AO244 AI1 AQ672 AG1 AR54 AM374 AW297 AU61 AT43 AZ994 BS1 BH973 BD880 BB1 BY375 BE32 BZ501 BJ229 BM1 ' +
  'BT975 BO591 BQ599 BA387 BW267 BV47 BR55 IO246 BN673 BG359 BF226 BI257 CV238 KH855 CM237 CA1 KY1 CF236 TD235 CL56 CN86 CX61 CC61 CO57 KM269 ' +
  'CG242 CD243 CK682 CR506 CI225 HR385 CU53 CW599 CY357 CZ420 DK45 DJ253 DM1 DO1 EC593 EG20 SV503 GQ240 ER291 EE372 SZ268 ET251 FK500 FO298 ' +
  'FJ679 FI358 FR33 GF594 PF689 TF262 GA241 GM220 GE995 DE49 GH233 GI350 GR30 GL299 GD1 GP590 GU1 GT502 GG44 GN224 GW245 GY592 HT509 HM672 ' +
  'VA39 HN504 HK852 HU36 IS354 IN91 ID62 IR98 IQ964 IE353 IM44 IL972 IT39 JM1 JP81 JE44 JO962 KZ7 KE254 KI686 KP850 KR82 KW965 KG996 LA856 ' +
  'LV371 LB961 LS266 LR231 LY218 LI423 LT370 LU352 MO853 MG261 MW265 MY60 MV960 ML223 MT356 MH692 MQ596 MR222 MU230 YT262 MX52 FM691 MD373 ' +
  'MC377 MN976 ME382 MS1 MA212 MZ258 MM95 NA264 NR674 NP977 NL31 NC687 NZ64 NI505 NE227 NG234 NU683 NF672 MK389 MP1 NO47 OM968 PK92 PW680 ' +
  'PS970 PA507 PG675 PY595 PE51 PH63 PN64 PL48 PT351 PR1 QA974 RE262 RO40 RU7 RW250 BL590 SH290 KN1 LC1 MF590 PM508 VC1 WS685 SM378 ST239 ' +
  'SA966 SN221 RS381 SC248 SL232 SG65 SX1 SK421 SI386 SB677 SO252 ZA27 GS500 SS211 ES34 LK94 SD249 SR597 SJ47 SE46 CH41 SY963 TW886 TJ992 ' +
  'TZ255 TH66 TL670 TG228 TK690 TO676 TT1 TN216 TR90 TM993 TC1 TV688 UG256 UA380 AE971 GB44 US1 UM1 UY598 UZ998 VU678 VE58 VN84 VG1 VI1 WF681 ' +
  'EH212 YE967 ZM260 ZW263 XK383';

/** Under a comprehensive embargo of the United States. The operator's counsel maintains this list. */
const notServed = new Set(['CU', 'IR', 'KP']);

/** Calling codes of the countries that we serve, by country. */
export const callingCodes: ReadonlyMap<string, string> = new Map(
  table
    .split(' ')
    .map((entry): [string, string] => [entry.slice(0, 2), entry.slice(2)])
    .filter(([code]) => !notServed.has(code)),
);

/** Other names that people use for a country. */
const otherNames: Record<string, string[]> = {
  AE: ['UAE', 'Emirates'],
  CD: ['DR Congo', 'Democratic Republic of the Congo'],
  CG: ['Republic of the Congo'],
  CI: ['Ivory Coast'],
  CV: ['Cabo Verde'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'Great Britain', 'England', 'Scotland', 'Wales'],
  HK: ['Hong Kong'],
  KR: ['Korea', 'Republic of Korea'],
  MK: ['Macedonia'],
  MM: ['Myanmar', 'Burma'],
  MO: ['Macau', 'Macao'],
  NL: ['Holland'],
  PS: ['Palestine'],
  RU: ['Russian Federation'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  US: ['USA', 'United States of America'],
  VA: ['Vatican'],
  VN: ['Viet Nam'],
};

const names = once(() => new Intl.DisplayNames('en', { type: 'region' }));

const namesIn = (language: string) =>
  language === 'en' ? names() : new Intl.DisplayNames(language, { type: 'region' });

export const countryName = (country: string, language = 'en'): string =>
  /^[A-Z]{2}$/.test(country) ? (namesIn(language).of(country) ?? country) : country;

/** Every name that people may search for, the listed one first. */
export const namesOf = (code: string): string[] => [countryName(code), ...(otherNames[code] ?? [])];

/** Without accents, punctuation, and case, which people often mistype in the names of other countries. */
export const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}\d]/gu, '')
    .toLowerCase();

const codesByName = once(
  () =>
    new Map(
      [...callingCodes.keys()].flatMap((code) =>
        [code, ...namesOf(code)].map((name) => [plainName(name), code] as const),
      ),
    ),
);

/**
 * The code for a code or an English name; null for any other text, and for a country that we do not serve.
 */
export const countryCode = (text: string): string | null =>
  callingCodes.has(text) ? text : (codesByName().get(plainName(text)) ?? null);
