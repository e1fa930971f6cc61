import { pngOf } from '../png.ts'
import { qrOf } from '../qr.ts'

/**
 * The picture that a wallet scans, as a data address; null for phones with an odd last digit, which get a notice on the
 * phone instead, as some wallets do.
 */
export function walletQr(text: string, phone: string): string | null {
  return Number(phone.at(-1)) % 2 === 1 ? null : `data:image/png;base64,${pngOf(qrOf(text), 6)}`
}
