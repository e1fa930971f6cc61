import { expect, it } from 'vitest'
import { whyNotEmail } from './email.ts'
import { publicMailDomains } from './mail-providers.ts'
import { mailboxOf, spellingsOfProviders } from './mailbox.ts'

const one: Record<string, readonly string[]> = {
  'sarasamir@gmail.com': [
    'sarasamir@gmail.com',
    's.ara.samir+hessa@gmail.com',
    'sara.samir@googlemail.com',
    'sarasamir+@gmail.com',
  ],
  'sarasamir@proton.me': [
    'sara.samir@proton.me',
    'sara-samir@protonmail.com',
    's_a-r.asamir+1@pm.me',
    'sarasamir+a-b_c@protonmail.ch',
  ],
  'sara.samir@icloud.com': ['sara.samir@icloud.com', 'sara.samir@me.com', 'sara.samir+x@mac.com'],
  'sara.samir@yandex.com': ['sara-samir@yandex.ru', 'sara.samir@ya.ru', 'sara.samir+1@yandex.com'],
  'sara@yahoo.com': ['sara@yahoo.com', 'sara-shop@yahoo.com', 'sara-shop-2+x@yahoo.com'],
  'sara@fastmail.com': [
    'sara@fastmail.com',
    'sara+1@fastmail.com',
    'shop@sara.fastmail.com',
    'a.b+c@sara.fastmail.com',
  ],
  'sara.samir@outlook.com': ['sara.samir@outlook.com', 'sara.samir+1@outlook.com'],
  'sara.samir@example.com': ['sara.samir@example.com', 'sara.samir+1+2@example.com'],
  '@example.com': ['+@example.com', '+a@example.com'],
}

it.each(Object.entries(one))('%s is one mailbox in all its spellings', (mailbox, spellings) => {
  expect(spellings.map(mailboxOf)).toEqual(spellings.map(() => mailbox))
})

it('mailboxes of different people stay apart', () => {
  const others = [
    ['sara.samir@outlook.com', 'sarasamir@outlook.com', 'sara-samir@outlook.com', 'sara.samir@hotmail.com'],
    ['sara_samir@gmail.com', 'sara-samir@gmail.com', 'sarasamir@gmail.com'],
    ['sara@yahoo.com', 'sara@yahoo.co.uk', 'sara@ymail.com', 'sa.ra@yahoo.com'],
    ['sarasamir@yandex.com', 'sara.samir@yandex.com'],
    ['sara.samir@icloud.com', 'sarasamir@icloud.com', 'sara-samir@icloud.com'],
    ['sara@fastmail.com', 'sara@fastmail.fm', 'sara@notfastmail.com', 'nour@fastmail.com'],
    ['sara@proton.me', 'sara@gmail.com', 'sara@mail.proton.me', 'sara@proton.me.eg'],
  ]
  for (const addresses of others)
    expect(new Set(addresses.map(mailboxOf)).size, addresses.join()).toBe(addresses.length)
})

it('what is no address is returned as it is', () => {
  for (const text of ['no address', '', '+']) expect(mailboxOf(text)).toBe(text)
})

it('the domains with spellings are domains of addresses, each in one row, and public', () => {
  const domains = spellingsOfProviders.flatMap((provider) => provider.domains)
  expect(new Set(domains).size).toBe(domains.length)
  for (const domain of domains) expect(whyNotEmail(`sara@${domain}`), domain).toBeNull()
  expect(domains.filter((domain) => !publicMailDomains.some((known) => known === domain))).toEqual([])
})
