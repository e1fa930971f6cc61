import { address } from '../address.ts'

export const getDataExport = address('GET', '/privacy/export')
export const askForDataExport = address('POST', '/privacy/export')
export const revealDataExport = address('POST', '/privacy/export/address')
export const getErasure = address('GET', '/privacy/erasure')
export const askForErasure = address('POST', '/privacy/erasure')
export const takeBackErasure = address('DELETE', '/privacy/erasure')
