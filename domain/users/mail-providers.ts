/** The trials a day from one mail domain that need no further proof (docs/rules/minutes.md 5.4). */
export const TRIALS_OF_A_DOMAIN = 5

/**
 * Large public mail providers: anybody has an address there, so that the number of students from one of them says nothing
 * (docs/rules/minutes.md 5.4).
 */
export const publicMailDomains = [
  'aol.com',
  'fastmail.com',
  'fastmail.fm',
  'gmail.com',
  'gmx.com',
  'gmx.net',
  'googlemail.com',
  'hotmail.co.uk',
  'hotmail.com',
  'hotmail.de',
  'hotmail.es',
  'hotmail.fr',
  'hotmail.it',
  'icloud.com',
  'live.co.uk',
  'live.com',
  'live.fr',
  'mac.com',
  'mail.com',
  'mail.ru',
  'me.com',
  'msn.com',
  'myyahoo.com',
  'outlook.com',
  'outlook.de',
  'outlook.es',
  'outlook.fr',
  'outlook.sa',
  'pm.me',
  'proton.me',
  'protonmail.ch',
  'protonmail.com',
  'rocketmail.com',
  'web.de',
  'ya.ru',
  'yahoo.ca',
  'yahoo.co.in',
  'yahoo.co.uk',
  'yahoo.com',
  'yahoo.de',
  'yahoo.es',
  'yahoo.fr',
  'yahoo.in',
  'yahoo.it',
  'yandex.by',
  'yandex.com',
  'yandex.kz',
  'yandex.ru',
  'yandex.ua',
  'ymail.com',
  'zoho.com',
] as const

/**
 * Where countries let organizations register domains one level further down, as `com.eg`; elsewhere a name like `sci.io` is somebody's own
 * domain, with as many subdomains as they like.
 */
const registryLabels: Readonly<Record<string, readonly string[]>> = {
  ae: ['ac', 'co', 'gov', 'mil', 'net', 'org', 'sch'],
  au: ['com', 'edu', 'gov', 'net', 'org'],
  bh: ['com', 'edu', 'gov', 'net', 'org'],
  dz: ['com', 'edu', 'gov', 'net', 'org'],
  eg: ['ac', 'com', 'edu', 'eun', 'gov', 'me', 'mil', 'name', 'net', 'org', 'sci', 'sport', 'tv'],
  in: ['ac', 'co', 'edu', 'gov', 'net', 'org', 'res'],
  iq: ['com', 'edu', 'gov', 'mil', 'net', 'org'],
  jo: ['com', 'edu', 'gov', 'mil', 'net', 'org', 'sch'],
  kw: ['com', 'edu', 'gov', 'net', 'org'],
  lb: ['com', 'edu', 'gov', 'net', 'org'],
  ly: ['com', 'edu', 'gov', 'net', 'org', 'sch'],
  ma: ['ac', 'co', 'gov', 'net', 'org'],
  nz: ['ac', 'co', 'govt', 'net', 'org', 'school'],
  om: ['co', 'com', 'edu', 'gov', 'net', 'org'],
  ps: ['com', 'edu', 'gov', 'net', 'org'],
  qa: ['com', 'edu', 'gov', 'mil', 'net', 'org', 'sch'],
  sa: ['com', 'edu', 'gov', 'med', 'net', 'org', 'sch'],
  sd: ['com', 'edu', 'gov', 'net', 'org'],
  sy: ['com', 'edu', 'gov', 'mil', 'net', 'org'],
  tn: ['com', 'gov', 'net', 'org'],
  tr: ['com', 'edu', 'gov', 'k12', 'net', 'org'],
  uk: ['ac', 'co', 'gov', 'ltd', 'me', 'net', 'nhs', 'org', 'plc', 'sch'],
  ye: ['com', 'edu', 'gov', 'mil', 'net', 'org'],
  za: ['ac', 'co', 'gov', 'net', 'org', 'school'],
}

/** As `com.eg` (docs/rules/minutes.md 5.4). */
export const registrySuffixes = Object.entries(registryLabels).flatMap(([country, labels]) =>
  labels.map((label) => `${label}.${country}`),
)

/** The registered domain of an address: its last two labels, or three below a country's suffix (docs/rules/minutes.md 5.4). */
function registeredDomain(email: string): string {
  const labels = email.slice(email.indexOf('@') + 1).split('.')
  return labels.slice(registrySuffixes.includes(labels.slice(-2).join('.')) ? -3 : -2).join('.')
}

/** Whether two addresses are of one domain that is no large public provider's (docs/rules/minutes.md 12.7). */
export function haveOwnMailDomain(one: string, other: string): boolean {
  const domain = registeredDomain(one)
  return domain === registeredDomain(other) && !publicMailDomains.some((provider) => provider === domain)
}
