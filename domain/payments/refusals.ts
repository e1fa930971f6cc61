/** Why a gateway refused, as far as a person can do something about it. */
export const gatewayReasons = [
  'insufficient-funds',
  'expired-card',
  'invalid-card',
  'card-limit',
  'lost-or-stolen-card',
  'bank-unreachable',
  'not-authenticated',
  'amount-not-allowed',
  'order-not-found',
  'order-already-paid',
  'order-already-canceled',
  'order-not-paid',
  'refund-too-large',
  'wrong-settings',
  'no-answer',
  'declined',
] as const
export type GatewayReason = (typeof gatewayReasons)[number]

/** The reference-number gateway's codes (docs/rules/money.md 6.3). */
const REASONS: Record<string, GatewayReason> = {
  99951: 'insufficient-funds',
  99954: 'expired-card',
  99914: 'invalid-card',
  99961: 'card-limit',
  99965: 'card-limit',
  99941: 'lost-or-stolen-card',
  99943: 'lost-or-stolen-card',
  99904: 'lost-or-stolen-card',
  99988: 'bank-unreachable',
  99989: 'bank-unreachable',
  99991: 'bank-unreachable',
  21004: 'amount-not-allowed',
  21010: 'amount-not-allowed',
  99985: 'amount-not-allowed',
  9938: 'order-not-found',
  9984: 'order-already-canceled',
  9954: 'order-not-paid',
  9935: 'refund-too-large',
  9901: 'wrong-settings',
  9946: 'wrong-settings',
  9944: 'wrong-settings',
  // The HTTP status where a provider gives no code: of the second one, and of calls that are not signed as they should be.
  401: 'wrong-settings',
  403: 'wrong-settings',
  404: 'order-not-found',
  406: 'amount-not-allowed',
}

/** The reason of a code; ours for a gateway that did not answer stands for itself, and one that nobody documents for a plain no. */
export const gatewayReason = (code: string | number): GatewayReason =>
  code === 'no-answer' ? code : (REASONS[String(code)] ?? 'declined')

/** For developers and logs; the apps have their own sentence for each reason. */
const SENTENCES: Record<GatewayReason, string> = {
  'insufficient-funds': 'The card or wallet does not hold enough money',
  'expired-card': 'The card has expired',
  'invalid-card': 'The card’s data are not right',
  'card-limit': 'The card’s limit is reached',
  'lost-or-stolen-card': 'The card is blocked by its bank',
  'bank-unreachable': 'The bank does not answer',
  'not-authenticated': 'The bank’s password was not entered',
  'amount-not-allowed': 'The gateway does not take this amount',
  'order-not-found': 'The gateway does not know the order',
  'order-already-paid': 'The order is paid already',
  'order-already-canceled': 'The order is canceled already',
  'order-not-paid': 'The order was not paid',
  'refund-too-large': 'More would be given back than was paid',
  'wrong-settings': 'The gateway does not accept our merchant code or signature',
  'no-answer': 'The gateway does not answer',
  declined: 'The payment was declined',
}

/** `reason: sentence (code: the gateway's words)`; what stands before the colon is for programs. */
export function describeRefusal(reason: GatewayReason, code: string | number | null, words: string | null): string {
  const source = [code, words].filter((part) => part !== null && part !== '').join(': ')
  return `${reason}: ${SENTENCES[reason]}${source === '' ? '' : ` (${source})`}`
}

/** The reason in an error's message; `declined` where there is none. */
export function reasonIn(message: string): GatewayReason {
  const word = message.slice(0, message.indexOf(':'))
  return gatewayReasons.find((reason) => reason === word) ?? 'declined'
}
