import type { Env } from '../../env.ts'
import { requestJson } from '../request-json.ts'
import { refusedKey, type TriedKey, triedByStatus } from '../tried-key.ts'

/**
 * Tries the token of backups by reading what the database is.
 * @throws ProviderUnreachable
 */
export async function tryBackupToken(env: Env): Promise<TriedKey> {
  const { BACKUP_ACCOUNT: account, BACKUP_DATABASE: database, BACKUP_TOKEN: token } = env
  const response = await requestJson(
    `https://api.cloudflare.com/client/v4/accounts/${account}/d1/database/${database}`,
    { method: 'GET', headers: { authorization: `Bearer ${token}` } },
  )
  if (response.status === 404) return refusedKey('BACKUP_DATABASE: there is no such database in BACKUP_ACCOUNT')
  // A token of another form is a bad request.
  if (response.status === 400) return refusedKey(`BACKUP_TOKEN: ${JSON.stringify(response.body)}`)
  return triedByStatus(response, 'BACKUP_TOKEN')
}
