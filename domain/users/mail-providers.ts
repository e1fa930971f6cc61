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

/** Second levels below which countries register domains for organizations, as `com` in `com.eg`. */
export const registryLabels = ['ac', 'co', 'com', 'edu', 'eun', 'gov', 'mil', 'net', 'org', 'sch', 'sci'] as const
