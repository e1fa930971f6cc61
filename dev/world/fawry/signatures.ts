import { localKeys } from '../../local-keys.ts'
import { hexDigest } from '../stand-in-host.ts'

/** The merchant that a laptop is. */
export const MERCHANT = 'hessa'

/** SHA-256 of the values in the gateway's order, joined bare, the merchant's secure key last. */
export const sign = (...values: (string | number | undefined)[]): Promise<string> =>
  hexDigest('SHA-256', [...values, localKeys.FAWRY_SECURE_KEY].map((value) => value ?? '').join(''))
