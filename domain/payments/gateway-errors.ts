/** Why a gateway refused, in the categories that the apps explain to the user. */
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

/** Fawry's error codes (docs/rules/money.md 6.3), and our own for a bank that wants its password while nobody is there. */
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
  'password-wanted': 'not-authenticated',
  // HTTP statuses, for responses without a code: Paymob's errors, and Fawry's answer to a wrong signature.
  401: 'wrong-settings',
  403: 'wrong-settings',
  404: 'order-not-found',
  406: 'amount-not-allowed',
}

/** The reason of an error code: our own `no-answer` stays as it is, and an undocumented code counts as `declined`. */
export const gatewayReason = (code: string | number): GatewayReason =>
  code === 'no-answer' ? code : (REASONS[String(code)] ?? 'declined')

/** For developers and logs; the apps have their own text for each reason. */
const DESCRIPTIONS: Record<GatewayReason, string> = {
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

/** `reason: description (code: the gateway's message)`. Programs parse the part before the colon: `reasonInMessage`. */
export function describeGatewayError(
  reason: GatewayReason,
  code: string | number | null,
  message: string | null,
): string {
  const source = [code, message].filter((part) => part !== null && part !== '').join(': ')
  return `${reason}: ${DESCRIPTIONS[reason]}${source === '' ? '' : ` (${source})`}`
}

/** The reason in a message made by `describeGatewayError`; `declined` for any other message. */
export function reasonInMessage(message: string): GatewayReason {
  const word = message.slice(0, message.indexOf(':'))
  return gatewayReasons.find((reason) => reason === word) ?? 'declined'
}
