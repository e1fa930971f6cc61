import { address } from '../address.ts'

export const getDataExport = address('GET', '/privacy/export')
export const askForDataExport = address('POST', '/privacy/export')
export const revealDataExport = address('POST', '/privacy/export/address')
