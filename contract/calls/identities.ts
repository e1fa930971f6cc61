import { address } from '../address.ts'

export const listIdentities = address('GET', '/user/current/identities')
export const linkIdentity = address('POST', '/user/current/identities')
export const unlinkIdentity = address('DELETE', '/user/current/identities/:provider')
