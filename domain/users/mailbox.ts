type Spellings = {
  domains: readonly [string, ...string[]]
  /** A name at one of the domains is not the same person's at another. */
  areSeparate?: true
  /** What takes the place of each character before the at sign. */
  replaced?: readonly (readonly [character: string, by: string])[]
  /** A hyphen begins what the owner has added to the own name. */
  hasHyphenTags?: true
  /** An address at a subdomain belongs to the mailbox that the subdomain names. */
  hasSubdomains?: true
}

/**
 * Which addresses public providers deliver to one mailbox, beside those that differ in what follows a plus sign, which Google,
 * Microsoft, Apple, Proton, Yahoo, Yandex, Zoho and Fastmail all leave out (docs/rules/minutes.md 5.3). The first domain stands for
 * all of a row, unless they are separate. `mailboxSql` is made of it too.
 */
export const spellingsOfProviders: readonly Spellings[] = [
  { domains: ['gmail.com', 'googlemail.com'], replaced: [['.', '']] },
  {
    domains: ['proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me'],
    replaced: [
      ['.', ''],
      ['-', ''],
      ['_', ''],
    ],
  },
  { domains: ['icloud.com', 'me.com', 'mac.com'] },
  {
    domains: ['yandex.com', 'yandex.ru', 'yandex.by', 'yandex.kz', 'yandex.ua', 'ya.ru'],
    replaced: [['-', '.']],
  },
  {
    domains: [
      'yahoo.com',
      'yahoo.ca',
      'yahoo.co.in',
      'yahoo.co.uk',
      'yahoo.de',
      'yahoo.es',
      'yahoo.fr',
      'yahoo.in',
      'yahoo.it',
      'myyahoo.com',
      'rocketmail.com',
      'ymail.com',
    ],
    areSeparate: true,
    // Names at Yahoo have no hyphen: `sara-shopping@yahoo.com` is a disposable address of whoever owns `sara`.
    hasHyphenTags: true,
  },
  { domains: ['fastmail.com'], hasSubdomains: true },
  { domains: ['fastmail.fm'], hasSubdomains: true },
]

/**
 * One form for all spellings of a mailbox (docs/rules/minutes.md 5.3). Expects an address in its normal form (`normalEmail`); text that
 * is no address is returned as it is. It says which mailbox an address means and is no address to send to. `mailboxSql` is the same in SQL.
 */
export function mailboxOf(email: string): string {
  const at = email.indexOf('@')
  if (at < 0) return email
  const domain = email.slice(at + 1)
  const local = email.slice(0, at).split('+')[0] ?? ''
  for (const { domains, areSeparate, replaced = [], hasHyphenTags, hasSubdomains } of spellingsOfProviders) {
    const [first] = domains
    if (hasSubdomains && domain.endsWith(`.${first}`)) return `${domain.slice(0, -first.length - 1)}@${first}`
    if (!domains.includes(domain)) continue
    const name = hasHyphenTags ? (local.split('-')[0] ?? '') : local
    const canonical = replaced.reduce((text, [character, by]) => text.replaceAll(character, by), name)
    return `${canonical}@${areSeparate ? domain : first}`
  }
  return `${local}@${domain}`
}
