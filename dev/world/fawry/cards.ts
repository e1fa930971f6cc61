import { nextNumber, type StandInHost } from '../stand-in-host.ts'

/** A card saved for a customer of a merchant; its number decides the result of payments. */
export type Card = {
  token: string
  customerProfileId: string
  creationDate: number
  number: string
  holder: string
  expiry: string
}

/** Test cards that the bank declines, at the charge or after 3-D Secure. */
export const DECLINES: Record<string, { code: string; reason: string; when: 'charge' | 'password' }> = {
  '4000000000009995': { code: '99951', reason: 'Insufficient Funds', when: 'charge' },
  '4000000000000069': { code: '99954', reason: 'Expired Card', when: 'charge' },
  '4000000000009979': { code: '99941', reason: 'Lost Card', when: 'password' },
  '4000000000000119': { code: '99988', reason: 'Bank did not respond', when: 'password' },
}

/** A test card whose bank wants its password for every charge, also for one without its owner. */
export const ASKS_PASSWORD = '4000000000003220'

const PREFIX = 'fawry:card:'

export class Cards {
  readonly #host: StandInHost

  constructor(host: StandInHost) {
    this.#host = host
  }

  list = (customerProfileId: string): Card[] =>
    this.#host.list<Card>(PREFIX).filter((card) => card.customerProfileId === customerProfileId)

  find = (customerProfileId: string, token: string): Card | undefined =>
    this.list(customerProfileId).find((card) => card.token === token)

  async add(card: Pick<Card, 'customerProfileId' | 'number' | 'holder' | 'expiry'>): Promise<Card> {
    const id = String(nextNumber(this.#host, 'fawry:card')).padStart(6, '0')
    const token = `b5sshhdsl98df96200f254c19b${crypto.randomUUID().slice(0, 8)}${id}`
    const saved = { ...card, token, creationDate: await this.#host.now() }
    this.#host.put(`${PREFIX}${id}`, { ...saved, id })
    return saved
  }

  remove(card: Card & { id?: string }): void {
    this.#host.delete(`${PREFIX}${card.id}`)
  }

  toWire = (card: Card, index: number) => ({
    token: card.token,
    creationDate: card.creationDate,
    // The gateway sends JSON numbers, which lose leading zeros.
    lastFourDigits: Number(card.number.slice(-4)),
    firstSixDigits: Number(card.number.slice(0, 6)),
    brand: card.number.startsWith('5') ? 'Mastercard Card' : 'Visa Card',
    isDefault: index === 0,
    cardHolderName: card.holder,
    accountTypeCode: null,
  })
}
