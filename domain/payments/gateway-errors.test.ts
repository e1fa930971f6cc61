import { describe, expect, it } from 'vitest'
import { describeGatewayError, gatewayReason, gatewayReasons, reasonInMessage } from './gateway-errors.ts'

describe('an error of a gateway', () => {
  it('has a reason that the apps can explain', () => {
    expect(gatewayReason(99951)).toBe('insufficient-funds')
    expect(gatewayReason('9984')).toBe('order-already-canceled')
    expect(gatewayReason('12345')).toBe('declined')
  })

  it('has a reason for every code that the gateway documents', () => {
    const documented = [
      ...[9901, 9935, 9938, 9944, 9946, 9954, 9984, 21004, 21010, 99904, 99914, 99941, 99943, 99951, 99954],
      ...[99961, 99965, 99985, 99988, 99989, 99991, 401, 403, 404, 406],
    ]
    expect(documented.filter((code) => gatewayReason(code) === 'declined')).toEqual([])
    for (const code of documented)
      expect(describeGatewayError(gatewayReason(code), code, null)).toMatch(/^[a-z-]+: [A-Z].+ \(\d+\)$/)
  })

  it('starts with the reason, followed by the gateway’s message', () => {
    const message = describeGatewayError('expired-card', 99954, 'Expired Card')
    expect(message).toBe('expired-card: The card has expired (99954: Expired Card)')
    expect(describeGatewayError('no-answer', null, null)).toBe('no-answer: The gateway does not answer')
  })

  it('can be parsed by a screen', () => {
    for (const reason of gatewayReasons) expect(reasonInMessage(describeGatewayError(reason, 1, 'x'))).toBe(reason)
    expect(reasonInMessage('fawry-error')).toBe('declined')
  })
})

it('an order that the gateway did not answer has a reason of its own', () => {
  expect(gatewayReason('no-answer')).toBe('no-answer')
  expect(gatewayReason('9944')).toBe('wrong-settings')
})

it('a description leaves out what the gateway did not say', () => {
  expect(describeGatewayError('declined', null, null)).toBe('declined: The payment was declined')
  expect(describeGatewayError('declined', 12, '')).toBe('declined: The payment was declined (12)')
  expect(describeGatewayError('declined', '', 'no')).toBe('declined: The payment was declined (no)')
  expect(describeGatewayError('order-already-paid', 1, null)).toBe('order-already-paid: The order is paid already (1)')
  expect(describeGatewayError('not-authenticated', 1, null)).toBe(
    'not-authenticated: The bank’s password was not entered (1)',
  )
})
