import { address } from '../address.ts'

export const listAuditEntries = address('GET', '/audit/list')
