import { listSearch } from '../table/shared/list-address.ts'

export const auditSearch = listSearch(['actors', 'acts', 'targetKinds', 'targetIds', 'requestId', 'at'])
