/** Simple one-color icons of our social profiles, drawn here. */
const signs: Record<string, string> = {
  LinkedIn: 'M5 9.5v9.5M5 5.5v.01M10 19V9.5M10 13.5c0-2.5 1.5-4 4-4s4 1.5 4 4V19',
  Facebook: 'M14.5 21v-8h3M11 13h3.5M14.5 13V8.5c0-2 1-3 3-3h1M14.5 13v8',
  Instagram:
    'M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4ZM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM16.8 7.2v.01',
  X: 'M5 4.5l14 15M19 4.5l-14 15',
};

export const SocialIcon = ({ name }: { name: string }) => (
  <svg
    className="size-5"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={signs[name] ?? 'M5 12h14'} />
  </svg>
);
